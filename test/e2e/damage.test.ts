// One bit of an ended commission's ledger is flipped: a person at the command line, and a client of the door, are told so
// and still get what is left.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { homeLayout } from "../../src/contract/home/home-layout.ts";
import { endedCommission, type Ended } from "../harness/ledger/ended-commission.ts";
import { flipBit } from "../harness/ledger/flip.ts";
import { LaunchedHome } from "../harness/launched-home.ts";

const home = new LaunchedHome();
let ended: Ended;
let other: Ended;
let damaged: Buffer;
let url = "";

beforeAll(async () => {
  await home.up();
  await home.run("down");
  [ended, other] = [
    await endedCommission(homeLayout(home.root)),
    await endedCommission(homeLayout(home.root)),
  ];
  flipBit(ended.layout.events, 4000);
  damaged = readFileSync(ended.layout.events);
  url = (await home.up()).url;
});
afterAll(() => home.dispose());

describe("a commission whose ledger is damaged", () => {
  test("is listed, shown and handed out from what was made of it, with a sentence on what is damaged", async () => {
    const client = home.client(url);
    expect((await client.list()).commissions.map(({ id }) => id)).toContain(ended.id);
    const detail = await client.detail(ended.id);
    expect(detail).toMatchObject({
      status: "completed",
      title: "Idempotency keys",
      task: expect.stringContaining("OAuth"),
      decisions: [{ decision: "This." }],
      questions: [{ question: "For how long?\n\n> a day?" }],
      damage: expect.stringMatching(/is damaged\. Line \d+ of .*events\.jsonl/),
    });
    expect(await client.result(ended.id)).toMatchObject({
      summary: "Keys are kept.",
      output: "# Result\n\nFor a day.",
      damage: detail.damage,
    });
    const events = client.commissionEvents(ended.id, { limit: 5000 });
    await expect(events).rejects.toMatchObject({
      code: "damaged",
      message: expect.stringContaining("events.jsonl"),
    });
    const { problems } = await client.status();
    expect(problems).toEqual([detail.damage ?? ""]);
    expect((await client.attention.list()).items.map(({ title }) => title)).toContain(
      `Commission ${ended.id} is damaged`,
    );
  });

  test("is told at the command line: show and result exit 0, events do not", async () => {
    const show = await home.run("show", ended.id);
    expect(show.code).toBe(0);
    expect(show.stdout.replaceAll(/\s+/g, " ")).toContain("is damaged. Line");
    const result = await home.run("result", ended.id);
    expect([result.code, result.stdout.trim()]).toEqual([0, "# Result\n\nFor a day."]);
    expect(result.stderr).toContain("is damaged. Line");
    const again = await home.run("redispatch", ended.id);
    expect([again.code, again.stderr.includes("events.jsonl")]).toEqual([1, true]);
    const doctor = await home.run("doctor");
    expect([doctor.code, doctor.stdout.includes("events.jsonl")]).toEqual([1, true]);
  });

  test("hurts no other, and its bytes are left alone", async () => {
    const client = home.client(url);
    expect(await client.result(other.id)).not.toHaveProperty("damage");
    expect((await client.commissionEvents(other.id, { limit: 5000 })).events.length).toBeGreaterThan(10);
    expect(readFileSync(ended.layout.events).equals(damaged)).toBe(true);
  });

  test("can be deleted by a person, and is a problem no more", async () => {
    const client = home.client(url);
    expect(await client.remove(ended.id)).toMatchObject({ deleted: true });
    expect((await client.status()).problems).toEqual([]);
    expect(existsSync(ended.layout.directory)).toBe(false);
    expect((await client.list()).commissions.map(({ id }) => id)).toEqual([other.id]);
  });
});
