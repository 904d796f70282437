// The process behind a session, with programs that behave worse than claude does.
import { expect, test } from "bun:test";
import { join } from "node:path";
import { createClaudeProcess } from "../../guild-members/researcher/session/claude-process.ts";
import { tempDir } from "../harness/temp.ts";
import { environmentsWith } from "./job-rig.ts";

function start(script: string) {
  const mark = crypto.randomUUID();
  const claude = createClaudeProcess({
    command: (args) => ({ file: "/bin/sh", args: ["-c", ...args] }),
    cwd: tempDir(),
    mark: `MARK=${mark}`,
  });
  const { signal } = new AbortController();
  const env = { PATH: "/usr/bin:/bin", MARK: mark };
  return { claude, mark, process: claude.start({ command: "claude", args: [script], env, signal }) };
}

async function lines(output: NodeJS.ReadableStream, n = Number.POSITIVE_INFINITY): Promise<string> {
  let text = "";
  for await (const chunk of output) if ((text += String(chunk)).split("\n").length > n) break;
  return text;
}

test("one that does not want to end is ended with all that it started", async () => {
  const stubborn = `trap "" TERM HUP; setsid sh -c 'trap "" TERM; echo ready; sleep 60' & echo ready; sleep 60; sleep 60`;
  const { claude, mark, process } = start(stubborn);
  await lines(process.stdout, 2);
  process.stdin.end();
  process.kill("SIGTERM");
  expect(environmentsWith(mark).length).toBeGreaterThan(2);
  const begun = performance.now();
  expect(await claude.end()).toEqual({ code: null, signal: "SIGKILL" });
  expect(performance.now() - begun).toBeLessThan(2000);
  expect(environmentsWith(mark)).toEqual([]);
});

test("one that fills its stderr is read to the end, and its last words are kept", async () => {
  const { claude, process } = start(
    "head -c 1000000 /dev/zero | tr '\\0' x >&2; echo 'last words' >&2; echo done",
  );
  expect(await lines(process.stdout)).toBe("done\n");
  await claude.end();
  expect(claude.lastWords()).toEndWith("last words");
});

test("one that cannot be started says why", async () => {
  const gone = createClaudeProcess({
    command: () => ({ file: join(tempDir(), "none"), args: [] }),
    cwd: tempDir(),
    mark: "MARK=x",
  });
  const failed = Promise.withResolvers<unknown>();
  const { signal } = new AbortController();
  gone.start({ command: "claude", args: [], env: {}, signal }).on("error", failed.resolve);
  await failed.promise;
  expect(await gone.end()).toBeNull();
  expect(gone.lastWords()).toContain("ENOENT");
});

test("a separator that JSON allows does not end a line", async () => {
  const { claude, process } = start(`printf '{"a":"x\\342\\200\\250y\\342\\200'; printf '\\251z"}\\n'`);
  expect(await lines(process.stdout)).toBe('{"a":"x\\u2028y\\u2029z"}\n');
  await claude.end();
});
