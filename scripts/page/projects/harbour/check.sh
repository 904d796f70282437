# No line of the sources is longer than 110 characters, and none ends in a space.
! grep -nE '^.{111,}$|[[:space:]]$' src/*.ts
