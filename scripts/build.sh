# Builds the gateway's jar, when anything it is made of is newer than the last build.

gateway_jar=$root/gateway/target/sunda-gateway.jar
build_stamp=$root/target/build.stamp

build() {
  fresh && return
  mkdir -p "$root/target"
  touch "$build_stamp.new"
  quietly build "building Sunda" maven -q -pl node,gateway package -DskipTests -Dspotless.check.skip=true
  mv "$build_stamp.new" "$build_stamp"
}

# A folder is newer too when a file was deleted from it.
fresh() {
  [ -f "$build_stamp" ] && [ -f "$gateway_jar" ] && [ -z "$(
    cd "$root"
    find pom.xml .mvn node/pom.xml gateway/pom.xml node/src/main gateway/src/main -newer "$build_stamp" | head -n 1
  )" ]
}

bench_jar=$root/bench/target/sunda-bench.jar
bench_stamp=$root/target/bench.stamp

build_bench() {
  [ -f "$bench_stamp" ] && [ -f "$bench_jar" ] && [ -z "$(
    cd "$root"
    find pom.xml .mvn node/pom.xml bench/pom.xml node/src/main bench/src/main -newer "$bench_stamp" | head -n 1
  )" ] && return
  mkdir -p "$root/target"
  touch "$bench_stamp.new"
  # Jars of earlier versions would stay on the class path.
  rm -rf "$root/bench/target/lib"
  quietly build "building the benchmarks" maven -q -pl node,bench package -DskipTests -Dspotless.check.skip=true
  mv "$bench_stamp.new" "$bench_stamp"
}

stress_jar=$root/stress/target/sunda-stress.jar
stress_stamp=$root/target/stress.stamp

build_stress() {
  [ -f "$stress_stamp" ] && [ -f "$stress_jar" ] && [ -z "$(
    cd "$root"
    find pom.xml .mvn node/pom.xml stress/pom.xml node/src/main stress/src/main -newer "$stress_stamp" | head -n 1
  )" ] && return
  mkdir -p "$root/target"
  touch "$stress_stamp.new"
  # Jars of earlier versions would stay on the class path.
  rm -rf "$root/stress/target/lib"
  quietly build "building the stress tests" maven -q -pl node,stress package -DskipTests -Dspotless.check.skip=true
  mv "$stress_stamp.new" "$stress_stamp"
}

maven() {
  (cd "$root" && ./mvnw -B -ntp "$@")
}
