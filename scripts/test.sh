# Every test of the project, and one line that sums them up.
. "$root/scripts/nodes.sh"

tests() {
  fast=
  while [ $# -gt 0 ]; do
    case $1 in
      --fast) fast=yes ;;
      --matrix)
        . "$root/scripts/matrix.sh"
        matrix
        return
        ;;
      --dissect)
        . "$root/scripts/dissect.sh"
        dissect
        return
        ;;
      --otp)
        [ $# -ge 2 ] || die "--otp needs a release: ./sunda test --help"
        otp=$2
        shift
        ;;
      *) die "test knows no '$1': ./sunda test --help" ;;
    esac
    shift
  done
  if [ -n "${otp:-}" ]; then
    . "$root/scripts/otp.sh"
    in_otp "$otp" "$root/sunda" test ${fast:+--fast}
  fi
  if [ "$erl" = erl ]; then need jdk maven unzip erlang; else need jdk maven unzip; fi
  # Reports of an earlier run would be counted too.
  rm -rf "$root"/*/target/surefire-reports "$root"/*/target/failsafe-reports "$root/target/eunit"
  broken=0
  java_tests || broken=1
  erlang_tests || broken=1
  sum_up
}

# A failing test does not keep the other modules from being tested, so Maven itself calls that a success. What it does
# not pass over in silence are lines with [ERROR]: for failures, and for a JVM that died without a report.
java_tests() {
  if [ -n "$fast" ]; then
    set -- test -Dspotless.check.skip=true
  else
    set -- verify -Dsunda.erl.required=true "-Dsunda.erl=$erl"
  fi
  log=$logs/test.log
  mkdir -p "$logs"
  say "running the Java tests (log: target/test.log)"
  { maven -Dmaven.test.failure.ignore=true "$@" </dev/null 2>&1 && echo "$ok" || echo failed; } | tee "$log" |
    sed -n -u 's/^\[[A-Z]*\] \(Tests run: .* in .*\)/  \1/p'
  [ "$(tail -n 1 "$log")" = "$ok" ] && ! grep -q '^\[ERROR\]' "$log" && return
  grep '^\[ERROR\]' "$log" | head -n 60 >&2
  say "the Java tests failed: the first errors stand above, all of it in target/test.log"
  return 1
}

ok='Maven has come to its end'

# The modules that speak with a gateway find its name in the environment, and have no tests without it.
erlang_tests() {
  mkdir -p "$root/target/eunit"
  cluster_open
  quietly erlang "compiling the Erlang application" \
    compile_erlang "$root"/erlang/src/*.erl "$root"/erlang/test/*.erl || return
  modules=$(cd "$root/erlang/test" && ls *_tests.erl | sed 's/\.erl$//' | paste -sd, -)
  report="{report, {eunit_surefire, [{dir, \"$cluster\"}]}}"
  set -- -eval "halt(case eunit:test([$modules], [verbose, $report]) of ok -> 0; _ -> 1 end)."
  if [ -z "$fast" ]; then
    start_java gateway gateway --config "$root/erlang/test/gateway.conf" --name gateway@127.0.0.1 || return
    export SUNDA_TEST_GATEWAY=gateway@127.0.0.1
    set -- -name eunit@127.0.0.1 "$@"
  fi
  quietly eunit "running the Erlang tests" cluster_erl "$@"
}

# From the reports both worlds write in the same form: <testsuite tests="" failures="" errors="" skipped="" ...>.
sum_up() {
  cp "$cluster"/TEST-*.xml "$root/target/eunit" 2>/dev/null || true
  cat /dev/null "$root"/*/target/*-reports/TEST-*.xml "$root"/target/eunit/TEST-*.xml 2>/dev/null |
    grep '<testsuite ' |
    awk -v broken="$broken" '
      function attribute(name) { return match($0, " " name "=\"[0-9]+") ? substr($0, RSTART + length(name) + 3) + 0 : 0 }
      { tests += attribute("tests"); failed += attribute("failures") + attribute("errors"); skipped += attribute("skipped") }
      END {
        passed = tests - failed - skipped
        # A build that broke, or a run that tested nothing, is a failure that no report tells of.
        if ((broken && !failed) || !passed) failed++
        printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
        exit failed > 0
      }'
}
