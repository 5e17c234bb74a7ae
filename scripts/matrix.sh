# What real Erlang nodes of several releases see of a Sunda node, by every way in which the two can talk.

# matrix: a table in Markdown, with the numbers of passed and failed tests; fails when one failed.
matrix() {
  . "$root/scripts/otp.sh"
  need jdk maven unzip erlang debootstrap
  # Made before, since what becomes of it otherwise is this shell.
  for release in 27 29; do
    otp_root=$(otp_folder "$release")
    otp_suite "$release" >/dev/null
    suite=$(otp_suite "$release")
    [ -d "$otp_root" ] || otp_make
  done
  mkdir -p "$logs"
  quietly build "compiling the tests" maven -q -pl node test-compile
  lost=0
  echo "| OTP | transport | atom cache | fragments | passed | failed |"
  echo "|---|---|---|---|---|---|"
  for release in "$(installed_otp)" 27 29; do
    for transport in plain TLS; do
      for cache in on off; do
        for fragments in on off; do
          cell || lost=$((lost + 1))
        done
      done
    done
  done
  [ "$lost" = 0 ]
}

installed_otp() { erl -noshell -eval 'io:put_chars(erlang:system_info(otp_release)), halt().'; }

cell() {
  name=$release-$transport-$cache-$fragments
  say "OTP $release, $transport, atom cache $cache, fragments $fragments (log: target/matrix-$name.log)"
  reports=$root/node/target/failsafe-reports/TEST-org.sunda.ConformanceIT.xml
  rm -f "$reports"
  # In a shell of its own: in_otp becomes the command.
  (
    set -- "$root/scripts/cell" "$root" "$transport" "$cache" "$fragments"
    if [ "$release" = "$(installed_otp)" ]; then exec "$@"; else in_otp "$release" "$@"; fi
  ) >"$logs/matrix-$name.log" 2>&1 </dev/null || true
  [ -f "$reports" ] || echo '<testsuite tests="1" errors="1" skipped="0" failures="0">' >"$reports"
  cp "$reports" "$logs/matrix-$name.xml"
  grep '<testsuite ' "$reports" | awk -v cell="$release | $transport | $cache | $fragments" '
    function attribute(name) { return match($0, " " name "=\"[0-9]+") ? substr($0, RSTART + length(name) + 3) + 0 : 0 }
    { failed = attribute("failures") + attribute("errors"); passed = attribute("tests") - attribute("skipped") - failed }
    END { printf "| %s | %d | %d |\n", cell, passed, failed; exit failed > 0 || !passed }'
}
