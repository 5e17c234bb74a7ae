# Measurements. Which benchmarks there are stands here only for what each needs; the rest is theirs.
. "$root/scripts/otp.sh"

bench() {
  case ${1:-} in
    codec) need jdk maven unzip erlang jinterface ;;
    bytes) need jdk maven unzip ;;
    alloc) need jdk maven unzip jemalloc ;;
    ring) need jdk maven unzip erlang go ;;
    echo) need jdk maven unzip erlang jinterface gcc ei go ;;
    '') die "bench needs a NAME: ./sunda bench --help" ;;
    *) die "there is no benchmark '$1': ./sunda bench --help lists them" ;;
  esac
  build_bench
  name=$1
  set -- "$JAVA_HOME/bin/java" -cp "$bench_jar:$root/bench/target/lib/*" \
    "-Dsunda.bench.jinterface=$(jinterface_jar || true)" "-Dsunda.bench.jemalloc=$(jemalloc_library || true)" \
    org.sunda.bench.Main "$@"
  [ "$name" != ring ] || beside_otp 29 "$@"
  exec "$@"
}
