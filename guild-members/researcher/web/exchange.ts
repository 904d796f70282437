// Sends one request to an address that the caller has checked. It resolves no names, so a changed DNS answer
// cannot redirect it after the check. The name is used only for TLS and the Host header.
import { connect, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

export interface ExchangeOrder {
  url: URL;
  host: string;
  address: string;
  maxBytes: number;
  signal: AbortSignal;
}

export interface HttpAnswer {
  status: number;
  headers: ReadonlyMap<string, string>;
  body: Uint8Array;
  /** True if `body` is not the whole body. */
  cut: boolean;
}

const maxHeadBytes = 65_536;

export async function exchange(order: ExchangeOrder): Promise<HttpAnswer> {
  const socket = dial(order);
  const leave = () => socket.destroy(new Error("it took too long"));
  order.signal.addEventListener("abort", leave, { once: true });
  if (order.signal.aborted) leave();
  try {
    return await readAnswer(socket, order.maxBytes);
  } finally {
    order.signal.removeEventListener("abort", leave);
    socket.on("error", () => undefined).destroy();
  }
}

function dial({ url, host, address }: ExchangeOrder): Socket {
  const isSecure = url.protocol === "https:";
  const port = Number(url.port || (isSecure ? 443 : 80));
  const name = isIP(host) === 0 ? { servername: host } : {};
  const socket = isSecure
    ? connectTls({ host: address, port, ...name, ALPNProtocols: ["http/1.1"], rejectUnauthorized: true })
    : connect({ host: address, port });
  socket.once(isSecure ? "secureConnect" : "connect", () => socket.write(requestFor(url)));
  return socket;
}

function requestFor(url: URL): string {
  const lines = [
    `GET ${url.pathname}${url.search} HTTP/1.1`,
    `Host: ${url.host}`,
    "User-Agent: guild-member/1.0",
    "Accept: text/html, text/*;q=0.9, application/json;q=0.8, */*;q=0.1",
    "Accept-Encoding: identity",
    "Connection: close",
  ];
  return `${lines.join("\r\n")}\r\n\r\n`;
}

async function readAnswer(socket: Socket, maxBytes: number): Promise<HttpAnswer> {
  const received = createBuffer();
  let head: Head | undefined;
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    const bytes = received.add(chunk);
    head ??= parseHead(bytes);
    if (head === undefined && bytes.length > maxHeadBytes)
      throw new Error("the head of its answer is too long");
    if (head !== undefined && isComplete({ head, maxBytes }, bytes.subarray(head.bytes))) break;
  }
  if (head === undefined) throw new Error("it does not answer in HTTP/1.1");
  const { body, isWhole } = unframed(head, received.all().subarray(head.bytes));
  return { ...head, body: body.subarray(0, maxBytes), cut: !isWhole || body.length > maxBytes };
}

/** Collects the received bytes. Grows by doubling, because a server may send single bytes. */
function createBuffer() {
  let held = Buffer.alloc(65_536);
  let length = 0;
  const all = () => held.subarray(0, length);
  return {
    all,
    add: (chunk: Buffer) => {
      if (length + chunk.length > held.length)
        held = Buffer.concat([held, Buffer.alloc(length + chunk.length)]);
      length += chunk.copy(held, length);
      return all();
    },
  };
}

interface Head {
  status: number;
  headers: ReadonlyMap<string, string>;
  /** The length of the head, with the empty line that ends it. */
  bytes: number;
}

function parseHead(bytes: Buffer): Head | undefined {
  const end = bytes.subarray(0, maxHeadBytes).indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [first = "", ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const status = Number(/^HTTP\/1\.[01] ([2-5]\d\d)(?: |$)/.exec(first)?.[1] ?? 0);
  if (status === 0) throw new Error("it does not answer in HTTP/1.1");
  const pairs = lines.map((line) => line.split(/:(.*)/s, 2));
  const headers = new Map(pairs.map(([name = "", value = ""]) => [name.toLowerCase(), value.trim()]));
  if (!/^(?:identity)?$/i.test(headers.get("content-encoding") ?? ""))
    throw new Error("its answer is packed");
  return { status, headers, bytes: end + 4 };
}

/**
 * Detects the end without waiting for the server to close the connection. Parses chunks only if the last
 * bytes look like the last chunk.
 */
function isComplete({ head, maxBytes }: { head: Head; maxBytes: number }, sent: Buffer): boolean {
  if (sent.length > 2 * maxBytes) return true;
  if (!isChunked(head))
    return sent.length > maxBytes || (head.headers.has("content-length") && unframed(head, sent).isWhole);
  return sent.subarray(-5).toString("latin1") === "0\r\n\r\n" && unframed(head, sent).isWhole;
}

function isChunked({ headers }: Head): boolean {
  return headers.get("transfer-encoding")?.toLowerCase() === "chunked";
}

/** Returns the body without its framing, as far as it was received. */
function unframed(head: Head, sent: Buffer): { body: Buffer; isWhole: boolean } {
  if (isChunked(head)) return unchunked(sent);
  const length = Number(head.headers.get("content-length") ?? sent.length);
  return { body: sent.subarray(0, length), isWhole: sent.length >= length };
}

function unchunked(sent: Buffer): { body: Buffer; isWhole: boolean } {
  const pieces: Buffer[] = [];
  for (let at = 0; ;) {
    const line = sent.indexOf("\r\n", at);
    const size = line < 0 ? Number.NaN : Number.parseInt(sent.subarray(at, line).toString("latin1"), 16);
    if (!(size > 0)) return { body: Buffer.concat(pieces), isWhole: size === 0 };
    pieces.push(sent.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
}
