// Sends lines of JSON to a child process over a descriptor that stays open, so that the child can be told later what to
// do. The end of the stream tells the child that its parent has ended, or no longer needs it.
import { createReadStream } from "node:fs";
import type { Writable } from "node:stream";
import {
  type InheritedEnvironment,
  handoffDescriptor,
  handoffVariable,
  type HandoffChild,
  type HandoffSpawn,
  startChild,
  started,
  takeDescriptor,
} from "./handoff.ts";

export interface OrderedChild extends Pick<HandoffChild, "pid" | "exited" | "kill" | "unref"> {
  /** Sends one line. Resolves with true when it has left this process, and with false if the child does not read. */
  send(value: unknown): Promise<boolean>;
  /** Ends the stream. */
  close(): void;
}

export type OrderedSpawn = Omit<HandoffSpawn, "handoff" | "readyPipe">;

/** Resolves once the child runs; rejects if it cannot be started. */
export async function spawnWithOrders(options: OrderedSpawn): Promise<OrderedChild> {
  const child = startChild(options);
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) =>
    child.once("exit", (code, signal) => resolve({ code, signal })),
  );
  const pid = await started(child, options.file);
  const pipe = child.stdio[handoffDescriptor] as Writable;
  pipe.on("error", () => undefined); // the child's exit says more than the broken pipe
  return {
    pid,
    exited,
    send: (value) =>
      new Promise((resolve) => pipe.write(`${JSON.stringify(value)}\n`, (error) => resolve(!error))),
    close: () => void pipe.end(() => pipe.destroy()),
    kill: (signal) => void child.kill(signal),
    unref: () => child.unref(),
  };
}

export interface ParentOrders {
  /** Returns the next line, parsed as JSON; `null` at the end of the stream. */
  next(): Promise<unknown>;
  /** Closes the descriptor, so that no child inherits it. */
  close(): void;
}

/**
 * Opens the stream that the parent process writes to; `null` if there is none. Deletes its number from the environment,
 * so that no child inherits it.
 */
export function openOrders(env: InheritedEnvironment): ParentOrders | null {
  const fd = takeDescriptor(env, handoffVariable);
  if (fd === undefined) return null;
  const stream = createReadStream("", { fd, encoding: "utf8" });
  const lines = linesOf(stream);
  return {
    close: () => void stream.destroy(),
    next: async () => {
      const line = await lines.next();
      return line.done ? null : JSON.parse(line.value);
    },
  };
}

/** Yields the whole lines. Splits at line feeds only: `readline` also splits at characters that JSON may contain. */
async function* linesOf(stream: AsyncIterable<string>): AsyncGenerator<string, undefined> {
  let rest = "";
  for await (const chunk of stream) {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}
