// Uploads at the hall's door: who may send one, what is refused, and that a signed one is what its browser signed.
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, readdirSync } from "node:fs";
import { connect } from "node:net";
import { errorBody } from "../../../src/contract/api/api.ts";
import { maxAttachedBytes } from "../../../src/contract/commission/attachment-bounds.ts";
import { uploadedFile } from "../../../src/contract/commission/attachments.ts";
import { homeLayout } from "../../../src/contract/home/home-layout.ts";
import { done, refuse } from "../../../src/contract/api/problem.ts";
import { openFile } from "../../../src/host/files/hashed-files.ts";
import { createAttachmentStore } from "../../../src/hall/attachments/attachment-store.ts";
import { systemDisk } from "../../../src/host/files/disk.ts";
import { until } from "../../harness/hall.ts";
import { createSigningBrowser } from "../../harness/page/signing-browser.ts";
import { serveApp, type ServedApp } from "../../harness/served-app.ts";
import { tempDir } from "../../harness/temp.ts";

let served: ServedApp;
let directory: string;
beforeEach(() => {
  const home = homeLayout(tempDir());
  directory = home.attachments;
  mkdirSync(directory);
  const store = createAttachmentStore({ home, disk: systemDisk });
  served = serveApp({
    operations: {
      attach: ({ query, body }) => store.keep({ name: query.name, body }),
      attachment: async ({ params }) => {
        const opened = await openFile(`${directory}/${params.hash}`);
        return opened
          ? done({ name: "schön <'\"*.svg", ...opened })
          : refuse("not_found", "The commission has no such file.");
      },
    },
  });
});
afterEach(() => served.stop());

const path = "/api/v1/attachments?name=log.txt";
const type = "application/octet-stream";
const post = (body: BodyInit, headers: Record<string, string> = { "content-type": type }, to = path) =>
  served.ask(to, { method: "POST", body, headers });
const problemOf = async (answer: Response) => errorBody.parse(await answer.json()).error.code;

test("a file is answered with its hash, its type and a safe name", async () => {
  const answer = await post("bytes", undefined, "/api/v1/attachments?name=..%2F..%2F.bash%0Arc");
  expect(answer.status).toBe(201);
  const { hash, ...rest } = uploadedFile.parse(await answer.json());
  expect(rest as object).toEqual({ name: "bash rc", bytes: 5, type: "text/plain" });
  expect(readdirSync(directory)).toEqual([hash]);
  expect(uploadedFile.parse(await (await post("")).json()).bytes).toBe(0);
});

test("is refused without a name, without the type of bytes, compressed, or without the token", async () => {
  expect(await problemOf(await post("x", undefined, "/api/v1/attachments"))).toBe("bad_shape");
  expect(await problemOf(await post("x", undefined, "/api/v1/attachments?name="))).toBe("bad_shape");
  expect(await problemOf(await post("{}", { "content-type": "application/json" }))).toBe("wrong_media_type");
  expect(await problemOf(await post("x", { "content-type": "text/html" }))).toBe("wrong_media_type");
  const packed = { "content-type": type, "content-encoding": "gzip" };
  expect(await problemOf(await post("x", packed))).toBe("wrong_media_type");
  const stranger = { method: "POST", body: "x", headers: { "content-type": type } };
  expect((await fetch(served.url + path, stranger)).status).toBe(401);
  const page = { ...stranger.headers, origin: "http://evil.example" };
  expect(await problemOf(await post("x", page))).toBe("bad_origin");
  expect(readdirSync(directory)).toEqual([]);
});

test("the bound holds for the bytes themselves, whatever length is stated, and the refusal names the file", async () => {
  const answer = await post(new Uint8Array(maxAttachedBytes + 1));
  expect(answer.status).toBe(413);
  expect(errorBody.parse(await answer.json()).error.message).toBe('"log.txt" is larger than 32.0 MB.');
  expect((await post(new Uint8Array(maxAttachedBytes))).status).toBe(201);
  expect(readdirSync(directory)).toHaveLength(1);
});

test("what a sender breaks off leaves nothing", async () => {
  const { port } = served;
  const socket = connect(port, "127.0.0.1");
  const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer a-token-for-tests-0123456789\r\n`;
  socket.write(`${head}Content-Type: ${type}\r\nContent-Length: 100\r\n\r\nhalf`);
  await until("its first bytes have arrived", () => readdirSync(directory).length === 1);
  socket.destroy();
  await until("its draft is removed", () => readdirSync(directory).length === 0);
});

test("a browser's file is kept only if its bytes are those that were signed", async () => {
  const browser = createSigningBrowser(served.url);
  await browser.enter((await served.link("")).split("#code=")[1] ?? "");
  const send = (signed: string, sent: string) =>
    fetch(served.url + path, {
      method: "POST",
      body: sent,
      headers: { ...browser.headers({ method: "POST", path, body: signed }), "content-type": type },
    });
  expect(await problemOf(await send("mine", "another's"))).toBe("bad_signature");
  expect(readdirSync(directory)).toEqual([]);
  expect((await send("mine", "mine")).status).toBe(201);
  const large = "x".repeat(5_000_000); // more than a signed request of JSON may have
  expect((await send(large, large)).status).toBe(201);
});

test("a file is answered as bytes to be saved, whatever it is, and only by its hash", async () => {
  const svg = "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
  const { hash } = uploadedFile.parse(await (await post(svg)).json());
  const at = "/api/v1/commissions/0197f3a2-7c1b-7abc-8def-0123456789ab/attachments";
  const answer = await served.ask(`${at}/${hash}`);
  expect(await answer.text()).toBe(svg);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": type,
    "content-length": String(svg.length),
    "content-disposition": "attachment; filename*=UTF-8''sch%C3%B6n%20%3C%27%22%2A.svg",
    "x-content-type-options": "nosniff",
    "content-security-policy": expect.stringContaining("default-src 'none'"),
  });
  expect((await served.ask(`${at}/${"0".repeat(64)}`)).status).toBe(404);
  expect((await served.ask(`${at}/..%2F..%2Ftoken`)).status).toBe(422);
  expect((await fetch(`${served.url}${at}/${hash}`)).status).toBe(401);
});
