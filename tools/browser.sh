#!/bin/sh
# The browser of the tests, which is the system's: `install` puts Chromium on a Debian that lacks it, when we may;
# `tell` says loudly when the tests had to do without.
find_browser() {
  for name in ${BESTGUESS_BROWSER:+"$BESTGUESS_BROWSER"} chromium chromium-browser google-chrome google-chrome-stable; do
    command -v "$name" && return
  done
  return 1
}

install() {
  find_browser >/dev/null && return
  [ "$(id -u)" = 0 ] && [ -e /etc/debian_version ] || return 0
  echo "No Chromium here: installing Debian's, and a font with Chinese signs, for the browser tests."
  mkdir -p build
  { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y chromium fonts-noto-cjk; } >build/apt.log 2>&1 ||
    { echo "Chromium could not be installed:"; tail -3 build/apt.log; }
  return 0
}

tell() {
  find_browser >/dev/null && return
  line='!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!'
  printf '%s\n' "$line" "THE BROWSER TESTS DID NOT RUN: no Chromium was found." \
    "Install it ('apt-get install chromium fonts-noto-cjk') and run 'make test' again." "$line" >&2
}

case "${1:-}" in
  install) install ;;
  tell) tell ;;
  *) find_browser ;;
esac
