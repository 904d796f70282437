// Reading and following a ledger: whatever the order of pages and messages, every line is there once.
import { describe, expect, test } from "bun:test";
import type { LedgerEvent } from "../../src/contract/commission/events.ts";
import { type LedgerReader, type LedgerSource, readLedger } from "../../web/views/commission/ledger.ts";
import { ledgerOf } from "./timeline-lines.ts";

/** A ledger that grows, and a stream that tells of it as far as the test lets it. */
class Hall {
  readonly written: LedgerEvent[] = [];
  readonly asked: number[] = [];
  #tell: (event: LedgerEvent) => void = () => undefined;
  #reset: () => void = () => undefined;
  failing = false;
  /** Lines in one answer, whatever was asked for. */
  most = Infinity;
  readonly #waiting: (() => void)[] = [];

  readonly source: LedgerSource = {
    fetch: async (after, limit) => {
      this.asked.push(after);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
      if (this.failing) throw new Error("gone");
      const events = this.written.filter(({ seq }) => seq > after).slice(0, Math.min(limit, this.most));
      return { events, nextAfter: events.at(-1)?.seq ?? after };
    },
    onEvent: (listener) => ((this.#tell = listener), () => (this.#tell = () => undefined)),
    onReset: (listener) => ((this.#reset = listener), () => (this.#reset = () => undefined)),
    leisure: async () => undefined,
    soon: (act) => act(),
  };

  constructor(lines: number) {
    for (let line = 0; line < lines; line++) this.write();
  }

  write(): LedgerEvent {
    const [line] = ledgerOf({ type: "session.said", text: `line ${this.written.length + 1}` });
    if (!line) throw new Error("no line");
    const event = { ...line, seq: this.written.length + 1 };
    this.written.push(event);
    return event;
  }

  tell(event: LedgerEvent): void {
    this.#tell(event);
  }

  reset(): void {
    this.#reset();
  }

  /** Answers what was asked, until nothing more is. */
  async answer(): Promise<void> {
    while (this.#waiting.length > 0) {
      this.#waiting.shift()?.();
      for (let turn = 0; turn < 8; turn++) await Promise.resolve();
    }
  }
}

function seqsOf(reader: LedgerReader): number[] {
  return reader.picture().events.map(({ seq }) => seq);
}

const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);

describe("following a ledger", () => {
  test("reads what is there in pages, the first of them small, and says when it has all", async () => {
    const hall = new Hall(7000);
    const reader = readLedger(hall.source);
    const seen: number[] = [];
    reader.subscribe(() => seen.push(reader.picture().events.length));
    expect(reader.picture().isComplete).toBe(false);
    await hall.answer();
    expect(hall.asked).toEqual([0, 300, 5300, 7000]);
    expect(seen).toEqual([300, 5300, 7000, 7000]);
    expect(seqsOf(reader)).toEqual(upTo(7000));
    expect(reader.picture().isComplete).toBe(true);
    expect(reader.picture().entries).toHaveLength(7000);
  });

  test("goes on behind a page that is shorter than it asked for", async () => {
    const hall = new Hall(25);
    hall.most = 10;
    const reader = readLedger(hall.source);
    await hall.answer();
    expect(seqsOf(reader)).toEqual(upTo(25));
  });

  test("takes a line over once that both a page and the stream brought", async () => {
    const hall = new Hall(10);
    const reader = readLedger(hall.source);
    hall.tell(hall.write()); // told before the page that has it, too
    await hall.answer();
    hall.tell(hall.written[4] as LedgerEvent);
    expect(seqsOf(reader)).toEqual(upTo(11));
    expect(reader.picture().entries).toHaveLength(11);
  });

  test("takes a line over once that the stream brought while a page was on its way", async () => {
    const hall = new Hall(3);
    const reader = readLedger(hall.source);
    await hall.answer();
    hall.reset();
    hall.tell(hall.write());
    await hall.answer();
    expect(seqsOf(reader)).toEqual(upTo(4));
  });

  test("shows a line at once that follows the last", async () => {
    const hall = new Hall(3);
    const reader = readLedger(hall.source);
    await hall.answer();
    const asked = hall.asked.length;
    hall.tell(hall.write());
    expect(seqsOf(reader)).toEqual(upTo(4));
    expect(hall.asked).toHaveLength(asked);
  });

  test("fetches what is missing before a line that it was told of", async () => {
    const hall = new Hall(3);
    const reader = readLedger(hall.source);
    await hall.answer();
    hall.write(); // nobody told of it
    hall.tell(hall.write());
    expect(seqsOf(reader)).toEqual(upTo(3));
    await hall.answer();
    expect(seqsOf(reader)).toEqual(upTo(5));
  });

  test("looks again after a reset, from the last line that it has", async () => {
    const hall = new Hall(3);
    const reader = readLedger(hall.source);
    await hall.answer();
    hall.write();
    hall.reset();
    await hall.answer();
    expect(hall.asked.slice(-2)).toEqual([3, 4]);
    expect(seqsOf(reader)).toEqual(upTo(4));
  });

  test("looks once more where a reset comes while it reads", async () => {
    const hall = new Hall(3);
    const reader = readLedger(hall.source);
    hall.reset();
    await hall.answer();
    expect(hall.asked).toEqual([0, 3, 3]);
    expect(seqsOf(reader)).toEqual(upTo(3));
  });

  test("says what went wrong, and goes on where it was when it is asked to", async () => {
    const hall = new Hall(400);
    const reader = readLedger(hall.source);
    hall.failing = true;
    await hall.answer();
    expect(reader.picture().problem).toBeInstanceOf(Error);
    hall.failing = false;
    reader.load();
    await hall.answer();
    expect(reader.picture().problem).toBeNull();
    expect(seqsOf(reader)).toEqual(upTo(400));
  });

  test("hears nothing more once it is closed", async () => {
    const hall = new Hall(1);
    const reader = readLedger(hall.source);
    await hall.answer();
    reader.close();
    hall.tell(hall.write());
    expect(seqsOf(reader)).toEqual([1]);
  });
});
