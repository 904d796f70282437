// A minimal HTTP client with one keep-alive connection. It shares the machine with the measured hall, so a
// more expensive client would distort the figures.
import type { Socket } from "bun";

export interface Answer {
  status: number;
  bytes: number;
  body: string;
  ms: number;
}

export interface Connection {
  /** Sends a request. The previous one must have been answered. */
  send(request: string): Promise<Answer>;
  close(): void;
}

export interface Target {
  port: number;
  token: string;
}

interface Waiting {
  begun: number;
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

export async function connect({ port }: Pick<Target, "port">): Promise<Connection> {
  let waiting: Waiting | null = null;
  let received = Buffer.alloc(0);
  const settle = () => {
    const answer = waiting && readAnswer(received, waiting.begun);
    if (!answer) return;
    const { resolve } = waiting as Waiting;
    waiting = null;
    received = Buffer.alloc(0);
    resolve(answer);
  };
  const fail = (why: string) => {
    waiting?.reject(new Error(why));
    waiting = null;
  };
  const socket: Socket = await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      data: (_, bytes) => {
        received = received.length === 0 ? Buffer.from(bytes) : Buffer.concat([received, bytes]);
        settle();
      },
      close: () => fail("the connection was closed"),
      error: (_, error) => fail(error.message),
    },
  });
  socket.setNoDelay(true);
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting = { begun: performance.now(), resolve, reject };
        socket.write(request);
        socket.flush();
      }),
    close: () => socket.end(),
  };
}

/** `null` while the answer is incomplete. The hall states the length of every answer except a stream. */
function readAnswer(received: Buffer, begun: number): Answer | null {
  const end = received.indexOf("\r\n\r\n");
  if (end < 0) return null;
  const head = received.subarray(0, end).toString("latin1");
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? Number.NaN);
  if (Number.isNaN(length)) throw new Error(`an answer without its length: ${head}`);
  if (received.length < end + 4 + length) return null;
  const body = received.subarray(end + 4, end + 4 + length).toString("utf8");
  return { status: Number(head.slice(9, 12)), bytes: received.length, body, ms: performance.now() - begun };
}

export function getText({ port, token }: Target, path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`;
}

export function postText({ port, token }: Target, path: string, value: unknown): string {
  const body = JSON.stringify(value);
  return (
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
}
