import { afterEach, describe, expect, test } from "bun:test";
import { systemClock, type Clock } from "../../../src/host/clock.ts";
import { gatewayVariables } from "../../../src/workbench/sandbox/environment.ts";
import { ask, closeAll, closeLater, openTestGateway, rehearse, saidIn, secret } from "./support.ts";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

afterEach(closeAll);
const oneTurn = rehearse("turns: [{ say: Hello }]");

describe("the gateway's door", () => {
  test("asks for this commission's secret, as a key or as a bearer token", async () => {
    const { url, facts } = await openTestGateway(oneTurn);
    const wrong = await ask(url, { headers: { "x-api-key": `${secret}x` } });
    expect(wrong.status).toBe(401);
    expect(wrong.headers.get("x-should-retry")).toBe("false");
    expect((await ask(url, { headers: { "x-api-key": "" } })).status).toBe(401);
    expect(facts).toEqual([]);
    const bearer = await ask(url, { headers: { "x-api-key": "", authorization: `Bearer ${secret}` } });
    expect(saidIn(await bearer.text())).toBe("Hello");
  });

  test("asks for the secret on a unix socket too", async () => {
    const directory = mkdtempSync(join(tmpdir(), "gateway-"));
    closeLater(async () => rmSync(directory, { recursive: true }));
    const unix = join(directory, "gateway.sock");
    const { gateway } = await openTestGateway(oneTurn, { door: { unix } });
    expect(gateway.childEnv("/gh/gateway.sock")).toMatchObject({
      ANTHROPIC_BASE_URL: "http://gateway.invalid",
      ANTHROPIC_UNIX_SOCKET: "/gh/gateway.sock",
      ANTHROPIC_API_KEY: secret,
    });
    const post = (key: string) =>
      fetch("http://gateway.invalid/v1/messages", {
        unix,
        method: "POST",
        headers: { "x-api-key": key },
        body: "{}",
      });
    expect((await post("wrong")).status).toBe(401);
    expect((await post(secret)).status).toBe(402);
  });

  test("takes the place of a socket that a killed workbench left behind", async () => {
    const directory = mkdtempSync(join(tmpdir(), "gateway-"));
    closeLater(async () => rmSync(directory, { recursive: true }));
    const unix = join(directory, "gateway.sock");
    const server = new URL("../../../src/host/network/http-server.ts", import.meta.url).pathname;
    const code = `import { serveHttp } from ${JSON.stringify(server)};
      serveHttp({ at: { unix: ${JSON.stringify(unix)} }, maxBodyBytes: 1, handle: () => new Response() });
      process.kill(process.pid, "SIGKILL");`;
    spawnSync(process.execPath, ["-e", code]);
    expect(existsSync(unix)).toBe(true);
    await openTestGateway(oneTurn, { door: { unix } });
    expect((await fetch("http://gateway.invalid/", { unix })).status).toBe(200);
  });

  test.each([
    ["GET", "/v1/messages", 404],
    ["POST", "/v1/messages/batches", 404],
    ["POST", "/v1/complete", 404],
    ["GET", "/v1/models", 404],
    ["POST", "/", 404],
    ["GET", "/", 200],
    ["HEAD", "/", 200],
  ])("answers %s %s with %d at once", async (method, path, status) => {
    const { url } = await openTestGateway(oneTurn);
    const answer = await fetch(url + path, { method, headers: { "x-api-key": secret } });
    expect(answer.status).toBe(status);
  });

  test("answers a body that is no Messages request decisively", async () => {
    const { url, gateway } = await openTestGateway(oneTurn);
    for (const body of ["", "null", "[]", "{", '{"model":1}', '{"model":"m","messages":[1]}']) {
      const answer = await fetch(`${url}/v1/messages`, {
        method: "POST",
        headers: { "x-api-key": secret },
        body,
      });
      expect([answer.status, answer.headers.get("x-should-retry")]).toEqual([402, "false"]);
    }
    expect(gateway.verdict()).toBeNull();
  });

  test("answers a body that is too large decisively", async () => {
    const { url } = await openTestGateway(oneTurn);
    const answer = await ask(url, { body: { junk: "x".repeat(64 * 1024 * 1024) } });
    expect([answer.status, answer.headers.get("x-should-retry")]).toEqual([413, "false"]);
  });

  test("names nothing to claude that its environment would not let through", async () => {
    const { gateway } = await openTestGateway(oneTurn);
    const names: readonly string[] = gatewayVariables;
    for (const env of [gateway.childEnv(null), gateway.childEnv("/gh/gateway.sock")])
      expect(Object.keys(env).filter((name) => !names.includes(name))).toEqual([]);
  });

  test("gives the child a dummy credential of the kind the real one has", async () => {
    const handoff = {
      version: 1 as const,
      credential: { kind: "auth_token" as const, secret: "real" },
      baseUrl: null,
      proxy: { http: null, https: null, no: null },
      extraCaFile: null,
      certFile: null,
    };
    const { gateway } = await openTestGateway({ mode: "forward", handoff });
    const env = gateway.childEnv(null);
    expect(env.ANTHROPIC_AUTH_TOKEN).toBe(secret);
    expect(env.ANTHROPIC_API_KEY).toBeUndefined();
    expect(JSON.stringify(env)).not.toContain("real");
  });

  test("closes while a request hangs, and leaves no timer behind", async () => {
    let timers = 0;
    const waiting = Promise.withResolvers<void>();
    const clock: Clock = {
      ...systemClock,
      after: (ms, run) => {
        timers += 1;
        waiting.resolve();
        const timer = systemClock.after(ms, run);
        return { cancel: () => (timer.cancel(), void (timers -= 1)) };
      },
    };
    const { url, gateway, facts } = await openTestGateway(rehearse("turns: [{ hang: true }]"), { clock });
    const hanging = ask(url).then(
      (answer) => answer.status,
      () => "closed",
    );
    await waiting.promise;
    await gateway.close();
    expect(timers).toBe(0);
    expect(await hanging).not.toBe(200);
    expect(facts).toEqual([]);
  });
});
