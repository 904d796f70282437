// Runs the code of a package with a time limit, and reports every failure with the package's name.
import { z } from "zod";
import { Fault } from "../../contract/api/problem.ts";
import type { Clock } from "../../host/clock.ts";
import { within } from "../../base/async/time-limit.ts";
import { thrownText } from "../../base/text/thrown-text.ts";
import { firstOf, placeOf } from "./thrown-place.ts";

export interface PackageCode {
  /** The beginning of the error message: `Worker "scribe" cannot be activated`. */
  failure: string;
  entry: string;
  /** Loads the package's entry file. */
  load(entry: string): Promise<unknown>;
  clock: Pick<Clock, "after">;
}

/**
 * The time limit for loading, and again for the call. It cannot stop a loop that never awaits. Only the time
 * limit of the whole process stops that.
 */
export const codeMs = 10_000;

type Callable = (context: unknown) => unknown;

/** Loads the package and calls its export of this name. */
export async function callExport(
  code: PackageCode,
  { name, context }: { name: string; context: unknown },
): Promise<unknown> {
  const loaded = await inTime(code, "its code did not load", () => code.load(code.entry));
  const found = z.object({ [name]: z.custom<Callable>(isFunction) }).safeParse(loaded);
  const called = found.success ? found.data[name] : undefined;
  if (called === undefined) throw broken(code, `it does not export a function "${name}"`);
  return inTime(code, `"${name}" did not return`, async () => called(context));
}

function isFunction(value: unknown): boolean {
  return typeof value === "function";
}

async function inTime<T>(code: PackageCode, late: string, run: () => Promise<T>): Promise<T> {
  const { clock } = code;
  const signal = new AbortController().signal;
  // The wrapper turns what `run` throws synchronously into a rejection.
  const running = (async () => run())();
  const outcome = await within({ clock, ms: codeMs, signal }, running);
  if (outcome.how === "came") return outcome.value;
  if (outcome.how === "broke") throw await failed(code, firstOf(outcome.error));
  throw broken(code, `${late} within ${codeMs / 1000} s`);
}

async function failed(code: PackageCode, error: unknown): Promise<Fault> {
  return broken(code, `its code failed: ${thrownText(error)}${await placeOf(error, code.entry)}`, error);
}

export function broken({ failure }: Pick<PackageCode, "failure">, what: string, cause?: unknown): Fault {
  return new Fault("activation", `${failure}: ${what}.`, { cause });
}
