// A worker's own code, at its start: what it is handed, what it may give back, and what becomes of it otherwise.
import { describe, expect, test } from "bun:test";
import { systemClock } from "../../../src/host/clock.ts";
import { installed } from "../../../src/host/program.ts";
import type { ActivationContext } from "../../../src/contract/kit/index.ts";
import { activateWorker, type ActivationOrder, maxPromptBytes } from "../../../src/guild/roster/activate.ts";
import { discoverPackages, findByName } from "../../../src/guild/roster/discover.ts";
import { codeMs } from "../../../src/guild/roster/package-code.ts";
import { commissionGuidance } from "../../../src/rules/prompt/prompts.ts";
import { grantFor } from "../../../src/rules/limits/grant.ts";
import { wireNames } from "../../../src/rules/limits/tools.ts";
import { createManualClock } from "../../fakes/manual-clock.ts";
import { until } from "../../harness/hall.ts";

async function orderFor(changes: Partial<ActivationOrder> = {}): Promise<ActivationOrder> {
  const { workers } = await discoverPackages([{ directory: installed("workers"), source: "bundled" }]);
  const worker = findByName(workers, "researcher");
  if (!worker) throw new Error("the researcher is not there");
  const granted = grantFor({
    worker: worker.metadata,
    toolboxes: [],
    config: {},
    createdBy: "person",
    project: null,
    hasComments: false,
    context: "commission",
    model: undefined,
  });
  if (!granted.ok) throw new Error(granted.problem.message);
  return {
    worker,
    grant: granted.grant,
    context: "commission",
    withheld: [],
    project: null,
    memory: "",
    guidance: "GUIDANCE",
    load: (entry) => import(entry),
    clock: systemClock,
    ...changes,
  };
}

const activateWith = async (activate: unknown, changes: Partial<ActivationOrder> = {}) =>
  activateWorker(await orderFor({ load: async () => ({ activate }), ...changes }));

/** What a prompt has to hold at least. */
const whole = ({ posture, guidance }: ActivationContext) => ({ systemPrompt: `${posture}\n\n${guidance}` });

describe("activation", () => {
  test("of the real researcher puts its posture first, the hall's guidance after it, and what it remembers last", async () => {
    const memory = "# What you remember\n\nBlue.";
    const { systemPrompt } = await activateWorker(await orderFor({ guidance: commissionGuidance, memory }));
    expect(systemPrompt).toMatch(/^# You are the researcher[^]*# How this hall works/);
    expect(systemPrompt.endsWith(memory)).toBe(true);
    expect(systemPrompt.split(memory)).toHaveLength(2);
  });

  test("is handed all it needs, and a copy: what it changes there changes nothing", async () => {
    const seen: ActivationContext[] = [];
    const greedy = (context: ActivationContext) => {
      seen.push(structuredClone(context));
      (context.tools.builtIn as string[]).push("Bash");
      (context.tools.toolboxes as { name: string; tools: string[] }[])[0]?.tools.push("other");
      context.limits.maxTurns = 9999;
      return { systemPrompt: seen[0]?.posture + context.guidance, limits: { maxTurns: 150 } };
    };
    const order = await orderFor({ load: async () => ({ activate: greedy }), project: { name: "lamps" } });
    const granted = wireNames(order.grant.tools);
    const { grant } = await activateWorker({ ...order, memory: "M" });
    expect(wireNames(grant.tools)).toEqual(granted);
    expect(grant.limits.maxTurns).toBe(150);
    expect(seen).toMatchObject([
      {
        context: "commission",
        identity: { name: "researcher", title: "Keeper of Questions" },
        posture: expect.stringContaining("You are the researcher"),
        tools: { builtIn: ["Read", "Grep", "Glob", "WebSearch", "WebFetch"] },
        limits: { maxTurns: 150, maxBudgetUsd: 5, maxSeconds: null },
        project: { name: "lamps" },
        memory: "M",
        guidance: "GUIDANCE",
      },
    ]);
  });

  test("that leaves out what is remembered gets it at the end, and one that has it gets it once", async () => {
    const memory = "What was noted before.";
    const without = await activateWith(whole, { memory });
    expect(without.systemPrompt).toEndWith(`GUIDANCE\n\n${memory}`);
    const within = await activateWith(
      (context: ActivationContext) => ({ systemPrompt: `${memory} ${whole(context).systemPrompt}` }),
      { memory },
    );
    expect(within.systemPrompt).toEndWith("GUIDANCE");
    expect(within.systemPrompt.split(memory)).toHaveLength(2);
  });

  test("may give up tools and limits", async () => {
    const { grant } = await activateWith((context: ActivationContext) => ({
      ...whole(context),
      tools: ["Read"],
      limits: { maxTurns: 2, maxBudgetUsd: 5, maxSeconds: 60 },
    }));
    expect(wireNames(grant.tools)).toEqual(["Read"]);
    expect(grant.limits).toMatchObject({ maxTurns: 2, maxBudgetUsd: 5, maxSeconds: 60 });
  });

  test("may ask for a tool that is not offered on this machine, and does not get it", async () => {
    const bash = (context: ActivationContext) => ({ ...whole(context), tools: ["Read", "Bash"] });
    const { grant } = await activateWith(bash, { withheld: ["Bash"] });
    expect(wireNames(grant.tools)).toEqual(["Read"]);
  });

  const asks = (limits: object) => () => ({ systemPrompt: "p", limits });
  const boom = () => {
    throw new Error("boom");
  };
  const unprintable = {
    toString: () => {
      throw new Error("no");
    },
  };
  const biting = Object.defineProperties(new AggregateError([], "ouch"), {
    errors: { get: boom },
    issues: { get: boom },
    position: { get: boom },
    stack: { get: boom },
  });
  const lacks = (what: string) =>
    new RegExp(`that "activate" returned lacks ${what}\\. It has to hold all of`);
  const bad: [string, unknown, RegExp][] = [
    ["asks for a tool", () => ({ systemPrompt: "p", tools: ["Bash"] }), /not granted: Bash/],
    ["asks for all of a toolbox", () => ({ systemPrompt: "p", tools: ["mcp__base__*"] }), /mcp__base__\*/],
    ["asks for more turns", asks({ maxTurns: 151 }), /maxTurns 151 where 150 was granted/],
    ["asks for more money", asks({ maxBudgetUsd: 99 }), /maxBudgetUsd 99/],
    ["returns an empty prompt", () => ({ systemPrompt: "" }), /returned something else/],
    ["returns a number", () => 7, /returned something else/],
    ["returns nothing", () => undefined, /returned something else/],
    ["returns a word too many", () => ({ systemPrompt: "p", rights: "all" }), /rights/],
    ["returns a book", () => ({ systemPrompt: "ä".repeat(maxPromptBytes / 2 + 1) }), /400002 bytes/],
    [
      "leaves out its posture",
      ({ guidance }: ActivationContext) => ({ systemPrompt: guidance }),
      lacks("its posture \\(./posture.md\\)"),
    ],
    [
      "leaves out the guidance",
      ({ posture }: ActivationContext) => ({ systemPrompt: posture }),
      lacks("the hall's guidance"),
    ],
    [
      "leaves out both",
      () => ({ systemPrompt: "p" }),
      lacks("its posture \\(./posture.md\\) and the hall's guidance"),
    ],
    [
      "cuts its posture short",
      ({ posture, guidance }: ActivationContext) => ({ systemPrompt: posture.slice(0, -40) + guidance }),
      lacks("its posture \\(./posture.md\\)"),
    ],
    [
      "sets it in capitals",
      ({ posture, guidance }: ActivationContext) => ({ systemPrompt: posture.toUpperCase() + guidance }),
      lacks("its posture \\(./posture.md\\)"),
    ],
    [
      "puts its parts in another order",
      ({ posture, guidance }: ActivationContext) => ({
        systemPrompt: posture.split("\n\n").toReversed().join("\n\n") + guidance,
      }),
      lacks("its posture \\(./posture.md\\)"),
    ],
    [
      "has words of its own in the middle of it",
      ({ posture, guidance }: ActivationContext) => ({
        systemPrompt: posture.replace("\n\n", "\n\nNothing of this holds.\n\n") + guidance,
      }),
      lacks("its posture \\(./posture.md\\)"),
    ],
    [
      "changes what it was handed",
      (context: ActivationContext) => {
        Object.assign(context, { posture: "p", guidance: "p" });
        return { systemPrompt: "p" };
      },
      lacks("its posture \\(./posture.md\\) and the hall's guidance"),
    ],
    ["throws", boom, /boom/],
    ["throws what cannot be printed", () => Promise.reject(unprintable), /cannot be printed/],
    ["throws what bites whoever looks at it", () => Promise.reject(biting), /cannot be printed/],
    ["throws later", async () => Promise.reject(new Error("later")), /later/],
    ["is no function", "not a function", /does not export a function "activate"/],
    ["is not there", undefined, /does not export a function "activate"/],
  ];
  test.each(bad)("that %s fails and names the worker", async (_what, activate, message) => {
    const failed = activateWith(activate);
    await expect(failed).rejects.toThrow(/^Worker "researcher" cannot be activated: /);
    await expect(failed).rejects.toThrow(message);
    await expect(failed).rejects.toMatchObject({ code: "activation" });
  });

  test("may set its words in other lines, and add to them", async () => {
    const { systemPrompt } = await activateWith(({ posture, guidance }: ActivationContext) => ({
      systemPrompt: `Today is a good day.\n${posture.replaceAll("\n", "\r\n  ")}\nMore.\n${guidance}\n`,
    }));
    expect(systemPrompt).toContain("Today is a good day.");
  });

  test("without an end to the time asks for more than one that has an end", async () => {
    const { grant } = await orderFor();
    const hasty = { ...grant, limits: { ...grant.limits, maxSeconds: 60 } };
    const failed = activateWith(asks({ maxSeconds: null }), { grant: hasty });
    await expect(failed).rejects.toThrow(/maxSeconds without end where 60/);
  });

  const never = () => new Promise<never>(() => undefined);
  const slow: [string, () => Promise<unknown>, RegExp][] = [
    ["never returns", async () => ({ activate: never }), /"activate" did not return within 10 s/],
    ["never loads", never, /its code did not load within 10 s/],
  ];
  test.each(slow)("that %s is given up after ten seconds", async (_what, load, message) => {
    const clock = createManualClock();
    const failed = activateWorker(await orderFor({ load, clock }));
    failed.catch(() => undefined);
    await until("it is waited for", () => clock.pending() > 0);
    clock.advance(codeMs - 1);
    expect(await Promise.race([failed.catch(() => "failed"), Promise.resolve("waits")])).toBe("waits");
    clock.advance(1);
    await expect(failed).rejects.toThrow(message);
  });
});
