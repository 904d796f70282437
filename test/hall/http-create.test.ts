// What creating a commission answers: success, and every body, key and media type that is refused.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { errorBody } from "../../src/contract/api/api.ts";
import { commissionDetail } from "../../src/contract/commission/detail.ts";
import { maxBodyBytes } from "../../src/hall/http/body.ts";
import { sendRaw, serveApp, token, type ServedApp } from "../harness/served-app.ts";

let served: ServedApp;
beforeEach(() => {
  served = serveApp();
});
afterEach(() => served.stop());

const commission = { worker: "researcher", task: "Read the README." };

function post(body: BodyInit, headers: Record<string, string> = {}): Promise<Response> {
  return served.ask("/api/v1/commissions", { method: "POST", body, headers });
}

async function problemOf(response: Response) {
  return { status: response.status, ...errorBody.parse(await response.json()).error };
}

describe("creating a commission", () => {
  test("answers 201 with the commission", async () => {
    const response = await post(JSON.stringify(commission));
    expect(response.status).toBe(201);
    expect(commissionDetail.parse(await response.json())).toMatchObject(commission);
  });

  test("hands the idempotency key to the hall", async () => {
    const headers = { "idempotency-key": "k-1" };
    const first = commissionDetail.parse(await (await post(JSON.stringify(commission), headers)).json());
    const second = commissionDetail.parse(await (await post(JSON.stringify(commission), headers)).json());
    expect(second.id).toBe(first.id);
  });

  test("refuses an idempotency key that is not plain text", async () => {
    const response = await post(JSON.stringify(commission), { "idempotency-key": "two words" });
    expect(await problemOf(response)).toMatchObject({ status: 422, code: "bad_shape" });
    expect(served.hall.calls).toEqual([]);
  });

  test("takes JSON in UTF-8 however that is written", async () => {
    const types = [
      "application/json",
      "Application/JSON",
      "application/json; charset=utf-8",
      'application/json;charset="UTF-8"',
    ];
    for (const type of types) {
      const response = await post(JSON.stringify(commission), { "content-type": type });
      expect({ type, status: response.status }).toEqual({ type, status: 201 });
    }
  });

  test("refuses every other media type", async () => {
    const types = [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/jsonp",
      "application/json-patch+json",
      "application/json; charset=utf-16",
      "application/json; charset=utf-8; x=y",
      "application/json, text/plain",
      "text/plain; application/json",
    ];
    for (const type of types) {
      const problem = await problemOf(await post(JSON.stringify(commission), { "content-type": type }));
      expect({ type, ...problem }).toMatchObject({ type, status: 415, code: "wrong_media_type" });
    }
    const packed = Bun.gzipSync(JSON.stringify(commission));
    expect(await problemOf(await post(packed, { "content-encoding": "gzip" }))).toMatchObject({
      status: 415,
    });
    expect(served.hall.calls).toEqual([]);
  });

  test("refuses a body without a media type, and no body", async () => {
    const head = (length: number) =>
      `POST /api/v1/commissions HTTP/1.1\r\nHost: 127.0.0.1:${served.port}\r\nAuthorization: Bearer ${token}\r\n` +
      `Connection: close\r\nContent-Length: ${length}\r\n\r\n`;
    expect(await sendRaw(served.port, `${head(2)}{}`)).toStartWith("HTTP/1.1 415");
    expect(await sendRaw(served.port, head(0))).toStartWith("HTTP/1.1 415");
  });

  test("answers 400 to broken JSON", async () => {
    const bad = ["", "{", "{'a':1}", '{"a":1}x', "nul", '"\u0001"', "\u0000"];
    for (const text of bad) {
      expect({ text, ...(await problemOf(await post(text))) }).toMatchObject({
        status: 400,
        code: "bad_json",
      });
    }
    const notUtf8 = new Uint8Array([0x22, 0xff, 0xfe, 0x22]);
    expect(await problemOf(await post(notUtf8))).toMatchObject({ status: 400, code: "bad_json" });
  });

  test("answers 400 to a number that it would pass on as another, and takes it as a text", async () => {
    const asked = (n: string) => post(`{"worker":"member:strict","task":"x","memberConfig":{"n":${n}}}`);
    const refused = { code: "bad_json", message: expect.stringContaining("cannot be passed on exactly") };
    for (const n of ["9007199254740993", "[1,-18446744073709551615]", '{"most":1e400}'])
      expect({ n, ...(await problemOf(await asked(n))) }).toMatchObject({ n, status: 400, ...refused });
    expect(served.hall.calls).toEqual([]);
    for (const n of ["9007199254740992", '"9007199254740993"', "0.1"])
      expect((await asked(n)).status).toBe(201);
  });

  test("answers 422 to a wrong shape and names the field and what was expected", async () => {
    const cases: [unknown, string[]][] = [
      [{ task: "x" }, ['"worker"', "expected string"]],
      [{ ...commission, worker: "../victim" }, ['"worker"', "lower-case name"]],
      [{ ...commission, config: { maxTurns: 0 } }, ['"config.maxTurns"', ">=1"]],
      [{ ...commission, labels: ["fine", 7] }, ['"labels.1"', "expected string"]],
      [{ ...commission, colour: "red" }, ["colour"]],
      [{ ...commission, config: { depth: 1 } }, ['"config"', "depth"]],
      [[], ["expected object"]],
      [null, ["expected object"]],
    ];
    for (const [body, words] of cases) {
      const problem = await problemOf(await post(JSON.stringify(body)));
      expect(problem).toMatchObject({ status: 422, code: "bad_shape" });
      for (const word of words) expect(problem.message).toContain(word);
    }
    expect(served.hall.calls).toEqual([]);
  });

  test("refuses keys that reach for the prototype, and nothing is polluted", async () => {
    for (const key of ["__proto__", "constructor", "prototype"]) {
      const body = `{"worker":"researcher","task":"x","${key}":{"polluted":true}}`;
      expect(await problemOf(await post(body))).toMatchObject({ status: 422 });
    }
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  test("survives a million brackets", async () => {
    const deep = "[".repeat(1_000_000) + "]".repeat(1_000_000);
    expect(await problemOf(await post(deep))).toMatchObject({ status: 422 });
    expect(await problemOf(await post(`{"worker":"researcher","task":${deep}}`))).toMatchObject({
      status: 422,
    });
    expect(await problemOf(await post("[".repeat(2_000_000)))).toMatchObject({ status: 400 });
  });

  test("repeats only the beginning of what was wrong", async () => {
    const problem = await problemOf(await post(JSON.stringify({ ["k".repeat(1_000_000)]: 1 })));
    expect(problem.status).toBe(422);
    expect(problem.message.length).toBeLessThan(2000);
  });
});

describe("a body over the cap is refused with 413", () => {
  test("when its length says so, before it is sent", async () => {
    const head =
      `POST /api/v1/commissions HTTP/1.1\r\nHost: 127.0.0.1:${served.port}\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${maxBodyBytes + 1}\r\n\r\n`;
    expect(await sendRaw(served.port, head)).toStartWith("HTTP/1.1 413");
  });

  test("when no length was given, while it is read", async () => {
    let sent = 0;
    const endless = new ReadableStream({
      pull: (controller) => {
        sent += 65_536;
        if (sent > 64 * 1024 * 1024) controller.close();
        else controller.enqueue(new Uint8Array(65_536).fill(0x20));
      },
    });
    const response = await served.app.fetch(
      new Request(`${served.url}/api/v1/commissions`, {
        method: "POST",
        headers: {
          host: `127.0.0.1:${served.port}`,
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
        },
        body: endless,
      }),
    );
    expect(response.status).toBe(413);
    expect(sent).toBeLessThan(maxBodyBytes * 2);
  });

  test("and one just under it is read", async () => {
    const padded = JSON.stringify(commission).padEnd(maxBodyBytes, " ");
    expect((await post(padded)).status).toBe(201);
    expect((await post(`${padded} `)).status).toBe(413);
  });
});

test("a body that breaks off is no request", async () => {
  const head =
    `POST /api/v1/commissions HTTP/1.1\r\nHost: 127.0.0.1:${served.port}\r\nAuthorization: Bearer ${token}\r\n` +
    `Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"worker":"researcher","task":"x"}`;
  await sendRaw(served.port, head, 50);
  expect((await served.ask("/api/v1/status")).status).toBe(200);
  expect(served.hall.calls).toEqual(["hall"]);
  expect(served.failures).toEqual([]);
});
