#!/bin/sh
# backup.sh [-k N] DIR: packs DIR into DIR-<date>.tgz and keeps the newest N of these.
keep=7
[ "$1" = "-k" ] && keep=$2 && shift 2
tar -czf "$1-$(date +%F).tgz" "$1"
ls -t "$1"-*.tgz | tail -n "+$((keep + 1))" | xargs -r rm --
