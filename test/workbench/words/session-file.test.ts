// The session's file is read with care: it lies where the worker writes.
import { expect, test } from "bun:test";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { findMessages } from "../../../src/workbench/words/session-file.ts";
import { tempDir } from "../../harness/temp.ts";

const sessionId = "0a42a6dd-7fe5-4140-9556-b92ee3e544eb";
const uuids = ["0197f3a2-7c1b-7abc-8def-000000000001", "0197f3a2-7c1b-7abc-8def-000000000002"];
const line = (uuid = "") => `${JSON.stringify({ type: "user", uuid })}\n`;

function layOut(): { session: string; file: string } {
  const session = tempDir();
  mkdirSync(`${session}/config/projects/-work`, { recursive: true });
  return { session, file: `${session}/config/projects/-work/${sessionId}.jsonl` };
}

test("finds a message anywhere in a long file, also in a last line without its end", async () => {
  const { session, file } = layOut();
  const much = `${JSON.stringify({ type: "other", text: "x".repeat(700_000) })}\n`.repeat(3);
  writeFileSync(file, `${much}${line(uuids[0])}${much}${line(uuids[1]).trim()}`);
  expect(await findMessages({ session }, { sessionId, uuids })).toEqual(new Set(uuids));
});

test("follows no link, waits for no pipe, and takes no path from the id of a session", async () => {
  const { session, file } = layOut();
  const elsewhere = tempDir();
  writeFileSync(`${elsewhere}/x.jsonl`, line(uuids[0]));
  symlinkSync(`${elsewhere}/x.jsonl`, file);
  expect(await findMessages({ session }, { sessionId, uuids })).toEqual(new Set());
  writeFileSync(`${session}/config/outside.jsonl`, line(uuids[0]));
  expect(await findMessages({ session }, { sessionId: "../../outside", uuids })).toEqual(new Set());
  const other = layOut();
  Bun.spawnSync(["mkfifo", other.file]);
  expect(await findMessages(other, { sessionId, uuids })).toEqual(new Set());
  expect(await findMessages({ session: tempDir() }, { sessionId, uuids })).toEqual(new Set());
});
