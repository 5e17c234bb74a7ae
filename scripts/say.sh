# What the launcher prints, and the one way it runs something long.

logs=$root/target

say() { printf 'sunda: %s\n' "$*" >&2; }

die() {
  say "$*"
  exit 1
}

# quietly NAME WHAT COMMAND...: runs COMMAND with its output in target/NAME.log, tells what is done and how long it
# took, and shows the log's end if it fails.
quietly() {
  log=$logs/$1.log
  what=$2
  shift 2
  mkdir -p "$logs"
  say "$what (log: ${log#"$root"/})"
  began=$(date +%s)
  if "$@" >"$log" 2>&1 </dev/null; then
    say "$what: done in $(($(date +%s) - began)) s"
  else
    tail -n 40 "$log" >&2
    say "$what: failed; the end of ${log#"$root"/} stands above"
    return 1
  fi
}
