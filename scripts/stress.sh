# Races and long runs. The reports of jcstress go to target/stress.

stress() {
  case ${1:-} in
    '') set -- -f 1 -iters 5 -time 1000 ;;
    # One way of compiling instead of several.
    --quick) set -- -f 1 -iters 2 -time 500 -sc false -jvmArgs -XX:+UseParallelGC ;;
    --soak)
      need jdk maven unzip
      build_stress
      exec "$JAVA_HOME/bin/java" -Xmx3g --add-opens java.base/java.lang=ALL-UNNAMED \
        -cp "$stress_jar:$root/stress/target/lib/*" org.sunda.stress.Soak
      ;;
    --faults)
      minutes=30
      [ "${2:-}" != --minutes ] || minutes=${3:?how many minutes}
      need jdk maven unzip erlang
      build_stress
      exec "$JAVA_HOME/bin/java" -cp "$stress_jar:$root/stress/target/lib/*" org.sunda.faults.Faults \
        "$minutes" "$root/target/stress/faults"
      ;;
    *) die "stress knows no '$1': ./sunda stress --help" ;;
  esac
  need jdk maven unzip
  build_stress
  mkdir -p "$root/target/stress"
  # It keeps its state in the current folder.
  cd "$root/target/stress"
  "$JAVA_HOME/bin/java" -cp "$stress_jar:$root/stress/target/lib/*" org.openjdk.jcstress.Main "$@" -r report
}
