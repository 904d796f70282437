// Random days at the hall: whatever comes, goes, runs short and comes back, the rules of admission hold at every start,
// and in the end everybody has had a turn.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { defaultConfig } from "../../../src/contract/home/config.ts";
import type { CommissionId } from "../../../src/contract/home/ids.ts";
import type { QuotaPause } from "../../../src/contract/commission/quota.ts";
import { type AdmissionFacts, decideAdmission } from "../../../src/rules/admission/admission.ts";
import { pauseAfter } from "../../../src/rules/admission/quota.ts";
import { newCommissionRecord } from "../../../src/rules/commission/new-record.ts";
import { type Commission, isRunning } from "../../../src/rules/commission/state.ts";
import { someId, someRequest } from "../../harness/ledger/histories.ts";

const slots = 3;
const limits = defaultConfig.admission;
const gapMs = 1000 / limits.startsPerSecond;

type Step =
  | { do: "create"; rehearsed: boolean }
  | { do: "end" | "answer" | "crash" | "spend"; which: number; ms: number }
  | { do: "pass"; ms: number }
  | { do: "memory" | "disk"; mb: number };

const which = fc.nat(9);
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant("create" as const), rehearsed: fc.boolean() }) },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constantFrom("end" as const, "answer" as const, "crash" as const, "spend" as const),
        which,
        ms: fc.integer({ min: 0, max: 5000 }),
      }),
    },
    { weight: 4, arbitrary: fc.record({ do: fc.constant("pass" as const), ms: fc.nat(2000) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constantFrom("memory" as const, "disk" as const),
        mb: fc.constantFrom(0, 400, 800, 1100, 50_000),
      }),
    },
  ),
  { maxLength: 60 },
);

class Day {
  readonly commissions = new Map<CommissionId, Commission>();
  now = Date.UTC(2026, 0, 1);
  memoryMb = 50_000;
  diskMb = 50_000;
  startedAt: number[] = [];
  pause: QuotaPause | null = null;
  readonly started = new Set<CommissionId>();

  facts(): AdmissionFacts {
    return {
      slots,
      memberSlots: slots,
      limits,
      hasModel: true,
      machine: { memoryMb: this.memoryMb, diskMb: this.diskMb },
      startedMsAgo: this.startedAt.map((at) => this.now - at),
      quota: this.held(),
      msUntil: (_id, until) => Date.parse(until) - this.now,
      setAside: new Map(),
    };
  }

  held(): AdmissionFacts["quota"] {
    return this.pause && { pause: this.pause, msLeft: Date.parse(this.pause.pausedUntil) - this.now };
  }

  play(step: Step): void {
    if (step.do === "create") this.create(step.rehearsed);
    else if (step.do === "pass") this.now += step.ms;
    else if ("mb" in step) this[step.do === "memory" ? "memoryMb" : "diskMb"] = step.mb;
    else this.happen(step.do, this.running()[step.which], step.ms);
    this.look();
  }

  create(rehearsed: boolean): void {
    const id = someId.replace(/.{4}$/, String(1000 + this.commissions.size)) as CommissionId;
    const request = { ...someRequest, id, rehearsal: rehearsed ? "version: 1" : null };
    const record = newCommissionRecord(request, new Date(this.now).toISOString());
    this.commissions.set(id, { status: "pending", record, notBefore: null });
  }

  running(): Commission[] {
    return [...this.commissions.values()].filter(isRunning);
  }

  happen(what: "end" | "answer" | "crash" | "spend", one: Commission | undefined, ms: number): void {
    if (!one) return;
    const { record } = one;
    const { id, rehearsal } = record.request;
    const until = new Date(this.now + ms).toISOString();
    const isReal = rehearsal === null;
    if (what === "end") this.commissions.delete(id);
    if (what === "answer" && this.pause?.probe === id) this.pause = null;
    if (what === "crash") this.commissions.set(id, { status: "pending", record, notBefore: until });
    if (what === "spend") this.commissions.set(id, { status: "paused", record, until });
    if (what === "spend" && isReal)
      this.pause = pauseAfter({ id, resetAt: until, message: "m", now: this.now, before: this.held() });
  }

  /** As the conductor does: until nothing more may start. Gives back when it would look again. */
  look(): number | null {
    for (;;) {
      const { start, wake, againInMs } = decideAdmission([...this.commissions.values()], this.facts());
      for (const id of wake) this.wake(id);
      if (wake.length > 0) continue;
      if (start === null) return againInMs;
      this.start(start.id, start.isProbe);
    }
  }

  wake(id: CommissionId): void {
    const one = this.commissions.get(id);
    if (one?.status !== "paused") throw new Error("woken, but not paused");
    const isReal = one.record.request.rehearsal === null;
    expect(isReal ? this.pause : Date.parse(one.until) <= this.now).toEqual(isReal ? null : true);
    this.commissions.set(id, { status: "pending", record: one.record, notBefore: null });
  }

  start(id: CommissionId, isProbe: boolean): void {
    const one = this.commissions.get(id);
    if (!one || (one.status !== "pending" && one.status !== "paused")) throw new Error("not there to start");
    expect(this.running().length).toBeLessThan(slots);
    expect(this.now - (this.startedAt.at(-1) ?? -Infinity)).toBeGreaterThanOrEqual(gapMs);
    expect(this.diskMb).toBeGreaterThanOrEqual(limits.minFreeDiskMb);
    expect(this.memoryMb).toBeGreaterThanOrEqual(limits.minFreeMemoryMb);
    if (one.status === "pending")
      expect(Date.parse(one.notBefore ?? "1970-01-01")).toBeLessThanOrEqual(this.now);
    if (one.record.request.rehearsal === null) this.checkQuota(isProbe);
    for (const other of this.commissions.values()) this.checkAge(one, other);
    this.started.add(id);
    this.startedAt.push(this.now);
    if (isProbe && this.pause) this.pause = { ...this.pause, probe: id };
    this.commissions.set(id, { status: "in_progress", record: one.record });
  }

  checkQuota(isProbe: boolean): void {
    const held = this.held();
    expect(isProbe).toBe(held !== null);
    if (!held) return;
    expect(held.msLeft).toBeLessThanOrEqual(0);
    expect(this.running().map((each) => each.record.request.id)).not.toContain(
      held.pause.probe as CommissionId,
    );
  }

  /** Nobody who could have gone in its place is older. */
  checkAge(one: Commission, other: Commission): void {
    const isSameKind = (one.record.request.rehearsal === null) === (other.record.request.rehearsal === null);
    const isReady = other.status === "pending" && Date.parse(other.notBefore ?? "1970-01-01") <= this.now;
    if (!isSameKind || !isReady || other === one) return;
    const key = (each: Commission) => each.record.createdAt + each.record.request.id;
    expect(key(one) < key(other)).toBe(true);
  }
}

test("every start keeps the rules, and nobody waits for ever", () => {
  fc.assert(
    fc.property(steps, (day) => {
      const hall = new Day();
      for (const step of day) hall.play(step);
      hall.memoryMb = hall.diskMb = 50_000;
      const waiting = [...hall.commissions].filter(([, one]) => !isRunning(one)).map(([id]) => id);
      for (const id of waiting) hall.started.delete(id);
      // Now nothing goes wrong any more: whoever runs is answered and ends, and time passes to the next look.
      for (let i = 0; i < 20 * (waiting.length + 5) && hall.commissions.size > 0; i += 1) {
        for (const one of hall.running()) {
          hall.happen("answer", one, 0);
          hall.happen("end", one, 0);
        }
        hall.now += hall.look() ?? 0;
      }
      expect(waiting.filter((id) => !hall.started.has(id))).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

test("while something waits for a time or for the machine, there is another look; while nothing does, there is none", () => {
  fc.assert(
    fc.property(steps, (day) => {
      const hall = new Day();
      for (const step of day) hall.play(step);
      const again = hall.look();
      const isBusy = hall.running().length >= slots;
      const waits = [...hall.commissions.values()].filter((one) => !isRunning(one));
      const behindProbe = hall.running().some((one) => one.record.request.id === hall.pause?.probe);
      if (waits.length === 0 || isBusy) expect(again).toBeNull();
      else if (!behindProbe) expect(again).toBeGreaterThan(0);
    }),
    { numRuns: 500 },
  );
});
