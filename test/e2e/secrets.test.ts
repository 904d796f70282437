// What a person's secrets could leak through when a model endpoint misbehaves or an address holds a password: each
// commission fails for real, and then every file and every word is searched.
import { afterEach, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CommissionDetail } from "../../src/contract/commission/detail.ts";
import { answerText, apiError, closeAll, openUpstream, sse, streamed } from "../model/gateway/support.ts";
import { filesHolding, holds } from "../harness/find-text.ts";
import { untilEnded } from "../harness/hall.ts";
import { LaunchedHome } from "../harness/launched-home.ts";
import { longTest } from "../harness/long.ts";

const canary = "sk-ant-canary-82e0c6d51f";
const password = "pw-canary-5b7e91";

let home: LaunchedHome | undefined;
afterEach(async () => {
  await home?.dispose();
  home = undefined;
  await closeAll();
});

/** Carries out one commission with this endpoint, and asks for everything there is to be told about it. */
async function commissionWith(baseUrl: string): Promise<{ home: LaunchedHome; detail: CommissionDetail }> {
  const opened = new LaunchedHome({ ANTHROPIC_API_KEY: canary, ANTHROPIC_BASE_URL: baseUrl });
  home = opened;
  const up = await opened.up();
  const id = await opened.commission("Find out how it is done.");
  const client = opened.client(up.url);
  const detail = await untilEnded(client, id, 45_000);
  opened.hear(JSON.stringify([detail, await client.commissionEvents(id), await client.status()]));
  for (const args of [["show", id], ["watch", id], ["status"], ["logs"], ["doctor"]])
    await opened.run(...args);
  await opened.run("down");
  return { home: opened, detail };
}

function expectNowhere(home: LaunchedHome): void {
  for (const secret of [canary, password, home.token()]) {
    expect(filesHolding(home.place, secret)).toEqual(secret === home.token() ? ["home/token"] : []);
    expect(holds(home.said(), secret)).toBe(false);
    // The control: it is found where it is.
    writeFileSync(join(home.place, "planted"), `He said: "${secret}".`);
    expect(filesHolding(home.place, secret)).toContain("planted");
    writeFileSync(join(home.place, "planted"), "");
  }
}

const withPassword = (url: string) => url.replace("//", `//person:${password}@`);

describe("neither key, password nor token is kept or shown", () => {
  test("when the endpoint refuses the key, and quotes it and its own address", async () => {
    const upstream = openUpstream((_, request) => {
      const { headers } = request;
      const quoted = `invalid x-api-key: ${headers.get("x-api-key")} (at ${withPassword(upstream.url)}/v1)`;
      return apiError(401, quoted, { "request-id": `req_${headers.get("x-api-key")}` });
    });
    const { home, detail } = await commissionWith(withPassword(upstream.url));
    expect(detail).toMatchObject({ status: "failed", error: { code: "api" } });
    expect(detail.error?.message).toContain("invalid x-api-key: [credential]");
    expect(upstream.seen[0]?.headers.get("x-api-key")).toBe(canary);
    expectNowhere(home);
  }, 60_000);

  longTest(
    "when the endpoint refuses the key, and quotes it escaped and in base64",
    async () => {
      const upstream = openUpstream((_, request) => {
        const key = request.headers.get("x-api-key") ?? "";
        const escaped = Array.from(key, (each) => `\\u00${each.charCodeAt(0).toString(16)}`).join("");
        const message = `key ${escaped}, which is ${btoa(key)} and ${btoa(`x:${key}`)}`;
        return new Response(`{"type":"error","error":{"type":"api_error","message":"${message}"}}`, {
          status: 401,
          headers: { "content-type": `application/json; key=${btoa(key)}` },
        });
      });
      const { home, detail } = await commissionWith(upstream.url);
      expect(detail.error?.message).toContain("key [credential], which is [credential]");
      expectNowhere(home);
      for (const form of [btoa(canary), btoa(`x:${canary}`).slice(4, -4), "sk-ant"])
        expect(filesHolding(home.place, form)).toEqual([]);
    },
    60_000,
  );

  longTest(
    "when nobody answers at an address that holds a password",
    async () => {
      const upstream = openUpstream(() => apiError(500, "never asked"));
      const gone = withPassword(upstream.url);
      await closeAll();
      const { home, detail } = await commissionWith(gone);
      expect(detail).toMatchObject({ status: "failed", error: { code: "api" } });
      expectNowhere(home);
    },
    60_000,
  );

  longTest(
    "when the endpoint begins to answer and then quotes the key in an error",
    async () => {
      const upstream = openUpstream((_, request) => {
        const message = `overloaded for ${request.headers.get("x-api-key")}`;
        const failure = sse([{ type: "error", error: { type: "overloaded_error", message } }]);
        return streamed(answerText("I will").replace(/event: content_block_stop[^]*/, failure));
      });
      const { home, detail } = await commissionWith(upstream.url);
      expect(detail).toMatchObject({ status: "failed", error: { code: "api" } });
      expect(filesHolding(home.root, "overloaded for [credential]")).not.toEqual([]);
      expectNowhere(home);
    },
    60_000,
  );
});
