// Filters `claude`'s output before the SDK reads it. The SDK silently drops lines that are not JSON, and
// buffers a line of any length. It also splits lines at U+2028 and U+2029, which JSON allows inside a string.
import { Transform } from "node:stream";

export interface OutputGuard {
  maxLineBytes: number;
  /** Called once, with a readable message about the first unreadable line; nothing is passed on after it. */
  onGarbled(sentence: string): void;
}

export function createOutputGuard(guard: OutputGuard): Transform {
  let held: Buffer[] = [];
  let bytes = 0;
  let broken = false;
  const fail = (sentence: string) => {
    broken = true;
    held = [];
    guard.onGarbled(sentence);
  };
  const endLine = (stream: Transform) => {
    const line = Buffer.concat(held).toString("utf8");
    held = [];
    bytes = 0;
    if (line.trim() === "") return;
    if (isObject(line)) stream.push(`${escapeSeparators(line)}\n`);
    else fail(`claude printed a line that is not a JSON object: ${JSON.stringify(line.slice(0, 200))}`);
  };
  const take = (stream: Transform, chunk: Buffer) => {
    for (let from = 0; from < chunk.length;) {
      const newline = chunk.indexOf(0x0a, from);
      const end = newline === -1 ? chunk.length : newline;
      held.push(chunk.subarray(from, end));
      bytes += end - from;
      if (bytes > guard.maxLineBytes)
        return fail(`claude printed a line of more than ${guard.maxLineBytes} bytes`);
      if (newline !== -1) endLine(stream);
      if (broken) return;
      from = end + 1;
    }
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (!broken) take(this, chunk);
      done();
    },
    flush(done) {
      if (!broken && bytes > 0) endLine(this); // a last line without its newline: complete, or torn because claude died
      done();
    },
  });
}

/**
 * Returns whether the line is a JSON object. The SDK fails on null, and takes other values for untyped
 * messages.
 */
function isObject(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

function escapeSeparators(line: string): string {
  return line.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}
