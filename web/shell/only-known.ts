// What of an address's search a view knows. The router hands on what a view's parser left out, as it was typed: here it
// is taken away for good, from what the view gets and from the address.
type Search = Record<string, unknown>;

export function onlyKnown<T extends object>(parse: (given: Search) => T): (given: Search) => T {
  return (given) => ({
    ...Object.fromEntries(Object.keys(given).map((name) => [name, undefined])),
    ...parse(given),
  });
}
