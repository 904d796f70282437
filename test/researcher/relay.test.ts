// The way from a session to the model: what passes, what is added, and what is refused.
import { afterEach, describe, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openRelay, type Relay, socketName } from "../../guild-members/researcher/sandbox/relay.ts";
import { tempDir } from "../harness/temp.ts";

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

interface Upstream {
  url: string;
  port: number;
  requests: { path: string; headers: Headers; body: string }[];
}

function serve(answer: () => Response = () => new Response("fine"), port = 0): Upstream {
  const requests: Upstream["requests"] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port,
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      requests.push({ path: pathname + search, headers: request.headers, body: await request.text() });
      return answer();
    },
  });
  open.push({ close: () => server.stop(true) });
  return { url: `http://127.0.0.1:${server.port}`, port: server.port ?? 0, requests };
}

function relayTo(baseUrl: string, directory: string | null = null): Relay {
  const credential = { name: "ANTHROPIC_API_KEY" as const, value: "real" };
  const headers = { "x-guild-job": "job-1" };
  const relay = openRelay({ access: { baseUrl, credential }, directory, secret: "stand-in", headers });
  open.push(relay);
  return relay;
}

const message = { method: "POST", body: "{}", headers: { "x-api-key": "stand-in", "anthropic-beta": "b" } };

describe("the relay", () => {
  test("puts the credential in the place of the stand-in and passes the rest as it is", async () => {
    const model = serve(() => new Response("fine", { headers: { "request-id": "r" } }));
    const answer = await fetch(`${relayTo(model.url).url}/v1/messages?beta=true`, message);
    expect([await answer.text(), answer.headers.get("request-id")]).toEqual(["fine", "r"]);
    const [request] = model.requests;
    expect(request).toMatchObject({ path: "/v1/messages?beta=true", body: "{}" });
    expect(request?.headers.get("x-api-key")).toBe("real");
    expect(request?.headers.get("anthropic-beta")).toBe("b");
  });

  test("says itself which job it is for, whatever the session says", async () => {
    const model = serve();
    const headers = { ...message.headers, "x-guild-job": "job-2", "x-guild-purpose": "memory" };
    await fetch(`${relayTo(model.url).url}/v1/messages`, { ...message, headers });
    expect(model.requests[0]?.headers.get("x-guild-job")).toBe("job-1");
    expect(model.requests[0]?.headers.get("x-guild-purpose")).toBeNull();
  });

  test.each([
    ["another path", "/v1/files", message],
    ["a path that leads there", "/v1/messages/../files", message],
    ["another method", "/v1/messages", { ...message, method: "PUT" }],
    ["a wrong secret", "/v1/messages", { ...message, headers: { "x-api-key": "guessed" } }],
    ["no secret", "/v1/messages", { ...message, headers: {} }],
    ["the real credential", "/v1/messages", { ...message, headers: { "x-api-key": "real" } }],
  ])("refuses %s, and asks nobody", async (_what, path, init) => {
    const model = serve();
    const answer = await fetch(`${relayTo(model.url).url}${path}`, init);
    expect([401, 403]).toContain(answer.status);
    expect(answer.headers.get("x-should-retry")).toBe("false");
    expect(model.requests).toEqual([]);
  });

  test("passes an answer on piece by piece", async () => {
    const goOn = Promise.withResolvers<void>();
    const body = async function* () {
      yield "first ";
      await goOn.promise;
      yield "second";
    };
    const model = serve(() => new Response(body() as unknown as BodyInit));
    const answer = await fetch(`${relayTo(model.url).url}/v1/messages`, message);
    const reader = answer.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("first ");
    goOn.resolve();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("second");
  });

  test("waits for a model that is just being started anew", async () => {
    const before = serve();
    await open.pop()?.close();
    const relay = relayTo(before.url);
    const asked = fetch(`${relay.url}/v1/messages`, message);
    for (let i = 0; i < 20; i += 1) await fetch(`${relay.url}/elsewhere`); // by then the first try was refused
    serve(() => new Response("back"), before.port);
    expect(await (await asked).text()).toBe("back");
  });

  test("says that nobody should try a wrong credential again", async () => {
    const model = serve(() => new Response("no", { status: 401 }));
    const answer = await fetch(`${relayTo(model.url).url}/v1/messages`, message);
    expect([answer.status, answer.headers.get("x-should-retry")]).toEqual([401, "false"]);
  });

  test("shows the session no credential that the model's side quotes", async () => {
    const said = () => new Response("Bad key real.", { status: 400, headers: { "x-why": "real is bad" } });
    const answer = await fetch(`${relayTo(serve(said).url).url}/v1/messages`, message);
    expect([answer.status, await answer.text(), answer.headers.get("x-why")]).toEqual([
      400,
      "Bad key [credential].",
      "[credential] is bad",
    ]);
  });

  test.each(["pass", "p@pass"])("does not show the password %s of a dead address", async (password) => {
    const relay = relayTo(`http://me:${password}@127.0.0.1:1x`);
    const answer = await fetch(`${relay.url}/v1/messages`, message);
    expect(answer.status).toBe(502);
    expect(await answer.text()).not.toContain("pass");
  });

  test("listens on a socket however long its directory's path is", async () => {
    const directory = join(tempDir(), "long".repeat(40));
    mkdirSync(directory);
    const model = serve();
    expect(relayTo(model.url, directory).url).toBeNull();
    const link = join(tempDir(), "s");
    await Bun.$`ln -s ${directory} ${link}`;
    const answer = await fetch("http://relay.invalid/v1/messages", {
      ...message,
      unix: join(link, socketName),
    });
    expect(await answer.text()).toBe("fine");
  });
});
