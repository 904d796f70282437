// The person's end of a command, made of streams a test can hold: what a process has, without ending this one.
import { expect, test } from "bun:test";
import { EventEmitter } from "node:events";
import { PassThrough, Writable } from "node:stream";
import { endProgram, openConsole, thisProgram, type Program } from "../../src/host/console.ts";

class Out extends Writable {
  text = "";
  isTTY?: boolean;
  columns?: number;
  rows?: number;
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    // As a slow reader: what was written has left only later.
    setImmediate(() => {
      this.text += chunk.toString("utf8");
      done();
    });
  }
}

class Left extends Error {}

function program() {
  const signals = new EventEmitter();
  const stdin = new PassThrough() as PassThrough & { isTTY?: boolean };
  const stdout = new Out();
  const stderr = new Out();
  const exits: { code: number; out: string; err: string }[] = [];
  const made: Program = {
    argv: ["bun", "main.ts", "list", "--json"],
    env: { NAME: "value" },
    cwd: () => "/somewhere",
    stdin,
    stdout,
    stderr,
    on: (signal, run) => signals.on(signal, run),
    exit: (code) => {
      exits.push({ code, out: stdout.text, err: stderr.text });
      throw new Left();
    },
  };
  return { made, signals, stdin, stdout, stderr, exits };
}

test("it knows its arguments, environment and directory, and which of its streams is a terminal", () => {
  const { made, stdout, stderr } = program();
  expect(openConsole(made)).toMatchObject({
    args: ["list", "--json"],
    env: { NAME: "value" },
    directory: "/somewhere",
    stdinIsTty: false,
    stdoutIsTty: false,
    stderrIsTty: false,
  });
  stdout.isTTY = stderr.isTTY = made.stdin.isTTY = true;
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

test.each(["stdout", "stderr"] as const)("when nobody reads %s any more it stops, content", (name) => {
  const { made } = program();
  const console = openConsole(made);
  made[name].emit("error", new Error("EPIPE"));
  expect(console.stopped.reason).toEqual({ signal: "SIGPIPE", exit: 0 });
});

test("only a terminal has a window, and one that tells no size is taken for a usual one", () => {
  const { made, stdout } = program();
  const console = openConsole(made);
  expect(console.window()).toBeUndefined();
  Object.assign(stdout, { isTTY: true, columns: 0, rows: 0 });
  expect(console.window()).toEqual({ columns: 80, rows: 24 });
  Object.assign(stdout, { columns: 132, rows: 50 });
  expect(console.window()).toEqual({ columns: 132, rows: 50 });
});

test("a resize is told until one stops listening", () => {
  const { made, stdout } = program();
  let told = 0;
  const forget = openConsole(made).onResize(() => (told += 1));
  stdout.emit("resize");
  forget();
  stdout.emit("resize");
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
  expect(await endProgram(made, 4).catch((error: unknown) => error)).toBeInstanceOf(Left);
  expect(exits).toEqual([{ code: 4, out: "to standard output", err: "to standard error" }]);
});

test("it ends also when its output broke", async () => {
  const { made, stdout, exits } = program();
  openConsole(made);
  const ending = endProgram(made, 0).catch((error: unknown) => error);
  stdout.destroy(new Error("EPIPE"));
  expect(await ending).toBeInstanceOf(Left);
  expect(exits).toMatchObject([{ code: 0 }]);
});
