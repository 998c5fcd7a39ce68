#!/bin/sh
# Sees to it that there is a chromium for the browser tests: one that is named, one on the PATH, or Debian's.
set -eu
[ -n "${CHROMIUM:-}" ] && exit 0
command -v chromium >/dev/null || command -v chromium-browser >/dev/null && exit 0
root=
[ "$(id -u)" = 0 ] || root=sudo
if command -v apt-get >/dev/null && { [ -z "$root" ] || command -v sudo >/dev/null; }; then
    export DEBIAN_FRONTEND=noninteractive
    $root apt-get -qq -o Acquire::Retries=3 update >/dev/null &&
        $root apt-get -qq -y -o Acquire::Retries=3 install --no-install-recommends chromium fonts-dejavu-core >/dev/null &&
        command -v chromium >/dev/null && exit 0
fi
echo "The browser tests want a chromium and could not install one: install it and put it on the PATH, or name it with CHROMIUM=/path/to/chromium." >&2
exit 1
