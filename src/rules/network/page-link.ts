// Builds the links with which a browser opens the hall's page. The one-time code is in the fragment, which
// browsers never send. The query differs each time, so that the browser loads the page from the hall and not
// from its cache.

const name = "afresh";

/** Returns a link to the page. The query holds the id of the code, the part before its dot, which is not secret. */
export function linkedPath(path: string, code: string): string {
  return `${afreshPath(path, code.split(".", 1)[0] ?? "")}#code=${code}`;
}

/** Returns the path with the query parameter. The hall's answer to it makes the browser clear its cache. */
export function afreshPath(path: string, word: string): string {
  return `${path}?${name}=${word}`;
}

/** Whether the page was requested through such a link. */
export function isAfresh(search: string): boolean {
  return new URLSearchParams(search).has(name);
}

/** Returns the query of an address without the parameter of such a link, with its "?"; empty if nothing is left. */
export function withoutAfresh(search: string): string {
  if (!isAfresh(search)) return search;
  const left = new URLSearchParams(search);
  left.delete(name);
  return left.size > 0 ? `?${left}` : "";
}
