// Drops search parameters that a view's parser does not know. The router would otherwise hand them to the view as
// typed; here they vanish from both the view's input and the address.
type Search = Record<string, unknown>;

export function onlyKnown<T extends object>(parse: (given: Search) => T): (given: Search) => T {
  return (given) => ({
    ...Object.fromEntries(Object.keys(given).map((name) => [name, undefined])),
    ...parse(given),
  });
}
