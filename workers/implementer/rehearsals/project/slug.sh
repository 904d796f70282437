#!/bin/sh
# Prints a title as a slug: lower case, with dashes.
printf '%s\n' "$1" | tr '[:upper:]' '[:lower:]' | tr ' ' '-'
