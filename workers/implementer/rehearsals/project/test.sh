#!/bin/sh
set -e
test "$(sh slug.sh 'One Two')" = one-two
echo "all tests passed"
