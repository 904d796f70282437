// Hostile scopes, keys, versions and names of projects on every endpoint that takes one: none reaches the hall, each is
// refused at the door.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { routes } from "../../src/contract/api/api.ts";
import { projectName } from "../../src/contract/home/ids.ts";
import { memoryKey, memoryScope } from "../../src/contract/memory/memory.ts";
import type { Route } from "../../src/contract/api/route.ts";
import { sampleOf } from "../harness/sample-of.ts";
import { serveApp, sendRaw, token, type ServedApp } from "../harness/served-app.ts";
import { encode, hostileIds } from "./hostile-ids.ts";

let served: ServedApp;
beforeAll(() => {
  served = serveApp();
});
afterAll(() => served.stop());

const good = { scope: "project:website", key: "build-notes", version: "3", name: "acme" } as const;
type Part = keyof typeof good;

const spoiled: Record<Part, string[]> = {
  scope: [
    "Global", "global ", "globally", "project", "project:", ":website", "project:Website", "project:web/site",
    "project:..", "project:.", "worker:a:b", "worker:-a", "worker:1a", "team:website", "project:website\n",
    "project::website", "PROJECT:website", "project.website", "project\u2236website", `worker:${"a".repeat(33)}`,
    "global:website", "projects/website", "project:website/../../workers/a", "project:%2e%2e", "worker:",
  ],
  key: [
    "Notes", ".hidden", ".history", ".lock", "-rf", "_x", "a/b", "a\\b", "notes.md/", "notes\n", " notes", "n o",
    "a".repeat(65), "\u00e4rger", "notes\u0000", "..", "a..b/", "COMPACTED", "n\u0131", "notes;x", "notes?x=1", "no:tes",
  ],
  name: [
    "Acme", "acme ", "-acme", "1acme", "ac/me", "ac\\me", "acme.git", ".acme", "acme\n", "a".repeat(33), "acme:x", "\u00e4",
  ],
  version: ["0", "-1", "1.5", "1e3", "0x1", " 1", "1 ", "+1", "01", "9".repeat(10), "one", "NaN", "Infinity", "\u0661"],
}; // prettier-ignore

function hostileFor(part: Part): string[] {
  const isGood = {
    scope: (name: string) => memoryScope.safeParse(name).success,
    key: (name: string) => memoryKey.safeParse(name).success,
    name: (name: string) => projectName.safeParse(name).success,
    version: (name: string) => /^[1-9][0-9]{0,8}$/.test(name),
  }[part];
  return [...new Set([...spoiled[part], ...hostileIds()])].filter((name) => !isGood(name));
}

function taking(part: Part): Route[] {
  return Object.values(routes as Record<string, Route>).filter((route) => route.path.includes(`:${part}`));
}

function pathWith(route: Route, names: Partial<Record<Part, string>>): string {
  return route.path.replace(/:(\w+)/g, (_, part: Part) => names[part] ?? good[part]);
}

async function statusOf(route: Route, path: string): Promise<number> {
  const response = await served.ask(path, {
    method: route.method,
    ...(route.body && { body: JSON.stringify({ content: "c" }) }),
  });
  await response.body?.cancel();
  return response.status;
}

/** To every URL parser a segment of dots, also one that is encoded, or none at all, is another path. */
const isNoSegment = (name: string) => name === "" || /^\.{1,2}$/.test(name);

test.each(["scope", "key", "version", "name"] as const)(
  "no hostile %s reaches the hall",
  async (part) => {
    const names = hostileFor(part);
    const segments = names.filter((name) => !isNoSegment(name));
    expect(segments.length).toBeGreaterThanOrEqual(500);
    for (const route of taking(part)) {
      const answers = await Promise.all(
        segments.map((name) => statusOf(route, pathWith(route, { [part]: encode(name) }))),
      );
      const wrong = segments.filter((_, at) => ![422, 431].includes(answers[at] ?? 0));
      expect({ route: route.path, wrong }).toEqual({ route: route.path, wrong: [] });
    }
    expect(served.hall.calls).toEqual([]);
    expect(served.failures).toEqual([]);
    console.log(`${segments.length} hostile ${part}s on each of ${taking(part).length} endpoints`);
  },
  30_000,
);

test("no hostile key reaches the memory as raw bytes", async () => {
  const answers: string[] = [];
  // A segment of dots, and what stands behind a mark of the URL, is no part of the path that the hall sees.
  const names = hostileFor("key").filter((name) => !/(^|\/)(\.|%2e)+(\/|$)|[#?\s\\]/i.test(name));
  for (const key of names) {
    const line = `GET /api/v1/memory/global/${key}/history HTTP/1.1\r\n`;
    const head = `Host: 127.0.0.1:${served.port}\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`;
    answers.push(await sendRaw(served.port, line + head, 100));
  }
  expect(answers.filter((answer) => /^HTTP\/1\.1 (2|3|500)/.test(answer))).toEqual([]);
  expect(served.hall.calls).toEqual([]);
}, 30_000);

test("the control: a good name reaches the memory on every endpoint, also percent-encoded", async () => {
  const all = Object.values(routes as Record<string, Route>).filter((route) => route.path.includes(":scope"));
  expect(all.length).toBeGreaterThanOrEqual(8);
  for (const route of all) {
    const before = served.hall.calls.length;
    const body =
      route.body === undefined || route.body === "bytes" ? undefined : JSON.stringify(sampleOf(route.body));
    for (const how of [(name: string) => name, encode])
      await served.ask(pathWith(route, { scope: how(good.scope), key: how(good.key) }), {
        method: route.method,
        ...(body !== undefined && { body }),
      });
    expect({ route: route.path, calls: served.hall.calls.length - before }).toEqual({
      route: route.path,
      calls: 2,
    });
  }
});
