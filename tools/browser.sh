#!/bin/sh
# The browsers of the tests, which are the system's: `install` puts Chromium without its window (half the processor time of
# the whole one) on a Debian that lacks it, when we may, and `install-firefox` Firefox, for `make verify`; `tell` and
# `tell-firefox` say loudly when the tests had to do without.
find_browser() {
  for name in ${BESTGUESS_BROWSER:+"$BESTGUESS_BROWSER"} chromium-headless-shell chromium chromium-browser google-chrome \
    google-chrome-stable; do
    command -v "$name" && return
  done
  return 1
}

find_firefox() {
  command -v firefox-esr || command -v firefox
}

# install NAME PACKAGES: installs Debian's packages, when this is a Debian and we may.
install() {
  name=$1
  shift
  [ "$(id -u)" = 0 ] && [ -e /etc/debian_version ] || return 0
  echo "No $name here: installing Debian's for the browser tests."
  mkdir -p build
  { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y "$@"; } >build/apt.log 2>&1 ||
    { echo "$name could not be installed:"; tail -3 build/apt.log; }
  return 0
}

# tell WHAT NAME PACKAGES TARGET
tell() {
  line='!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!'
  printf '%s\n' "$line" "$1 DID NOT RUN: no $2 was found." \
    "Install it ('apt-get install $3') and run 'make $4' again." "$line" >&2
}

case "${1:-}" in
  install)
    command -v ${BESTGUESS_BROWSER:+"$BESTGUESS_BROWSER"} chromium-headless-shell >/dev/null ||
      install "Chromium without a window" chromium-headless-shell fonts-noto-cjk
    ;;
  install-firefox) find_firefox >/dev/null || install Firefox firefox-esr ;;
  tell) find_browser >/dev/null || tell "THE BROWSER TESTS" Chromium "chromium-headless-shell fonts-noto-cjk" test ;;
  tell-firefox) find_firefox >/dev/null || tell "THE TEST IN FIREFOX" Firefox firefox-esr verify ;;
  *) find_browser ;;
esac
