// What goroutines do in `bench ring`. Asked over standard input: a line is an experiment and its numbers, and is answered
// with "=>ok name=value name=value": nanoseconds for each message, goroutine or round trip, bytes for each goroutine.
package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"
)

// What a mailbox is to others: room enough that a sender rarely waits.
const room = 1024

func main() {
	experiments := map[string]func(n []int) string{
		"ring":    func(n []int) string { return ring(n[0], n[1]) },
		"trip":    func(n []int) string { return trip(n[0], n[1]) },
		"fan_in":  func(n []int) string { return fanIn(n[0], n[1]) },
		"fan_out": func(n []int) string { return fanOut(n[0], n[1]) },
		"churn":   func(n []int) string { return churn(n[0], n[1]) },
		"skew":    func(n []int) string { return skew(n[0], n[1]) },
		"size":    func(n []int) string { return size(n[0]) },
	}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		numbers := make([]int, 0, 2)
		for _, word := range words[1:] {
			number, err := strconv.Atoi(word)
			if err != nil {
				panic(err)
			}
			numbers = append(numbers, number)
		}
		fmt.Println("=>ok " + experiments[words[0]](numbers))
	}
}

func per(time time.Duration, count int) float64 {
	return float64(time.Nanoseconds()) / float64(count)
}

// Each goroutine knows the channel of the one before it, and hands on a number until it is not above zero.
func ring(n, m int) string {
	var others sync.WaitGroup
	others.Add(n - 1)
	began := time.Now()
	first := make(chan int, 1)
	next := first
	for i := 1; i < n; i++ {
		before := next
		own := make(chan int, 1)
		go func() {
			relay(own, before)
			others.Done()
		}()
		next = own
	}
	spawned := time.Now()
	done := make(chan string)
	go func() {
		next <- m
		number := relay(first, next)
		ended := time.Now()
		hops := m + 1 - number
		done <- fmt.Sprintf("spawn=%f message=%f hops=%d",
			per(spawned.Sub(began), n), per(ended.Sub(spawned), hops), hops)
	}()
	answer := <-done
	others.Wait()
	return answer
}

func relay(own <-chan int, next chan<- int) int {
	for {
		number := <-own
		next <- number - 1
		if number <= 0 {
			return number
		}
	}
}

// Round trips between two goroutines, beside a ring of 1,000 in which so many numbers go round.
func trip(count, numbers int) string {
	stop := make(chan struct{})
	ended := load(numbers, stop)
	there, back := make(chan int), make(chan int)
	go func() {
		for number := range there {
			back <- number
		}
	}()
	times := make([]float64, count)
	result := make(chan time.Duration)
	go func() {
		start := time.Now()
		before := start
		for i := range times {
			there <- i
			if <-back != i {
				panic("another answer")
			}
			now := time.Now()
			times[i] = float64(now.Sub(before).Nanoseconds())
			before = now
		}
		result <- before.Sub(start)
	}()
	all := <-result
	close(there)
	close(stop)
	ended.Wait()
	sort.Float64s(times)
	at := func(part float64) float64 { return times[int(part*float64(count-1))] }
	return fmt.Sprintf("trip=%f half=%f p99=%f p999=%f longest=%f", per(all, count), at(0.5), at(0.99), at(0.999), at(1))
}

func load(numbers int, stop <-chan struct{}) *sync.WaitGroup {
	var ended sync.WaitGroup
	if numbers == 0 {
		return &ended
	}
	const members = 1000
	channels := make([]chan int, members)
	for i := range channels {
		channels[i] = make(chan int, room)
	}
	ended.Add(members)
	for i := range channels {
		own, next := channels[i], channels[(i+1)%members]
		go func() {
			defer ended.Done()
			for {
				select {
				case number := <-own:
					next <- number
				case <-stop:
					return
				}
			}
		}()
	}
	for i := 0; i < numbers; i++ {
		channels[i*members/numbers] <- i
	}
	return &ended
}

// Many goroutines send numbered messages to one, which checks the order of each.
func fanIn(senders, each int) string {
	mailbox := make(chan int, room)
	var ready, start sync.WaitGroup
	ready.Add(senders)
	start.Add(1)
	for i := 0; i < senders; i++ {
		sender := i
		go func() {
			ready.Done()
			start.Wait()
			for number := sender * each; number < (sender+1)*each; number++ {
				mailbox <- number
			}
		}()
	}
	ready.Wait()
	began := time.Now()
	start.Done()
	expected := make([]int, senders)
	for i := 0; i < senders*each; i++ {
		number := <-mailbox
		sender := number / each
		if number%each != expected[sender] {
			panic("a message is out of order")
		}
		expected[sender]++
	}
	return fmt.Sprintf("message=%f", per(time.Since(began), senders*each))
}

// One goroutine sends to many in turn.
func fanOut(receivers, each int) string {
	channels := make([]chan int, receivers)
	var all sync.WaitGroup
	all.Add(receivers)
	for i := range channels {
		own := make(chan int, room)
		channels[i] = own
		go func() {
			for number := 0; number < each; number++ {
				if <-own != number {
					panic("a message is out of order")
				}
			}
			all.Done()
		}()
	}
	began := time.Now()
	for number := 0; number < each; number++ {
		for _, channel := range channels {
			channel <- number
		}
	}
	all.Wait()
	return fmt.Sprintf("message=%f", per(time.Since(began), receivers*each))
}

// Goroutines that are started, get one message, answer and end; so many at once.
func churn(count, atOnce int) string {
	waves := count / atOnce
	began := time.Now()
	answers := make(chan int, room)
	for wave := 0; wave < waves; wave++ {
		for i := 0; i < atOnce; i++ {
			own := make(chan int, 1)
			go func() { answers <- <-own }()
			own <- i
		}
		for i := 0; i < atOnce; i++ {
			<-answers
		}
	}
	return fmt.Sprintf("life=%f", per(time.Since(began), waves*atOnce))
}

// 60 goroutines, of which 6 have nine tenths of the work. Each sends itself a message for each piece.
func skew(messages, steps int) string {
	began := time.Now()
	sum := work(messages*steps*(6*81+54), 1)
	middle := time.Now()
	var all sync.WaitGroup
	all.Add(60)
	sums := make([]int, 60)
	for i := range sums {
		own, sum, mine := make(chan int, 1), &sums[i], steps
		if i%10 == 0 {
			mine *= 81
		}
		go func() {
			for left := messages; left > 0; left-- {
				own <- work(mine, <-own)
			}
			*sum = <-own
			all.Done()
		}()
		own <- i
	}
	all.Wait()
	together := time.Since(middle)
	for _, each := range sums {
		sum += each
	}
	// That the sum is wanted keeps the work from being left out.
	if sum < 0 {
		panic("a sum below zero")
	}
	return fmt.Sprintf("one=%d all=%d", middle.Sub(began).Nanoseconds(), together.Nanoseconds())
}

func work(steps, x int) int {
	for ; steps > 0; steps-- {
		x = (x*1103515245 + 12345) & 0xffffff
	}
	return x
}

// Bytes for each of so many goroutines: idle, after a message each, and what the whole process needs more then.
func size(n int) string {
	channels := make([]chan int, n)
	before, resident := memory(), residentMemory()
	var all sync.WaitGroup
	for i := range channels {
		own := make(chan int, 1)
		channels[i] = own
		go func() {
			for range own {
				all.Done()
			}
		}()
	}
	idle := memory()
	all.Add(n)
	for i, channel := range channels {
		channel <- i
	}
	all.Wait()
	after, residentAfter := memory(), residentMemory()
	for _, channel := range channels {
		close(channel)
	}
	each := func(now, then int) float64 { return float64(now-then) / float64(n) }
	return fmt.Sprintf("idle=%f after_mail=%f resident=%f", each(idle, before), each(after, before), each(residentAfter, resident))
}

// Heap and stacks in use, after a collection.
func memory() int {
	debug.FreeOSMemory()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int(stats.HeapAlloc + stats.StackInuse)
}

func residentMemory() int {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		panic(err)
	}
	_, line, _ := strings.Cut(string(status), "VmRSS:")
	kilobytes, err := strconv.Atoi(strings.Fields(line)[0])
	if err != nil {
		panic(err)
	}
	return 1024 * kilobytes
}
