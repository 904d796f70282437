// The toolboxes that come with the hall, loaded as any package is.
import { afterEach, describe, expect, test } from "bun:test";
import { z } from "zod";
import { systemClock } from "../../../src/host/clock.ts";
import { installed } from "../../../src/host/program.ts";
import type { CheckRun, ToolboxContext } from "../../../src/contract/kit/index.ts";
import { discoverPackages, findByName } from "../../../src/guild/roster/discover.ts";
import { loadToolbox } from "../../../src/guild/roster/load-toolbox.ts";

async function load(name: string, context: Partial<ToolboxContext> = {}) {
  const places = [{ directory: installed("toolboxes"), source: "bundled" as const }];
  const { toolboxes, problems } = await discoverPackages(places);
  expect(problems).toEqual([]);
  const toolbox = findByName(toolboxes, name);
  if (!toolbox) throw new Error(`there is no toolbox ${name}`);
  const { tools } = await loadToolbox({
    toolbox,
    clock: systemClock,
    load: (entry) => import(entry),
    context: {
      settings: {},
      checks: { list: () => [], run: () => Promise.reject(new Error("not to be run")) },
      repository: null,
      commission: { id: "01", worker: "w", project: null, rehearsed: true },
      ...context,
    },
  });
  const call = (tool: string, input: object, signal = new AbortController().signal) => {
    const found = tools.find((each) => each.name === tool);
    if (!found) throw new Error(`there is no tool ${tool}`);
    return found.handle(z.object(found.input).parse(input), { callKey: "01:toolu_7", signal });
  };
  return { tools, call };
}

describe("verify", () => {
  const named = { name: "tests", command: "npm test", timeoutSeconds: 60 };
  const ran: CheckRun = { exitCode: 0, timedOut: false, output: "3 passed\n", cut: false, ms: 1234 };
  const withRun = (run: Partial<CheckRun>) =>
    load("verify", { checks: { list: () => [named], run: async () => ({ ...ran, ...run }) } });

  test("lists the checks, and says what to do where there is none", async () => {
    const { call, tools } = await withRun({});
    expect((await call("list_checks", {})).text).toContain("- tests: npm test (at most 60 s)");
    expect((await (await load("verify")).call("list_checks", {})).text).toContain("config.yaml");
    expect(tools.map(({ readOnly, effect }) => [readOnly, effect])).toEqual([
      [true, undefined],
      [undefined, undefined],
    ]);
  });

  test.each([
    [{}, /passed \(exit code 0\)\. It took 1\.2 s\.\nIt printed:\n3 passed$/],
    [{ exitCode: 2, output: "" }, /did NOT pass \(exit code 2\).*\nIt printed nothing/],
    [{ exitCode: null, timedOut: true }, /its time was up: it has NOT passed/],
    [{ exitCode: null }, /was ended: it has NOT passed/],
    [{ cut: true }, /\[the beginning is cut\]\nIt printed:\n3 passed/],
  ])("says of %j how it ended", async (run, expected) => {
    const answer = await (await withRun(run)).call("run_check", { name: "tests" });
    expect(answer.text).toMatch(expected);
    expect(answer.isError ?? false).toBe(false);
  });

  test("runs nothing that is not named", async () => {
    const { call } = await load("verify", {
      checks: { list: () => [named], run: () => Promise.reject(new Error("it was run")) },
    });
    for (const name of ["npm test", "tests; id", "TESTS", "__proto__"])
      expect(await call("run_check", { name })).toMatchObject({
        isError: true,
        text: expect.stringMatching(/There is no check/),
      });
  });
});

describe("webhook", () => {
  const servers: Bun.Server<undefined>[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) void server.stop(true);
  });
  interface Heard {
    method: string;
    key: string | null;
    body: unknown;
  }
  function serve(answer: (request: Request) => Response | Promise<Response>) {
    const heard: Heard[] = [];
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: async (request) => {
        const { method, headers } = request;
        heard.push({ method, key: headers.get("idempotency-key"), body: await request.json() });
        return answer(request);
      },
    });
    servers.push(server);
    return { heard, url: `http://127.0.0.1:${server.port}/hook` };
  }

  test("posts to the address that is set, with the call's own key", async () => {
    const { heard, url } = serve(() => new Response("ok"));
    const { call, tools } = await load("webhook", { settings: { url, other: 1 } });
    expect(tools).toMatchObject([{ effect: "outward" }]);
    expect(await call("post_message", { text: " Done. " })).toEqual({ text: "The message was delivered." });
    expect(heard).toEqual([
      { method: "POST", key: "01:toolu_7", body: { text: "Done.", commission: "01", worker: "w" } },
    ]);
  });

  test.each([[{}], [{ url: 7 }], [{ url: "file:///etc/passwd" }], [{ url: "not an address" }]])(
    "with %j set sends nothing, and says what to set",
    async (settings) => {
      const { call } = await load("webhook", { settings });
      const answer = await call("post_message", { text: "x" });
      expect(answer).toMatchObject({ isError: true, text: expect.stringContaining("toolboxes.webhook.url") });
    },
  );

  test("follows no redirect", async () => {
    const other = serve(() => new Response("ok"));
    const { url } = serve(() => Response.redirect(other.url, 307));
    const { call } = await load("webhook", { settings: { url } });
    expect(await call("post_message", { text: "x" })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/status 307/),
    });
    expect(other.heard).toEqual([]);
  });

  test("says when it was not taken, and when nobody can know", async () => {
    const refusing = serve(() => new Response("no", { status: 403 }));
    const refused = await load("webhook", { settings: { url: refusing.url } });
    expect(await refused.call("post_message", { text: "x" })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/status 403/),
    });
    const gone = await load("webhook", { settings: { url: "http://127.0.0.1:9/" } });
    expect(await gone.call("post_message", { text: "x" })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/not known/),
    });
  });

  test("leaves the outcome open where the session ends meanwhile", async () => {
    const over = new AbortController();
    const { url } = serve(() => {
      over.abort();
      return new Promise(() => undefined);
    });
    const { call } = await load("webhook", { settings: { url } });
    await expect(call("post_message", { text: "x" }, over.signal)).rejects.toThrow();
  });
});
