// The hall's own log.
import { expect, test } from "bun:test";
import { createFileLog } from "../../src/host/log.ts";
import { tempDir } from "../harness/temp.ts";

test("a field that is named like a part of the line changes neither the sentence nor its place", () => {
  const lines: string[] = [];
  const log = createFileLog({ path: `${tempDir()}/log`, maxBytes: 1e6, keep: 1, echo: (l) => lines.push(l) });
  const forged: Record<string, string> = {
    message: "all is well",
    level: "info",
    at: "never",
    reason: "why",
  };
  log.error("it failed", forged);
  expect(lines[0]).toMatch(/^\{"at":"2[^"]+Z","level":"error","message":"it failed","reason":"why"\}\n$/);
});
