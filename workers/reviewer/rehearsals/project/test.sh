#!/bin/sh
set -e
test "$(sh mean.sh 2 4)" = 3
echo "1 test passed"
