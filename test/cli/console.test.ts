// The person's end of a command, made of parts a test can hold: what a process has, without ending this one.
import { expect, test } from "bun:test";
import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { breathe } from "../../src/host/clock.ts";
import { openConsole, type Program, type Terminal, thisProgram } from "../../src/host/person/console.ts";

class Left extends Error {}

function program() {
  const signals = new EventEmitter();
  const stdin = new PassThrough();
  const terminal: EventEmitter & Terminal = new EventEmitter();
  const said = { 1: "", 2: "" };
  const terminals = new Set<number>();
  const exits: { code: number; out: string; err: string }[] = [];
  const failing = new Map<number, string>();
  const made: Program = {
    argv: ["bun", "main.ts", "list", "--json"],
    env: { NAME: "value" },
    cwd: () => "/somewhere",
    isTerminal: (descriptor) => terminals.has(descriptor),
    stdin: () => stdin,
    terminal: () => terminal,
    writeSome: async (descriptor, bytes) => {
      await breathe(); // as with a slow reader: what was said leaves later
      const code = failing.get(descriptor);
      if (code !== undefined) throw Object.assign(new Error(`${code}: no`), { code });
      said[descriptor] += Buffer.from(bytes).toString("utf8");
      return bytes.length;
    },
    on: (signal, run) => signals.on(signal, run),
    lastWordsMs: 1,
    exit: (code) => {
      exits.push({ code, out: said[1], err: said[2] });
      throw new Left();
    },
  };
  return { made, signals, stdin, terminal, terminals, exits, failing };
}

test("it knows its arguments, environment and directory, and which of its streams is a terminal", () => {
  const { made, terminals } = program();
  expect(openConsole(made)).toMatchObject({
    args: ["list", "--json"],
    env: { NAME: "value" },
    directory: "/somewhere",
    stdinIsTty: false,
    stdoutIsTty: false,
    stderrIsTty: false,
  });
  for (const descriptor of [0, 1, 2]) terminals.add(descriptor);
  expect(openConsole(made)).toMatchObject({ stdinIsTty: true, stdoutIsTty: true, stderrIsTty: true });
});

test("this program can be one", () => {
  expect(thisProgram.argv).toBe(process.argv);
});

const signals = [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const;

test.each(signals)("%s asks to stop with exit %d, and a second signal changes nothing", (signal, exit) => {
  const { made, signals } = program();
  const console = openConsole(made);
  expect(console.stopped.aborted).toBe(false);
  signals.emit(signal);
  signals.emit("SIGINT");
  signals.emit("SIGTERM");
  expect(console.stopped.reason).toEqual({ signal, exit });
});

test.each(["out", "err"] as const)("when the reader of std%s is gone it stops, content", async (name) => {
  const { made, failing, exits } = program();
  const console = openConsole(made);
  failing.set(name === "out" ? 1 : 2, "EPIPE");
  console[name]("unread");
  expect(await console.end(4).catch((error: unknown) => error)).toBeInstanceOf(Left);
  expect(console.stopped.reason).toEqual({ signal: "SIGPIPE", exit: 0 });
  expect(exits).toEqual([{ code: 4, out: "", err: "" }]);
});

test.each([
  [0, 1],
  [4, 4],
])("output that cannot be written is said, and %d becomes %d", async (exit, code) => {
  const { made, failing, exits } = program();
  const console = openConsole(made);
  failing.set(1, "ENOSPC");
  console.out("to a full disk");
  await console.end(exit).catch(() => undefined);
  expect(console.stopped.reason).toEqual({ signal: null, exit: 1 });
  const err = "guild-hall: Standard output could not be written: ENOSPC: no\n";
  expect(exits).toEqual([{ code, out: "", err }]);
});

test("only a terminal has a window, and one that tells no size is taken for a usual one", () => {
  const { made, terminal, terminals } = program();
  expect(openConsole(made).window()).toBeUndefined();
  terminals.add(1);
  const console = openConsole(made);
  Object.assign(terminal, { columns: 0, rows: 0 });
  expect(console.window()).toEqual({ columns: 80, rows: 24 });
  Object.assign(terminal, { columns: 132, rows: 50 });
  expect(console.window()).toEqual({ columns: 132, rows: 50 });
});

test("a resize is told until one stops listening", () => {
  const { made, terminal, terminals } = program();
  terminals.add(1);
  let told = 0;
  const forget = openConsole(made).onResize(() => (told += 1));
  terminal.emit("resize");
  forget();
  terminal.emit("resize");
  expect(told).toBe(1);
});

test("standard input is read to its end, also where a character comes in pieces", async () => {
  const { made, stdin } = program();
  const reading = openConsole(made).readStdin();
  const bytes = Buffer.from("Größe → 日本");
  for (const byte of bytes) stdin.write(Buffer.from([byte]));
  stdin.end();
  expect(await reading).toBe("Größe → 日本");
});

test("Ctrl-C while standard input is awaited ends the waiting", async () => {
  const { made, signals } = program();
  const reading = openConsole(made).readStdin();
  signals.emit("SIGINT");
  expect(await reading.catch((error: Error) => error.name)).toBe("AbortError");
});

test("the program ends with its code only when all it wrote has left", async () => {
  const { made, exits } = program();
  const console = openConsole(made);
  console.out("to standard output");
  console.err("to standard error");
  expect(exits).toEqual([]);
  expect(await console.end(4).catch((error: unknown) => error)).toBeInstanceOf(Left);
  expect(exits).toEqual([{ code: 4, out: "to standard output", err: "to standard error" }]);
});

test("a person who stops it does not wait for a reader that never reads", async () => {
  const { made, signals, exits } = program();
  const console = openConsole({ ...made, writeSome: () => new Promise(() => {}) });
  console.out("to a reader that waits");
  const ending = console.end(0).catch((error: unknown) => error);
  signals.emit("SIGTERM");
  expect(await ending).toBeInstanceOf(Left);
  expect(exits).toEqual([{ code: 143, out: "", err: "" }]);
});
