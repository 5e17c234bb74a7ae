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
stress_jar=$root/stress/target/sunda-stress.jar

build_bench() { build_beside bench "$bench_jar" "building the benchmarks"; }
build_stress() { build_beside stress "$stress_jar" "building the stress tests"; }

# A module that needs only node, unless nothing that it is made from has changed.
build_beside() {
  stamp=$root/target/$1.stamp
  [ -f "$stamp" ] && [ -f "$2" ] && [ -z "$(
    cd "$root"
    find pom.xml .mvn node/pom.xml "$1/pom.xml" node/src/main "$1/src/main" -newer "$stamp" | head -n 1
  )" ] && return
  mkdir -p "$root/target"
  touch "$stamp.new"
  # Jars of earlier versions would stay on the class path.
  rm -rf "$root/$1/target/lib"
  quietly build "$3" maven -q -pl "node,$1" package -DskipTests -Dspotless.check.skip=true
  mv "$stamp.new" "$stamp"
}

maven() {
  (cd "$root" && ./mvnw -B -ntp "$@")
}
