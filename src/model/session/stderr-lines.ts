// Reads `claude`'s stderr to the end, line by line, because a full pipe would block `claude`.
import type { Readable } from "node:stream";

const maxLineCharacters = 4096;
const tailLines = 5;

export interface StderrReader {
  /** Returns the last few lines, for the message that says how the session ended. */
  tail(): string;
}

export function readStderr(stream: Readable, sink: (line: string) => void): StderrReader {
  const last: string[] = [];
  let rest = "";
  const emit = (line: string) => {
    if (line.trim() === "") return;
    const short = line.slice(0, maxLineCharacters);
    last.push(short);
    if (last.length > tailLines) last.shift();
    sink(short);
  };
  stream.setEncoding("utf8");
  stream.on("data", (text: string) => {
    const lines = `${rest}${text}`.split("\n");
    rest = (lines.pop() ?? "").slice(0, maxLineCharacters);
    for (const line of lines) emit(line);
  });
  stream.on("end", () => emit(rest));
  stream.on("error", () => emit(rest));
  return { tail: () => last.join("\n") };
}
