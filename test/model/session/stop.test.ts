// Stopping a session that hangs, and going on after one that was killed.
import { afterEach, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isWithoutSandbox } from "../../workbench/sandbox/usable.ts";
import { bestLevel, openRig, type Rig } from "./rig.ts";
import { createNoteBox, note } from "./toolbox.ts";
import { firstOf, longTest } from "../../harness/long.ts";

let rig: Rig;
afterEach(() => rig.close());

/** How long it took. */
async function stop(): Promise<number> {
  const begun = performance.now();
  await rig.session.stop();
  return performance.now() - begun;
}

/** Processes that carry the mark in their environment; a zombie has none. */
function carriers(mark: string): string[] {
  return readdirSync("/proc").filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/environ`, "utf8").includes(mark);
    } catch {
      return false;
    }
  });
}

function sessionFiles(directory: string): string {
  const projects = join(directory, "config/projects");
  const files = readdirSync(projects, { recursive: true, encoding: "utf8" });
  const sessions = files.filter((file) => file.endsWith(".jsonl"));
  return sessions.map((file) => readFileSync(join(projects, file), "utf8")).join("");
}

function sleepers(mark: string): number {
  return readdirSync("/proc").filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, "utf8") === `sleep\0${mark}\0`;
    } catch {
      return false;
    }
  }).length;
}

describe("a stop", () => {
  test.each(firstOf([...new Set([bestLevel, "process" as const])], 1))(
    "ends a session whose model hangs (%s)",
    async (level) => {
      const mark = `stand-in-${process.pid}-${level}`;
      rig = await openRig({ level, turns: [{ hang: true }], gatewayEnv: { ANTHROPIC_API_KEY: mark } });
      await rig.model.asked(1);
      expect(carriers(mark)).not.toEqual([]);
      expect(await stop()).toBeLessThan(2000);
      expect(await rig.ended).toEqual({ how: "stopped" });
      while (carriers(mark).length > 0) await Bun.sleep(1); // bubblewrap's own child follows it a moment later
      expect(rig.model.requests.length).toBe(1); // none slips out while it is stopped
      expect(sessionFiles(rig.directory)).toContain("[Request interrupted by user"); // asked before it was killed
    },
    15_000,
  );

  test("ends a session whose tool hangs, and tells the tool", async () => {
    const called = Promise.withResolvers<void>();
    const box = createNoteBox(() => {
      called.resolve();
      return new Promise(() => undefined);
    });
    rig = await openRig({ toolboxes: [box], turns: [{ use: [note("for ever")] }] });
    await called.promise;
    expect(await stop()).toBeLessThan(2000);
    expect(await rig.ended).toEqual({ how: "stopped" });
    expect(box.calls[0]?.signal.aborted).toBe(true);
  }, 15_000);

  test.skipIf(isWithoutSandbox)(
    "ends what a command left behind in a session of its own",
    async () => {
      const mark = `8${process.pid}.5`;
      const command = `setsid sleep ${mark} & sleep ${mark}`;
      rig = await openRig({
        order: { builtInTools: ["Bash"] },
        turns: [{ use: [{ tool: "Bash", input: { command } }] }],
      });
      while (sleepers(mark) < 2) await Bun.sleep(5);
      expect(await stop()).toBeLessThan(2000);
      while (sleepers(mark) > 0) await Bun.sleep(1);
      expect(await rig.ended).toEqual({ how: "stopped" });
    },
    15_000,
  );

  test("before the session has started ends it all the same", async () => {
    rig = await openRig();
    expect(await stop()).toBeLessThan(2000);
    expect(await rig.ended).toEqual({ how: "stopped" });
  }, 15_000);

  test("after the end changes nothing", async () => {
    rig = await openRig({ order: { builtInTools: ["Reed"] } });
    const end = await rig.ended;
    await rig.session.stop();
    expect(end.how).toBe("activation");
    expect(await rig.ended).toBe(end);
  }, 15_000);
});

describe("a claude that was killed while a tool runs", () => {
  test("has died, and the tool is told", async () => {
    const called = Promise.withResolvers<void>();
    const box = createNoteBox(() => {
      called.resolve();
      return new Promise(() => undefined);
    });
    rig = await openRig({ toolboxes: [box], turns: [{ use: [note("for ever")] }] });
    await called.promise;
    rig.children[0]?.kill("SIGKILL");
    expect((await rig.ended).how).toBe("died");
    expect(box.calls[0]?.signal.aborted).toBe(true);
  }, 15_000);
});

describe("a claude that was killed during its first request", () => {
  longTest(
    "has died, and a later session goes on from it",
    async () => {
      rig = await openRig({
        order: { prompt: "Remember the cuckoo." },
        turns: [{ hang: true }, { say: "Cuckoo." }],
      });
      await rig.model.asked(1);
      rig.children[0]?.kill("SIGKILL");
      expect(await rig.ended).toEqual({ how: "died", message: "claude was ended by SIGKILL." });
      const started = rig.facts.find((fact) => fact.type === "session.started");
      const next = rig.again({ prompt: "Go on.", resume: started?.sessionId ?? "" });
      expect(await next.ended).toEqual({ how: "normal", finalText: "Cuckoo." });
      const messages = JSON.stringify(rig.model.requests[1]?.body.messages);
      expect(messages).toContain("Remember the cuckoo.");
      expect(messages).toContain("Go on.");
    },
    15_000,
  );
});
