#!/bin/sh
# Starts the unpacked Chromium with the libraries and fonts it came with.
here=$(dirname "$(readlink -f "$0")")
libraries="$here/libraries"
[ -d "$libraries/lib" ] && libraries="$libraries/lib"
export LD_LIBRARY_PATH="$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_FILE="$here/fonts/own-fonts.conf"
exec "$here/chromium" "$@"
