// A patch on its way from the hall to a command: bytes as they are, and never a part of them taken for the whole.
import { expect, test } from "bun:test";
import { createClient } from "../../src/client/client.ts";
import { patchHeader, type PatchSummary } from "../../src/contract/commission/diff.ts";
import { routes } from "../../src/contract/api/api.ts";
import { done } from "../../src/contract/api/problem.ts";
import { answer } from "../../src/hall/http/answers.ts";
import { someId } from "../harness/ledger/histories.ts";
import { createManualClock } from "../fakes/manual-clock.ts";

const bytes = Buffer.from([0x2b, 0xff, 0x0d, 0x0a, 0x1b, 0x00]);
const summary: PatchSummary = {
  id: someId,
  branch: `claude/commission/${someId}`,
  into: "claude/main",
  base: "a".repeat(40),
  earlier: false,
  tip: null,
  total: 1,
  additions: 1,
  deletions: 0,
  bytes: bytes.length,
};

/** The answer of the hall's own door, with a stream of the test's. */
async function answerWith(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Response> {
  return answer(routes.patch, done({ summary, stream }));
}

async function read(answered: Response): Promise<Buffer> {
  const line = { url: "http://127.0.0.1:1", token: "t", fetch: async () => answered };
  const client = createClient({ ...line, wait: async () => undefined, after: createManualClock().after });
  const patch = await client.review.patch(someId);
  expect(patch.summary).toEqual(summary);
  const parts: Uint8Array[] = [];
  for await (const part of patch.bytes) parts.push(part);
  return Buffer.concat(parts);
}

test("the bytes arrive as they are, with a header that says what they are of", async () => {
  const answered = await answerWith(new Blob([bytes]).stream());
  expect(answered.headers.get("content-type")).toBe("application/octet-stream");
  expect(JSON.parse(answered.headers.get(patchHeader) ?? "")).toEqual(summary);
  expect(await read(answered)).toEqual(bytes);
});

test("fewer or more of them than were promised are a failure", async () => {
  for (const wrong of [bytes.subarray(1), Buffer.concat([bytes, bytes])])
    await expect(answerWith(new Blob([wrong]).stream()).then(read)).rejects.toMatchObject({
      code: "unreachable",
    });
});

test("an answer that breaks off, and one without its header, are failures", async () => {
  const broken = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => controller.error(new Error("the hall ended")),
  });
  await expect(answerWith(broken).then(read)).rejects.toMatchObject({ code: "unreachable" });
  await expect(read(new Response(bytes))).rejects.toMatchObject({ code: "internal" });
});
