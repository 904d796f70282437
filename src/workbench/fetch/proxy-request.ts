// Parses what a program asks of its proxy: a tunnel to a host (CONNECT), or one plain request, which is forwarded to
// the host of its URL. Anything that is not clearly valid is refused.

export type ProxyRequest =
  | { kind: "tunnel"; url: string }
  /**
   * `head` is what is forwarded, without the headers for the proxy. `bodyBytes` is the length of the body, `null` if
   * it is chunked. Bytes after the body are another request, perhaps for another host.
   */
  | { kind: "plain"; url: string; head: string; bodyBytes: number | null };

/** Parses the head of a request. Returns a sentence with the reason if the request is refused. */
export function parseProxyRequest(head: string): ProxyRequest | string {
  const [first = "", ...lines] = head.split("\r\n");
  const [, method, target = "", version] = /^([A-Z]{1,20}) (\S{1,8192}) HTTP\/1\.([01])$/.exec(first) ?? [];
  if (method === undefined || version === undefined) return "The first line of the request cannot be read.";
  if (lines.some((line) => !/^[!#$%&'*+.^_`|~\w-]+:[^\0\r\n]*$/.test(line)))
    return "The head of the request cannot be read.";
  if (method === "CONNECT") return asTunnel(target);
  if (!/^http:\/\//i.test(target))
    return "The proxy passes on only a tunnel, or a request for a whole http:// URL.";
  const url = URL.parse(target);
  if (url === null) return "The URL of the request cannot be read.";
  const bodyBytes = bodyOf(lines);
  if (bodyBytes === undefined) return "The length of the request's body cannot be read.";
  const passed = lines.filter((line) => !isForProxy(line));
  const sent = [`${method} ${url.pathname}${url.search} HTTP/1.${version}`, `Host: ${url.host}`, ...passed];
  const close = "Connection: close";
  return { kind: "plain", url: target, head: `${[...sent, close].join("\r\n")}\r\n\r\n`, bodyBytes };
}

/**
 * Returns the length of the body, `null` if it is chunked. `undefined` if the length is given twice, or in a way that
 * two servers could read differently.
 */
function bodyOf(lines: readonly string[]): number | null | undefined {
  const lengths = valuesOf(lines, "content-length");
  const encodings = valuesOf(lines, "transfer-encoding");
  if (lengths.length + encodings.length > 1) return undefined;
  if (encodings.length > 0) return /^chunked$/i.test(encodings[0] ?? "") ? null : undefined;
  const [length = "0"] = lengths;
  return /^\d{1,15}$/.test(length) ? Number(length) : undefined;
}

function valuesOf(lines: readonly string[], name: string): string[] {
  return lines.flatMap((line) => {
    const at = line.indexOf(":");
    return line.slice(0, at).toLowerCase() === name ? [line.slice(at + 1).trim()] : [];
  });
}

/** Accepts a host and a port, and nothing that a URL parser would read as a user, a path or a query. */
function asTunnel(target: string): ProxyRequest | string {
  if (!/^(?:\[[0-9a-f:.]{2,60}\]|[^\s/?#@\\:[\]]{1,255}):\d{1,5}$/i.test(target))
    return "A tunnel needs a host and a port.";
  return { kind: "tunnel", url: `http://${target}/` };
}

/** Headers that are not forwarded: the URL already names the host, and connections and upgrades end at the proxy. */
const forProxy = /^(?:host|connection|keep-alive|proxy-[\w-]+|te|trailer|upgrade|http2-settings):/i;

function isForProxy(line: string): boolean {
  return forProxy.test(line);
}
