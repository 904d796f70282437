// The page's files over HTTP: what is handed out, under which headers, and what is not.
import { afterEach, describe, expect, test } from "bun:test";
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { sendRaw, serveApp, type ServedApp } from "../harness/served-app.ts";
import { tempDir } from "../harness/temp.ts";

const script = "export const hall = 'hall'; ".repeat(50);
const document = "<!doctype html><title>Guild Hall</title>";
const asPerson = { accept: "text/html,application/xhtml+xml", "accept-encoding": "identity" };

let served: ServedApp | undefined;
afterEach(async () => {
  await served?.stop();
  served = undefined;
});

/** A small build, with something beside it that nobody may read. */
function build(place = tempDir()): string {
  const dist = join(place, "dist");
  mkdirSync(join(dist, "assets", "deeper"), { recursive: true });
  const put = (name: string, content: string | Buffer) => writeFileSync(join(dist, name), content);
  put("index.html", document);
  put("index.html.gz", gzipSync(document));
  put("icon.svg", "<svg/>");
  put("assets/app-1a2b.js", script);
  put("assets/app-1a2b.js.br", brotliCompressSync(script));
  put("assets/app-1a2b.js.gz", gzipSync(script));
  put("assets/app-1a2b.js.map", "{}");
  put("assets/deeper/far.js", "far");
  writeFileSync(join(place, "secret.js"), "secret");
  symlinkSync(join(place, "secret.js"), join(dist, "assets", "linked.js"));
  return dist;
}

function serve(page = build()): ServedApp {
  served = serveApp({ page });
  return served;
}

const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${served?.url}${path}`, { headers: asPerson, ...init });

test("the page needs no token, and the hall is asked nothing for it", async () => {
  serve();
  const answer = await ask("/");
  expect([answer.status, await answer.text()]).toEqual([200, document]);
  expect(served?.hall.calls).toEqual([]);
});

test.each([
  ["/", 200],
  ["/index.html", 200],
  ["/commissions", 200],
  ["/commissions/0197f3a2-7c1b-7abc-8def-000000000001?x=1", 200],
  ["/memory/project:web/notes.md", 200],
  ["/api", 401],
  ["/api/v1/status", 401],
  ["/api/v1/nothing", 401],
  ["/API/v1/status", 404],
  ["/assets", 404],
  ["/assets/gone-1a2b.js", 404],
])("a person who goes to %s is answered %i", async (path, status) => {
  serve();
  const answer = await ask(path);
  expect(answer.status).toBe(status);
  expect((await answer.text()) === document).toBe(status === 200);
});

test.each([
  ["a script of that name", { accept: "*/*", "sec-fetch-dest": "script" }],
  ["a fetch that wants JSON", { accept: "application/json" }],
  ["an image", { accept: "image/avif,*/*", "sec-fetch-dest": "image" }],
  ["a frame", { ...asPerson, "sec-fetch-dest": "iframe", "sec-fetch-site": "same-origin" }],
])("a path that is no file gives no document to %s", async (_, headers) => {
  serve();
  expect((await ask("/commissions", { headers })).status).toBe(404);
});

describe("what is kept by the browser", () => {
  test("a file with a hash in its name is kept for good; the document is asked for again", async () => {
    serve();
    const [asset, page, icon] = await Promise.all(
      ["/assets/app-1a2b.js", "/", "/icon.svg"].map((p) => ask(p)),
    );
    expect(asset?.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(page?.headers.get("cache-control")).toBe("no-cache");
    expect(icon?.headers.get("cache-control")).toBe("no-cache");
    expect(icon?.headers.get("content-type")).toBe("image/svg+xml");
  });

  test("the document that a browser already has is not sent again, until it changes", async () => {
    const page = build();
    serve(page);
    const tag = (await ask("/")).headers.get("etag") ?? "";
    const again = (headers: Record<string, string>) =>
      ask("/workers", { headers: { ...asPerson, ...headers } });
    const same = await again({ "if-none-match": `"other", W/${tag}` });
    expect([same.status, await same.text(), same.headers.get("etag")]).toEqual([304, "", tag]);
    expect(same.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect((await again({ "if-none-match": '"other"' })).status).toBe(200);
    const zipped = await again({ "accept-encoding": "gzip", "if-none-match": tag });
    expect(zipped.status).toBe(200);
    writeFileSync(join(page, "index.html"), "<!doctype html>new");
    expect((await again({ "if-none-match": tag })).status).toBe(200);
  });
});

test.each([
  ["br, gzip, deflate", "br"],
  ["gzip", "gzip"],
  ["br;q=0, gzip;q=0.5", "gzip"],
  ["GZIP", "gzip"],
  ["br;q=0.0", null],
  ["identity", null],
  ["zstd", null],
])("to a browser that accepts %s the file goes as %p", async (accepted, coding) => {
  serve();
  const answer = await ask("/assets/app-1a2b.js", { headers: { "accept-encoding": accepted } });
  expect(answer.headers.get("content-encoding")).toBe(coding);
  expect(answer.headers.get("vary")).toBe("accept-encoding");
  expect(answer.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(await answer.text()).toBe(script);
});

test("HEAD has the headers of GET and nothing else; what would change something is refused", async () => {
  serve();
  const head = await ask("/assets/app-1a2b.js", { method: "HEAD" });
  expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([
    200,
    String(script.length),
    "",
  ]);
  for (const method of ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"]) {
    const answer = await ask("/", { method });
    expect([method, answer.status, answer.headers.get("allow")]).toEqual([method, 405, "GET, HEAD"]);
  }
});

test("every file forbids sniffing, framing, sharing and code from elsewhere", async () => {
  serve();
  for (const path of ["/", "/assets/app-1a2b.js", "/icon.svg"]) {
    const { headers } = await ask(path);
    const policy = headers.get("content-security-policy")?.split("; ");
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ])
      expect(policy).toContain(rule);
    expect(policy?.join()).not.toMatch(/unsafe|\*|https?:/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(headers.get("permissions-policy")).toContain("camera=()");
    expect(headers.get("set-cookie")).toBeNull();
    expect(headers.get("access-control-allow-origin")).toBeNull();
  }
});

test("no spelling of a path reaches a file that was not built", async () => {
  const { port } = serve();
  const paths = [
    "/../secret.js",
    "/assets/../../secret.js",
    "/assets/..%2f..%2fsecret.js",
    "/assets/%2e%2e/%2e%2e/secret.js",
    "/assets/..\\..\\secret.js",
    "/assets/....//secret.js",
    "/assets/linked.js",
    "/assets/deeper/far.js",
    "/assets/app-1a2b.js.map",
    "/assets/app-1a2b.js.br",
    "/assets/app-1a2b.js%00",
    "/assets/app-1a2b.js/",
    "/assets/",
    "/__proto__",
    "/constructor",
  ];
  for (const path of paths) {
    const answer = await sendRaw(
      port,
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`,
    );
    expect([path, answer.split(" ")[1]]).toEqual([path, expect.stringMatching(/^40[04]$/)]);
    expect(answer).not.toMatch(/\r\n\r\nsecret/);
  }
});

describe("where the page is not built", () => {
  test("a person is told how to build it, and a hall that runs finds it then", async () => {
    const place = tempDir();
    const dist = build(place);
    renameSync(dist, join(place, "later"));
    serve(dist);
    const before = await ask("/commissions");
    expect([before.status, before.headers.get("cache-control")]).toEqual([503, "no-store"]);
    expect(await before.text()).toContain("npm run build");
    expect((await ask("/assets/app-1a2b.js")).status).toBe(404);
    renameSync(join(place, "later"), dist);
    expect(await (await ask("/commissions")).text()).toBe(document);
    expect((await ask("/assets/app-1a2b.js")).status).toBe(200);
  });

  test("what was built anew is found, and what is gone is gone", async () => {
    const page = build();
    serve(page);
    await ask("/");
    writeFileSync(join(page, "assets", "app-3c4d.js"), "new");
    rmSync(join(page, "assets", "app-1a2b.js"));
    rmSync(join(page, "assets", "app-1a2b.js.br"));
    expect((await ask("/assets/app-1a2b.js")).status).toBe(404);
    writeFileSync(join(page, "index.html"), "<!doctype html>newer");
    await ask("/");
    expect(await (await ask("/assets/app-3c4d.js")).text()).toBe("new");
  });
});

describe("who may ask for it", () => {
  const from = (site: string, mode: string, dest: string) => ({
    ...asPerson,
    "sec-fetch-site": site,
    "sec-fetch-mode": mode,
    "sec-fetch-dest": dest,
  });
  test.each<[string, string, Record<string, string>, number]>([
    ["a link on another site", "/", from("cross-site", "navigate", "document"), 200],
    ["a link on another loopback port", "/doctor", from("same-site", "navigate", "document"), 200],
    ["the address bar", "/", from("none", "navigate", "document"), 200],
    ["the page itself", "/assets/app-1a2b.js", from("same-origin", "cors", "script"), 200],
    ["a frame on another site", "/", from("cross-site", "navigate", "iframe"), 403],
    ["an embedded object", "/", from("cross-site", "navigate", "embed"), 403],
    ["a fetch of another site", "/", from("cross-site", "cors", "empty"), 403],
    ["a script of another site", "/assets/app-1a2b.js", from("cross-site", "no-cors", "script"), 403],
    ["an image on another port", "/icon.svg", from("same-site", "no-cors", "image"), 403],
    ["a link elsewhere to a script", "/assets/app-1a2b.js", from("cross-site", "navigate", "document"), 404],
    ["a page with a foreign origin", "/", { ...asPerson, origin: "http://evil.example" }, 403],
    ["a page without an origin", "/", { ...asPerson, origin: "null" }, 403],
    ["a name that was rebound to us", "/", { ...asPerson, host: "evil.example" }, 403],
  ])("%s: %s", async (_, path, headers, status) => {
    serve();
    const answer = await ask(path, { headers });
    expect(answer.status).toBe(status);
    if (status !== 200) expect(await answer.text()).not.toContain("Guild Hall<");
  });

  test("a link elsewhere opens nothing of the API", async () => {
    serve();
    const headers = from("cross-site", "navigate", "document");
    expect((await served?.ask("/api/v1/status", { headers }))?.status).toBe(403);
    expect(served?.hall.calls).toEqual([]);
  });
});
