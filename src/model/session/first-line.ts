// Writes to a stream and reports the first line, as it was written.
import { Writable } from "node:stream";

export function reportFirstLine(to: Writable, report: (line: string) => void): Writable {
  let line: string | null = "";
  const from = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (line !== null) {
        line += chunk.toString("utf8");
        const end = line.indexOf("\n");
        if (end !== -1) report(line.slice(0, end));
        if (end !== -1) line = null;
      }
      to.write(chunk, done);
    },
    final(done) {
      to.end(done);
    },
    destroy(error, done) {
      to.destroy();
      done(error);
    },
  });
  // The other stream reports the same error.
  from.on("error", () => undefined);
  return from;
}
