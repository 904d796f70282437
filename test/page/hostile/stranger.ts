// Another program on the hall's port: it writes down all that it is sent, and answers as it likes.
export interface Heard {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

export interface Stranger {
  heard: Heard[];
  port: number;
  stop(): Promise<void>;
}

export async function takePort(
  port: number,
  answer: (heard: Heard) => Response = () => new Response("nothing", { status: 404 }),
): Promise<Stranger> {
  const heard: Heard[] = [];
  const server = await bind(port, async (request) => {
    const { pathname, search } = new URL(request.url);
    const one: Heard = {
      method: request.method,
      path: pathname + search,
      headers: Object.fromEntries(request.headers),
      body: await request.text(),
    };
    heard.push(one);
    return answer(one);
  });
  return { heard, port: server.port ?? 0, stop: () => server.stop(true) };
}

/** The kernel gives the port free a moment after its process is gone. */
async function bind(port: number, handle: (request: Request) => Promise<Response>) {
  for (let tries = 0; ; tries += 1) {
    try {
      return Bun.serve({ hostname: "127.0.0.1", port, idleTimeout: 0, fetch: handle });
    } catch (thrown) {
      if (tries > 50) throw thrown;
      await Bun.sleep(20);
    }
  }
}

/** Everything in a request that could be a key to something, to be tried as one. */
export function wordsOf({ path, headers, body }: Heard): string[] {
  const all = [path, ...Object.values(headers), body].join(" ");
  return [...new Set(all.match(/[\w+/=-]{16,}/g) ?? [])];
}
