// Drops search parameters that a view's parser does not know, from the view's input and from the address. The
// router would otherwise pass them to the view unchecked.
type Search = Record<string, unknown>;

export function onlyKnown<T extends object>(parse: (given: Search) => T): (given: Search) => T {
  return (given) => ({
    ...Object.fromEntries(Object.keys(given).map((name) => [name, undefined])),
    ...parse(given),
  });
}
