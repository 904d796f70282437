// What `claude` can do wrong, done by a program that speaks its protocol.
import { describe, expect, test } from "bun:test";
import { politeMs } from "../../../src/hall/following/stop-bench.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { graceMs, interruptMs, leaveMs } from "../../../src/model/session/stop-times.ts";
import type { Session } from "../../../src/model/session/open-session.ts";
import { readFixture } from "./captures.ts";
import { playFake } from "./play-fake.ts";
import { openRig } from "./rig.ts";

const line = (message: unknown) => `${JSON.stringify(message)}\n`;
const normal = readFixture("normal").map(line);
const init = normal[0] ?? "";
const result = normal.at(-1) ?? "";
const said = (text: string) => ({
  type: "assistant",
  message: { role: "assistant", content: [{ type: "text", text }] },
});

const first = "0197f3a2-7c1b-7abc-8def-000000000001";

describe("a claude that", () => {
  test("prints a line that is not JSON is ended as garbled at once", async () => {
    const { end } = await playFake({ script: { output: [init, "{torn\n"], last: "linger" } });
    expect(end).toEqual({
      how: "garbled",
      message: 'claude printed a line that is not a JSON object: "{torn"',
    });
  });

  test.each(["null", "3", "[]", '"text"'])("prints %s, which is no message, is garbled", async (value) => {
    const { end } = await playFake({ script: { output: [init, `${value}\n`], last: "linger" } });
    expect(end).toMatchObject({ how: "garbled", message: expect.stringContaining("not a JSON object") });
  });

  test("dies in the middle of a line is garbled, not finished", async () => {
    const { end } = await playFake({ script: { output: [init, result.slice(0, 40)], last: { exit: 0 } } });
    expect(end.how).toBe("garbled");
  });

  test("prints a line of 10 MB is understood, and its fact is cut", async () => {
    const { end, facts } = await playFake({
      script: { output: [init, line(said("x".repeat(10_000_000))), result], last: { exit: 0 } },
    });
    const fact = facts.find((fact) => fact.type === "session.said");
    expect(end.how).toBe("normal");
    expect(fact?.text.length).toBeLessThan(20_000);
    expect(fact?.text).toEndWith("[9983616 more characters were cut here]");
  });

  test("drops what was said at its result ends with that result", async () => {
    const dropped = line({ type: "command_lifecycle", command_uuid: first, state: "cancelled" });
    let session: Session | null = null;
    const { end } = await playFake({
      script: { output: [init, result], second: [dropped], last: "linger" },
      said: { ending: async () => void session?.say({ uuid: first, text: "Use v2." }) },
      meanwhile: async (rig) => void (session = rig.session),
    });
    expect(end.how).toBe("normal");
  });

  test("never takes up what was said at its result ends with that result", async () => {
    const quick = {
      ...systemClock,
      after: (ms: number, run: () => void) => systemClock.after(ms / 200, run),
    };
    let session: Session | null = null;
    const { end } = await playFake({
      script: { output: [init, result], last: "linger" },
      said: { ending: async () => void session?.say({ uuid: first, text: "Use v2." }) },
      meanwhile: async (rig) => void (session = rig.session),
      clock: quick,
    });
    expect(end).toEqual({ how: "normal", finalText: "Done." });
  });

  test("prints a line without end is cut off", async () => {
    const output = [init, ...Array.from({ length: 34 }, () => "x".repeat(1024 * 1024))];
    const { end } = await playFake({ script: { output, last: "linger" } });
    expect(end).toEqual({ how: "garbled", message: "claude printed a line of more than 33554432 bytes" });
  }, 20_000);

  test("puts a line separator into a string is understood", async () => {
    const { end, facts } = await playFake({
      script: { output: [init, line(said("one\u2028two\u2029three")), result], last: { exit: 0 } },
    });
    expect(end.how).toBe("normal");
    expect(facts).toContainEqual({ type: "session.said", text: "one\u2028two\u2029three" });
  });

  test("says things nobody knows yet is tolerated, and they stand in the transcript", async () => {
    const strange = { type: "tomorrow", subtype: "new", payload: 1 };
    const { end, transcript } = await playFake({
      script: {
        output: [init, line(strange), line({ type: "assistant", message: 7 }), result],
        last: { exit: 0 },
      },
    });
    expect(end.how).toBe("normal");
    expect(transcript).toContainEqual(strange);
  });

  test.each(["SIGKILL", "SIGSEGV"] as const)("dies by %s has died", async (signal) => {
    const { end } = await playFake({ script: { output: [init], stderr: "oops\n", last: { signal } } });
    expect(end).toEqual({ how: "died", message: `claude was ended by ${signal}; it last said: oops` });
  });

  test("ends without a result has died", async () => {
    const { end } = await playFake({ script: { output: [init], last: { exit: 0 } } });
    expect(end).toEqual({ how: "died", message: "claude ended without a result." });
  });

  test("fills its stderr is not blocked, and every line is kept", async () => {
    const stderr = Array.from({ length: 20_000 }, (_, n) => `complaint ${n} ${"z".repeat(50)}`).join("\n");
    const { end, stderr: heard } = await playFake({ script: { output: normal, stderr, last: { exit: 0 } } });
    expect(end.how).toBe("normal");
    expect(heard.length).toBe(20_000);
  });

  test("lists other tools than ordered is not let to work", async () => {
    const { end, facts } = await playFake({
      script: { output: normal, last: { exit: 0 } },
      order: { builtInTools: ["Read", "Grep"] },
    });
    expect(end).toEqual({
      how: "activation",
      message: "claude did not start as ordered: tool Glob was not ordered.",
    });
    expect(facts).toEqual([]);
  });

  test("was refused by the gateway ends as the gateway says", async () => {
    const { end } = await playFake({
      script: { output: readFixture("api-402").map(line), last: { exit: 1 } },
      verdict: { how: "budget", limitUsd: 5 },
    });
    expect(end).toEqual({ how: "budget", limitUsd: 5 });
  });

  test("lingers after its result is ended, and the result counts", async () => {
    const quick = {
      ...systemClock,
      after: (ms: number, run: () => void) => systemClock.after(ms / 100, run),
    };
    const { end } = await playFake({ script: { output: normal, last: "linger" }, clock: quick });
    expect(end).toEqual({ how: "normal", finalText: "Done." });
  });

  test("says what cannot be recorded is ended, and whoever waits hears of it", async () => {
    const record = async () => Promise.reject(new Error("the disk is full"));
    const played = playFake({ script: { output: normal, last: "linger" }, record });
    expect(played).rejects.toThrow("the disk is full");
    await played.catch(() => undefined);
  });

  test("is stopped after its result keeps the result", async () => {
    const { end } = await playFake({
      script: { output: normal, last: "linger" },
      meanwhile: async (rig) => {
        while (!rig.transcript.some((message) => message["type"] === "result")) await Bun.sleep(2);
        await rig.session.stop();
      },
    });
    expect(end).toEqual({ how: "normal", finalText: "Done." });
  });

  test("ends neither its turn nor itself is gone before the hall loses patience", async () => {
    expect(interruptMs + leaveMs + graceMs + 200).toBeLessThanOrEqual(politeMs);
    const stubborn = "trap '' TERM; while :; do sleep 0.05; done";
    const rig = await openRig({ level: "process", program: { file: "/bin/bash", args: ["-c", stubborn] } });
    const begun = performance.now();
    await rig.session.stop();
    const ms = performance.now() - begun;
    await rig.close();
    expect(await rig.ended).toEqual({ how: "stopped" });
    expect(ms).toBeLessThan(politeMs);
  });

  test("hangs is stopped within two seconds", async () => {
    let ms = Number.NaN;
    const { end } = await playFake({
      script: { output: [init], last: "linger" },
      meanwhile: async (rig) => {
        while (rig.transcript.length === 0) await Bun.sleep(2);
        const begun = performance.now();
        await rig.session.stop();
        ms = performance.now() - begun;
      },
    });
    expect(end).toEqual({ how: "stopped" });
    expect(ms).toBeLessThan(2000);
  });
});
