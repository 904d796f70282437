// One request over one connection to an address that was checked. Nothing is looked up here, so nobody can be led
// elsewhere in between: the name only says whose certificate has to be shown.
import { connect, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

export interface ExchangeOrder {
  url: URL;
  host: string;
  address: string;
  maxBytes: number;
  signal: AbortSignal;
}

export interface Answer {
  status: number;
  headers: ReadonlyMap<string, string>;
  body: Uint8Array;
  /** True: there was more. */
  cut: boolean;
}

const maxHeadBytes = 65_536;

export async function exchange(order: ExchangeOrder): Promise<Answer> {
  const socket = dial(order);
  const leave = () => socket.destroy(new Error("the time for it is up"));
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

async function readAnswer(socket: Socket, maxBytes: number): Promise<Answer> {
  let bytes: Buffer = Buffer.alloc(0);
  let head: Head | undefined;
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    bytes = Buffer.concat([bytes, chunk]);
    head ??= parseHead(bytes);
    if (head === undefined && bytes.length > maxHeadBytes)
      throw new Error("the head of its answer is too long");
    if (head !== undefined && isWhole(head, bytes, maxBytes)) break;
  }
  if (head === undefined) throw new Error("it does not answer in HTTP/1.1");
  const sent = bytes.subarray(head.bytes);
  const body = head.headers.get("transfer-encoding") === "chunked" ? unchunked(sent) : sent;
  return { ...head, body: body.subarray(0, maxBytes), cut: body.length > maxBytes || sent.length > maxBytes };
}

interface Head {
  status: number;
  headers: ReadonlyMap<string, string>;
  /** With the empty line that ends it. */
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
  return { status, headers, bytes: end + 4 };
}

function isWhole({ headers, bytes: head }: Head, bytes: Buffer, maxBytes: number): boolean {
  const length = bytes.length - head;
  if (length > maxBytes) return true;
  if (headers.get("transfer-encoding") === "chunked")
    return bytes.subarray(-5).toString("latin1") === "0\r\n\r\n";
  return length >= Number(headers.get("content-length") ?? Number.POSITIVE_INFINITY);
}

/** Up to where it is whole: the rest was cut off. */
function unchunked(sent: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; ;) {
    const line = sent.indexOf("\r\n", at);
    const size = line < 0 ? 0 : Number.parseInt(sent.subarray(at, line).toString("latin1"), 16);
    if (!(size > 0)) return Buffer.concat(pieces);
    pieces.push(sent.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
}
