// Acts for a child process that is chosen only when the first line of its input is known.
import { EventEmitter } from "node:events";
import { PassThrough, Writable } from "node:stream";
import type { Transform } from "node:stream";
import type { PipedChild } from "../../host/processes/children.ts";

export interface Chosen {
  child: PipedChild;
  /** True if the child has received its first line already. */
  hasLine: boolean;
  /** Changes what the child prints; `null` if it is passed on as it is. */
  output: Transform | null;
}

export function createLateChild(choose: (line: string) => Chosen): PipedChild {
  const events = new EventEmitter();
  events.on("error", () => undefined);
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  let child: PipedChild | null = null;
  let killedBy: NodeJS.Signals | null = null;
  const begin = (line: string): Writable => {
    const chosen = choose(line);
    child = chosen.child;
    follow(chosen, { events, stdout, stderr });
    if (!chosen.hasLine) child.stdin.write(`${line}\n`);
    return child.stdin;
  };
  return {
    stdin: inputOf(begin, () => killedBy !== null),
    stdout,
    stderr,
    get pid() {
      return child?.pid;
    },
    get exitCode() {
      return child?.exitCode ?? null;
    },
    get signalCode() {
      return child?.signalCode ?? killedBy;
    },
    get killed() {
      return child?.killed ?? killedBy !== null;
    },
    kill: (signal = "SIGTERM") => {
      if (child !== null) return child.kill(signal);
      killedBy = signal;
      stdout.end();
      stderr.end();
      return events.emit("exit", null, signal);
    },
    on: (event, listener) => events.on(event, listener),
    once: (event, listener) => events.once(event, listener),
    off: (event, listener) => events.off(event, listener),
  };
}

interface Ends {
  events: EventEmitter;
  stdout: PassThrough;
  stderr: PassThrough;
}

function follow({ child, output }: Chosen, { events, stdout, stderr }: Ends): void {
  (output === null ? child.stdout : child.stdout.pipe(output)).pipe(stdout);
  child.stderr.pipe(stderr);
  child.on("exit", (code, signal) => events.emit("exit", code, signal));
  child.on("error", (error) => events.emit("error", error));
}

function inputOf(begin: (line: string) => Writable, isOver: () => boolean): Writable {
  let held = Buffer.alloc(0);
  let to: Writable | null = null;
  const input = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (to !== null) return void to.write(chunk, done);
      if (isOver()) return done();
      held = Buffer.concat([held, chunk]);
      const end = held.indexOf(0x0a);
      if (end === -1) return done();
      to = begin(held.toString("utf8", 0, end));
      const rest = held.subarray(end + 1);
      if (rest.length === 0) return done();
      to.write(rest, done);
    },
    final(done) {
      if (to === null) return done();
      to.end(done);
    },
    destroy(error, done) {
      to?.destroy();
      done(error);
    },
  });
  // The exit of the child says more than its broken pipe.
  input.on("error", () => undefined);
  return input;
}
