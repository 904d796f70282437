// What a commission waits for: every standing of another, and random guilds of chains that are worked on in any order.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { dependency } from "../../../src/contract/commission/commission.ts";
import { type CommissionId, commissionId } from "../../../src/contract/home/ids.ts";
import {
  documentsIn,
  type Guild,
  idsIn,
  lastOf,
  refuseDependencies,
  type Standing,
  whyMissing,
  whyUnmet,
} from "../../../src/rules/admission/dependencies.ts";

const idOf = (n: number): CommissionId =>
  commissionId.parse(`0197f3a2-${n.toString(16).padStart(4, "0")}-7abc-8def-0123456789ab`);
const [a, b, c] = [idOf(1), idOf(2), idOf(3)];

const done: Standing = {
  id: a,
  title: "Look it up",
  status: "completed",
  trust: "claimed",
  error: null,
  startedAt: "2026-11-15T10:00:00.000Z",
  after: [],
  branch: null,
  landing: null,
};

function guildOf(
  known: readonly Standing[],
  continuations: readonly (readonly [string, string])[] = [],
): Guild {
  const byId = new Map(known.map((one) => [one.id, one]));
  const next = new Map(continuations as readonly (readonly [CommissionId, CommissionId])[]);
  return { find: (id) => byId.get(id), continuationOf: (id) => next.get(id) };
}

describe("one that is waited for", () => {
  const again = "redispatch it to go on";
  const error = { code: "turns", message: "it used\nall its\u001b[2J turns" } as const;
  test.each<[string, Partial<Standing>, string | null]>([
    ["has not started", { status: "pending", startedAt: null }, "has not started"],
    ["waits itself", { status: "blocked", startedAt: null }, "has not started"],
    ["is being set up", { status: "dispatched" }, "is in progress"],
    ["is at work", { status: "in_progress" }, "is in progress"],
    ["waits for another workbench", { status: "pending" }, "is in progress"],
    ["waits for its quota", { status: "paused" }, "is in progress"],
    ["failed", { status: "failed", error }, `failed: it used all its [2J turns; ${again}`],
    ["was cancelled", { status: "cancelled" }, `was cancelled; ${again}`],
    ["was refuted", { trust: "refuted" }, `was refuted by its checks; ${again}`],
    ["was refuted and kept", { trust: "refuted", branch: "kept" }, `was refuted by its checks; ${again}`],
    ["met a conflict", { branch: "conflict" }, `could not be merged: conflict; ${again}`],
    ["was kept", { branch: "kept" }, `was not merged: its branch was kept; ${again}`],
    ["was merged", { branch: "merged", trust: "verified" }, null],
    ["changed nothing", { branch: "unchanged" }, null],
    ["is done, without a tree", {}, null],
  ])("and %s: %j", (_what, changes, why) => {
    const said = whyUnmet(guildOf([{ ...done, ...changes }]), a);
    expect(said).toBe(why === null ? null : `waits for 0197f3a2-0001 (Look it up), which ${why}`);
  });

  test("and was deleted is named without a title", () => {
    expect(whyUnmet(guildOf([]), a)).toBe("waits for 0197f3a2-0001, which was deleted");
  });

  test("counts by the last that goes on with it", () => {
    const failed: Standing = { ...done, status: "failed" };
    const chain = [
      [a, b],
      [b, c],
    ] as const;
    const guild = guildOf([failed, { ...failed, id: b }, { ...done, id: c }], chain);
    for (const id of [a, b, c]) expect(whyUnmet(guild, id)).toBeNull();
    const worse = guildOf([done, { ...done, id: b }, { ...failed, id: c, title: "Again" }], chain);
    expect(whyUnmet(worse, a)).toContain("0197f3a2-0003 (Again), which failed");
    // Its first attempt was deleted since: who goes on with it stands for it all the same.
    expect(whyUnmet(guildOf([{ ...done, id: b }], [[a, b]]), a)).toBeNull();
  });

  test("has a title of somebody's: one line, and not all of it", () => {
    const said = whyUnmet(guildOf([{ ...done, status: "pending", title: `a\n\u0007${"b".repeat(500)}` }]), a);
    expect(said).not.toMatch(/[\n\u0007]/);
    expect(said?.length).toBeLessThan(160);
  });

  test("never goes round, even where somebody wrote a ledger by hand", () => {
    const round = guildOf(
      [done],
      [
        [a, b],
        [b, a],
      ],
    );
    expect(lastOf(round, a)).toBe(a);
    expect(whyUnmet(round, a)).toBeNull();
  });
});

test.each([
  [{ branch: "claude/main", isThere: true, fault: null }, null],
  [{ branch: "claude/main", isThere: false, fault: null }, "waits for .lore/x.md on claude/main"],
  [{ branch: null, isThere: false, fault: null }, "waits for .lore/x.md, but its project has no repository"],
  [
    { branch: "claude/main", isThere: false, fault: "it\nmoved" },
    "waits for .lore/x.md on claude/main, where the hall could not look for it: it moved",
  ],
])("a document, with %j: %j", (place, why) => {
  expect(whyMissing(".lore/x.md", place)).toBe(why);
});

describe("what is asked for", () => {
  const guild = guildOf([done]);
  const ask = (after: readonly string[], changes: { hasRepository?: boolean } = {}) =>
    refuseDependencies(guild, { after, continues: null, hasRepository: true, ...changes });

  test.each([
    ["nothing", [], null],
    ["a commission that is there", [a], null],
    ["a document", [".lore/specs/x.md"], null],
    ["a commission that nobody knows", [a, b], "bad_dependency"],
    ["half an id", ["0197f3a2-0001"], "bad_dependency"],
    ["an id in capitals", [a.toUpperCase()], "bad_dependency"],
    ["what is almost an id", ["0197f3a2-0001-4abc-8def-0123456789ab"], "bad_dependency"],
  ])("%s: %j", (_what, after, code) => {
    expect(ask(after)?.problem.code ?? null).toBe(code as never);
  });

  test("is refused for a document where there is no repository, and only then", () => {
    expect(ask([".lore/x.md"], { hasRepository: false })?.problem.code).toBe("bad_dependency");
    expect(ask([a], { hasRepository: false })).toBeNull();
  });

  test.each([
    "",
    "/etc/passwd",
    "../x",
    "a/../b",
    "./a",
    "a/",
    "a\nb",
    "a\0b",
    "..",
    "x/..",
    "a".repeat(1001),
  ])("%j is neither an id nor a path", (text) => {
    expect(dependency.safeParse(text).success).toBe(false);
  });

  test.each([".lore/x.md", "a b/ü.md", "...", "-x", "a..b", "$(id)"])("%j is a path", (text) => {
    expect(dependency.safeParse(text).success).toBe(true);
    expect([idsIn([text]), documentsIn([text])]).toEqual([[], [text]]);
  });
});

test("one that goes on with another may wait for nobody who waits for that, however far away", () => {
  const waits = (id: CommissionId, ...after: CommissionId[]): Standing => ({ ...done, id, after });
  const guild = guildOf([waits(a, c), waits(b, a), waits(c, b)]);
  const again = (continues: CommissionId, after: CommissionId[]) =>
    refuseDependencies(guild, { after, continues, hasRepository: false })?.problem.code ?? null;
  expect(again(a, [a])).toBe("cycle");
  expect(again(a, [b])).toBe("cycle");
  expect(again(a, [c])).toBe("cycle");
  expect(again(a, [])).toBeNull();
  const line = guildOf([waits(a), waits(b, a), waits(c, b)]);
  expect(refuseDependencies(line, { after: [b], continues: c, hasRepository: false })).toBeNull();
  expect(refuseDependencies(line, { after: [c], continues: a, hasRepository: false })?.problem.code).toBe(
    "cycle",
  );
});

/** A guild in which commissions are made, fail, succeed and are taken up again, in any order. */
interface World {
  known: Map<CommissionId, Standing>;
  next: Map<CommissionId, CommissionId>;
  guild: Guild;
}

type Move =
  | { do: "make"; after: number[] }
  | { do: "start"; which: number }
  | { do: "end"; which: number; how: "completed" | "failed" | "refuted" | "conflict" }
  | { do: "again"; which: number; after: number[] }
  | { do: "delete"; which: number };

const picks = fc.array(fc.nat(40), { maxLength: 4 });
const moves: fc.Arbitrary<Move[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant("make" as const), after: picks }) },
    { weight: 5, arbitrary: fc.record({ do: fc.constant("start" as const), which: fc.nat(40) }) },
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant("end" as const),
        which: fc.nat(40),
        how: fc.constantFrom("completed", "completed", "failed", "refuted", "conflict"),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant("again" as const), which: fc.nat(40), after: picks }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("delete" as const), which: fc.nat(40) }) },
  ),
  { maxLength: 80 },
);

function createWorld(): World {
  const known = new Map<CommissionId, Standing>();
  const next = new Map<CommissionId, CommissionId>();
  return { known, next, guild: { find: (id) => known.get(id), continuationOf: (id) => next.get(id) } };
}

const at = "2026-11-15T10:00:00.000Z";
const isOver = ({ status }: Standing) => status === "completed" || status === "failed";
const unmet = ({ guild }: World, { after }: Standing) =>
  idsIn(after).filter((id) => whyUnmet(guild, id) !== null);

function move(world: World, made: { ids: CommissionId[] }, step: Move): void {
  const { known, next, guild } = world;
  const pick = (n: number): CommissionId | undefined => made.ids[n % Math.max(1, made.ids.length)];
  const make = (after: readonly number[], continues: CommissionId | null) => {
    const asked = [...new Set(after.flatMap((n) => pick(n) ?? []))];
    if (refuseDependencies(guild, { after: asked, continues, hasRepository: false })) return;
    const id = idOf(made.ids.length + 1);
    known.set(id, { ...done, id, status: "pending", startedAt: null, after: asked });
    made.ids.push(id);
    if (continues !== null) next.set(continues, id);
  };
  if (step.do === "make") return make(step.after, null);
  const id = pick(step.which);
  const one = id && known.get(id);
  if (!id || !one) return;
  if (step.do === "start" && one.status === "pending" && unmet(world, one).length === 0)
    known.set(id, { ...one, status: "in_progress", startedAt: at });
  if (step.do === "end" && one.status === "in_progress")
    known.set(id, {
      ...one,
      status: step.how === "failed" ? "failed" : "completed",
      trust: step.how === "refuted" ? "refuted" : "claimed",
      branch: step.how === "conflict" ? "conflict" : null,
    });
  if (step.do === "again" && isOver(one) && !next.has(id)) make(step.after, id);
  if (step.do === "delete" && isOver(one)) known.delete(id);
}

/** Whether what it waits for leads back to itself. */
function goesRound(world: World, id: CommissionId): boolean {
  const seen = new Set<CommissionId>();
  const open = idsIn(world.known.get(id)?.after ?? []);
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    const last = lastOf(world.guild, each);
    if (last === id) return true;
    if (seen.has(last)) continue;
    seen.add(last);
    open.push(...idsIn(world.known.get(last)?.after ?? []));
  }
  return false;
}

test("whatever is made, ended, taken up again and deleted, nothing ever waits for itself", () => {
  let refused = 0;
  fc.assert(
    fc.property(moves, (steps) => {
      const [world, made] = [createWorld(), { ids: [] as CommissionId[] }];
      for (const step of steps) {
        const before = made.ids.length;
        move(world, made, step);
        if (step.do === "again" && made.ids.length === before) refused += 1;
        for (const id of made.ids) if (!world.next.has(id)) expect(goesRound(world, id)).toBe(false);
      }
    }),
    { numRuns: 300 },
  );
  expect(refused).toBeGreaterThan(10); // else the guard was never asked
});

test("in any order, one starts only when all it waits for is done; and in the end each can start, or says why not", () => {
  fc.assert(
    fc.property(moves, (steps) => {
      const [world, made] = [createWorld(), { ids: [] as CommissionId[] }];
      for (const step of steps) move(world, made, step);
      // From here on everything succeeds, and what failed is taken up again: then nobody is left behind.
      for (let round = 0; round < 3 * made.ids.length + 3; round += 1) {
        for (const [id, one] of Array.from(world.known)) {
          const which = made.ids.indexOf(id);
          const isLost = isOver(one) && whyUnmet(world.guild, id) !== null && !world.next.has(id);
          if (isLost) {
            const after = one.after.flatMap((each) => {
              const n = made.ids.indexOf(each as CommissionId);
              return world.known.has(made.ids[n] as CommissionId) ? [n] : [];
            });
            move(world, made, { do: "again", which, after });
          } else move(world, made, { do: "start", which });
          move(world, made, { do: "end", which, how: "completed" });
        }
      }
      for (const [id, one] of world.known) {
        if (isOver(one)) continue;
        const reasons = unmet(world, one).map((each) => whyUnmet(world.guild, each));
        expect(reasons.length).toBeGreaterThan(0); // it could start otherwise
        // All that can still be missing was deleted, here or further down the line.
        const isCutOff = reachable(world, id).some((each) => !world.known.has(lastOf(world.guild, each)));
        expect({ id, reasons, isCutOff }).toMatchObject({ isCutOff: true });
      }
    }),
    { numRuns: 300 },
  );
});

function reachable(world: World, id: CommissionId): CommissionId[] {
  const found = new Set<CommissionId>();
  const open = idsIn(world.known.get(id)?.after ?? []);
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    if (found.has(each)) continue;
    found.add(each);
    open.push(...idsIn(world.known.get(lastOf(world.guild, each))?.after ?? []));
  }
  return [...found];
}
