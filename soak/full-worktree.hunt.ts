// Measures how long the hall is unresponsive while it closes a worktree with hundreds of thousands of files.
import { mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { openTestProject } from "../test/git/project.ts";
import { close, commit, startWork } from "../test/git/worktree.ts";
import { removeTempDirs, tempDir } from "../test/harness/temp.ts";
import type { Hunt, HuntOrder } from "./hunt.ts";

export const hunt: Hunt = {
  name: "full-worktree",
  what: "A worktree with hundreds of thousands of ignored files in one directory is closed: the event loop, and with it the hall, gets a turn within a second.",
  size: 300_000,
  run,
};

const promisedMs = 1000;

async function run({ size, say }: HuntOrder): Promise<void> {
  try {
    const { silentMs, ms, trashed } = await closeFull(size);
    say({
      name: "longest silence while a full worktree is closed",
      value: Math.round(silentMs),
      unit: "ms",
      target: `< ${promisedMs}`,
      ok: silentMs < promisedMs && trashed === size,
      detail: { files: size, trashed, tookMs: Math.round(ms) },
    });
    const naive = await moveAtOnce(size);
    say({
      name: "the same files moved without a pause: longest silence",
      value: Math.round(naive.silentMs),
      unit: "ms",
      target: `> ${Math.round(silentMs)}`,
      ok: naive.silentMs > silentMs,
      control: true,
      detail: { files: size },
    });
  } finally {
    removeTempDirs();
  }
}

async function closeFull(files: number) {
  const project = await openTestProject({ ".gitignore": "full/\n", "a.txt": "a\n" });
  const work = await startWork(project);
  fill(`${work.place.workTree}/full`, files);
  const { tip } = await commit(work);
  const began = performance.now();
  const { silentMs, value } = await listen(() => close(work, { tip }));
  const trashed = readdirSync(`${value.trashed}/files/full`).length;
  return { silentMs, trashed, ms: performance.now() - began };
}

/** The control: moves the files synchronously, as the hall once did. */
async function moveAtOnce(files: number) {
  const [from, to] = [`${tempDir()}/full`, tempDir()];
  fill(from, files);
  return listen(async () =>
    readdirSync(from).forEach((name) => renameSync(`${from}/${name}`, `${to}/${name}`)),
  );
}

function fill(directory: string, files: number): void {
  mkdirSync(directory, { recursive: true });
  for (let n = 0; n < files; n += 1) writeFileSync(`${directory}/ignored-${n}`, "");
}

/** Measures the longest time in which the event loop was blocked. */
async function listen<T>(task: () => Promise<T>): Promise<{ silentMs: number; value: T }> {
  let last = performance.now();
  let silentMs = 0;
  const heard = () => {
    silentMs = Math.max(silentMs, performance.now() - last);
    last = performance.now();
  };
  const beat = setInterval(heard, 1);
  try {
    const value = await task();
    heard();
    return { silentMs, value };
  } finally {
    clearInterval(beat);
  }
}
