# Finds what the project needs from the machine, and installs what is missing where apt-get can.

# need TOOL...: afterwards each of jdk, erlang, maven, unzip, debootstrap, jinterface, jemalloc, go, gcc, ei, tshark, ip
# is there (and JAVA_HOME is set, for jdk), or we have left.
need() {
  missing=
  for tool in "$@"; do
    case $tool in
      jdk) find_jdk || missing="$missing openjdk-25-jdk-headless" ;;
      erlang) erlang_here || missing="$missing erlang-base erlang-eunit" ;;
      maven) command -v mvn >/dev/null || missing="$missing maven" ;;
      unzip) command -v unzip >/dev/null || missing="$missing unzip" ;;
      jinterface) jinterface_jar >/dev/null || missing="$missing erlang-jinterface" ;;
      jemalloc) jemalloc_library >/dev/null || missing="$missing libjemalloc2" ;;
      go) command -v go >/dev/null || missing="$missing golang-go" ;;
      gcc) command -v gcc >/dev/null || missing="$missing gcc libc6-dev" ;;
      ei) ei_here || missing="$missing erlang-dev" ;;
      tshark) command -v tshark >/dev/null && command -v dumpcap >/dev/null || missing="$missing tshark" ;;
      ip) command -v ip >/dev/null || missing="$missing iproute2" ;;
      debootstrap) command -v debootstrap >/dev/null || missing="$missing debootstrap" ;;
    esac
  done
  [ -z "$missing" ] && return
  install_packages $missing
  case " $* " in *' jdk '*) find_jdk || die "$no_jdk" ;; esac
}

no_jdk='no JDK 25 was found, nor a package for it: unpack one from https://adoptium.net (Temurin 25), set JAVA_HOME to it, and run this again'

# JAVA_HOME, the javac on the PATH, then where distributions put theirs.
find_jdk() {
  found=$(command -v javac) && found=$(dirname "$(dirname "$(readlink -f "$found")")")
  for dir in "${JAVA_HOME:-}" "$found" /usr/lib/jvm/*25*; do
    [ -x "$dir/bin/javac" ] && grep -q '^JAVA_VERSION="25[".]' "$dir/release" 2>/dev/null || continue
    JAVA_HOME=$dir
    export JAVA_HOME
    return 0
  done
  return 1
}

# An erl with eunit: distributions split OTP into packages.
erlang_here() {
  found=$(command -v erl) && command -v erlc >/dev/null || return
  set -- "$(dirname "$(dirname "$(readlink -f "$found")")")"/lib/eunit-*/ebin/eunit.beam
  [ -f "$1" ]
}

# The Jinterface that belongs to the installed Erlang.
jinterface_jar() {
  found=$(command -v erl) || return
  set -- "$(dirname "$(dirname "$(readlink -f "$found")")")"/lib/jinterface-*/priv/OtpErlang.jar /usr/share/java/OtpErlang.jar
  for jar in "$@"; do
    [ -f "$jar" ] && echo "$jar" && return
  done
  return 1
}

# The header of the library with which a C program is a node.
ei_here() {
  found=$(command -v erl) || return
  set -- "$(dirname "$(dirname "$(readlink -f "$found")")")"/lib/erl_interface-*/include/ei.h
  [ -f "$1" ]
}

jemalloc_library() {
  for library in /usr/lib/*/libjemalloc.so.2 /usr/lib/libjemalloc.so.2 /usr/lib64/libjemalloc.so.2; do
    [ -f "$library" ] && echo "$library" && return
  done
  return 1
}

install_packages() {
  if ! command -v apt-get >/dev/null; then
    case $* in *openjdk*) die "$no_jdk" ;; esac
    die "missing here, with no apt-get to install it: $* (Debian's names); install the like and run this again"
  fi
  sudo=
  allowed=yes
  if [ "$(id -u)" != 0 ]; then
    sudo=sudo
    command -v sudo >/dev/null || allowed=
  fi
  [ -z "$allowed" ] || say "missing here: $* (to be installed with ${sudo:+sudo }apt-get)"
  # Lists that are old or not there at all know neither the packages nor where they are.
  [ -z "$allowed" ] || quietly apt-update "reading the package lists" $sudo apt-get -q update ||
    say "going on with the package lists as they are"
  for package in "$@"; do
    apt-cache show "$package" >/dev/null 2>&1 && continue
    case $package in openjdk-*) die "$no_jdk" ;; esac
    die "this distribution has no package '$package': install the like and run this again"
  done
  [ -n "$allowed" ] || die "these packages are missing: $*; install them as root and run this again"
  quietly apt-install "installing them" \
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends install "$@"
}
