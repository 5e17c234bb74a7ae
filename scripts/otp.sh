# Other releases of Erlang/OTP, each in a folder of its own: a small Debian made by debootstrap, where `chroot` finds erl.

otp_suite() {
  case $1 in
    27) echo trixie ;;
    29) echo sid ;;
    *) die "no Debian suite is known here to have OTP $1: 27 and 29 are the choice" ;;
  esac
}

otp_folder() { echo "${XDG_CACHE_HOME:-$HOME/.cache}/sunda/otp-$1"; }

# in_otp N COMMAND...: becomes COMMAND, with SUNDA_ERL naming the erl of OTP N.
in_otp() {
  release=$1
  shift
  suite=$(otp_suite "$release")
  [ "$(id -u)" = 0 ] || die "OTP $release was NOT tested: debootstrap and chroot need root"
  need debootstrap
  otp_root=$(otp_folder "$release")
  [ -d "$otp_root" ] || otp_make
  # What is mounted is seen by COMMAND alone and goes with it, however it ends.
  exec unshare --mount --propagation private "$root/scripts/otp-run" "$otp_root" "$root" "$@"
}

# beside_otp N COMMAND...: becomes COMMAND, with SUNDA_OTHER_ERL naming the erl of OTP N, beside the one that is
# installed. Comes back when no folder with it was made yet, or only root could use it.
beside_otp() {
  otp_root=$(otp_folder "$1")
  shift
  [ -d "$otp_root" ] && [ "$(id -u)" = 0 ] || return 0
  export ERL_VARIABLE=SUNDA_OTHER_ERL
  exec unshare --mount --propagation private "$root/scripts/otp-run" "$otp_root" "$root" "$@"
}

otp_make() {
  mkdir -p "$(dirname "$otp_root")"
  rm -rf "$otp_root.part"
  quietly "otp-$release" "making a folder with OTP $release from Debian $suite: $otp_root" \
    debootstrap --variant=minbase --include=erlang-base,erlang-eunit,erlang-ssl "$suite" "$otp_root.part" ||
    die "OTP $release was NOT tested: its folder could not be made"
  has=$(chroot "$otp_root.part" erl -noshell -eval 'io:put_chars(erlang:system_info(otp_release)), halt().')
  [ "$has" = "$release" ] ||
    die "OTP $release was NOT tested: Debian $suite has OTP $has by now (mend otp_suite in scripts/otp.sh)"
  rm -rf "$otp_root.part/var/cache/apt/archives" "$otp_root.part/var/lib/apt/lists"
  mv "$otp_root.part" "$otp_root"
}
