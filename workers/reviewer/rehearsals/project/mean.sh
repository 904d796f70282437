#!/bin/sh
# Prints the mean of its arguments, rounded down.
sum=0
for number in "$@"; do sum=$((sum + number)); done
echo $((sum / $#))
