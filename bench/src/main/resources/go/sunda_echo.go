// A node of ergo with a process `echo`, for `bench echo`: name, cookie and the port of epmd are its arguments. Answers
// each line of its input, and ends with it.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"

	"github.com/ergo-services/ergo"
	"github.com/ergo-services/ergo/etf"
	"github.com/ergo-services/ergo/gen"
	"github.com/ergo-services/ergo/node"
	"github.com/ergo-services/ergo/proto/dist"
)

type echo struct {
	gen.Server
}

func (e *echo) HandleInfo(process *gen.ServerProcess, message etf.Term) gen.ServerStatus {
	if tuple, ok := message.(etf.Tuple); ok && len(tuple) == 2 {
		if from, ok := tuple[0].(etf.Pid); ok {
			process.Send(from, message)
		}
	}
	return gen.ServerStatusOK
}

func main() {
	port, err := strconv.ParseUint(os.Args[3], 10, 16)
	check(err)
	options := node.Options{
		Registrar: dist.CreateRegistrarWithRemoteEPMD("127.0.0.1", uint16(port)),
		System:    node.System{DisableAnonMetrics: true},
	}
	started, err := ergo.StartNode(os.Args[1], os.Args[2], options)
	check(err)
	// By default there is room for 100 messages, and a further one is dropped.
	_, err = started.Spawn("echo", gen.ProcessOptions{MailboxSize: 60000}, &echo{})
	check(err)
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		fmt.Println("=>ok")
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
