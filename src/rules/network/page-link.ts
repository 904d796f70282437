// The links by which a browser comes in at the hall's page. The code stands in the fragment, which a browser sends nowhere.
// The query is another one each time, so that the browser asks the hall for the page and takes none out of its cache.

const name = "afresh";

/** The id of the code, before its dot, is no secret. */
export function linkedPath(path: string, code: string): string {
  return `${afreshPath(path, code.split(".", 1)[0] ?? "")}#code=${code}`;
}

/** The hall's answer has the browser empty its cache. */
export function afreshPath(path: string, word: string): string {
  return `${path}?${name}=${word}`;
}

/** Whether the page was asked for by such a link. */
export function isAfresh(search: string): boolean {
  return new URLSearchParams(search).has(name);
}

/** The query of an address without that, with its mark; empty if nothing is left. */
export function withoutAfresh(search: string): string {
  if (!isAfresh(search)) return search;
  const left = new URLSearchParams(search);
  left.delete(name);
  return left.size > 0 ? `?${left}` : "";
}
