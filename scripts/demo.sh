# A gateway, a second Java node and a real erl on one screen; then all of it is stopped.
. "$root/scripts/nodes.sh"

demo() {
  [ $# -eq 0 ] || die "demo takes no arguments: ./sunda demo --help"
  need jdk maven unzip erlang
  build
  cluster_open
  quietly erlang "compiling the Erlang side" compile_erlang "$root/erlang/src/sunda.erl" "$root/demo/sunda_demo.erl"
  say "starting the gateway and a second Java node"
  start_java gateway gateway --config "$root/demo/gateway.conf" --name gateway@127.0.0.1
  start_java echo echo --name echo@127.0.0.1
  cluster_erl -name demo@127.0.0.1 -run sunda_demo main gateway@127.0.0.1 echo@127.0.0.1 || die "the demo failed"
  cat <<'TEXT'

Go on by hand, in two terminals (both use ~/.erlang.cookie, which erl makes when there is none):
  erl -name me@127.0.0.1
  ./sunda gateway --name gw@127.0.0.1
and then, in erl:
  gen_server:call({db, 'gw@127.0.0.1'}, {query, <<"SELECT 6 * 7">>, []}).
  erpc:call('gw@127.0.0.1', math, max, [1, 2]).
TEXT
}
