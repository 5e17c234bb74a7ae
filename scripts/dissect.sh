# What Wireshark says of the bytes that a Sunda node and an Erlang node exchange, and of what two Erlang nodes do.

# dissect: tables in Markdown; fails when Wireshark calls a frame malformed in which it knows every tag, or when frames
# do not account for every byte sent.
dissect() {
  need jdk maven unzip erlang tshark ip
  [ "$(id -u)" = 0 ] || die "nothing was recorded: a network namespace and the recording in it need root"
  mkdir -p "$logs"
  quietly build "compiling the tests" maven -q -pl node test-compile
  quietly tshark-java "recording the conformance tests" recorded java ConformanceIT
  quietly tshark-erlang "recording the same terms between two Erlang nodes" recorded erlang BetweenErlangNodesIT
  lost=0
  for recording in java erlang; do
    say "reading target/tshark-$recording.pcap"
    dissected "$logs/tshark-$recording.pcap" || lost=$((lost + 1))
  done
  [ "$lost" = 0 ]
}

# The log's last lines tell how many packets were dropped: with any, not every byte can be read.
recorded() {
  rm -f "$logs/tshark-$1.pcap"
  unshare --net "$root/scripts/recorded" "$root" "$logs/tshark-$1.pcap" "$2"
}

# Where an erl is called, the first bytes say: two of length, N and its flags. Segments can stand in the recording in
# another order than they were sent in. Wireshark's own limits, 500 levels and 1,000,000 items, are lifted: they are no
# fault of a frame. It goes down the levels on its stack.
dissected() {
  port=$(tshark -r "$1" -Y 'tcp.seq == 1 && tcp.len > 2 && tcp.payload[2:1] == 4e' -T fields -e tcp.dstport 2>"$1.log")
  case $port in
    '' | *[!0-9]*)
      say "the recording does not have exactly one connection between nodes: ports ${port:-none}"
      return 1
      ;;
  esac
  (
    # shellcheck disable=SC3045 # dash and bash have it, and elsewhere the shell says so
    ulimit -s unlimited
    tshark -r "$1" -o tcp.reassemble_out_of_order:TRUE -o gui.max_tree_depth:1000000 -o gui.max_tree_items:1000000000 \
      -d "tcp.port==$port,erldp" -Y "tcp.port == $port && tcp.len > 0" -T fields -E aggregator=' ' -e frame.number \
      -e tcp.srcport -e tcp.nxtseq -e erldp.name -e erldp.tag -e erldp.len -e erldp.etf_tag -e _ws.malformed 2>>"$1.log"
  ) | awk -F '\t' -f "$root/scripts/dissected.awk"
}
