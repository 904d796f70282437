// One session with the program that plays `claude`.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import type { SessionEnd } from "../../../src/contract/course/session-end.ts";
import type { FakeScript } from "./fake-claude.ts";
import { openRig, type Rig, type RigOrder } from "./rig.ts";
import { createNoteBox } from "./toolbox.ts";

export interface Played {
  end: SessionEnd;
  facts: FactBody[];
  transcript: Record<string, unknown>[];
  stderr: string[];
}

export interface Play extends Pick<RigOrder, "order" | "verdict" | "clock" | "record" | "said"> {
  script: FakeScript;
  meanwhile?(rig: Rig): Promise<void>;
}

export async function playFake(play: Play): Promise<Played> {
  const directory = mkdtempSync(join(tmpdir(), "gh-fake-"));
  const file = join(directory, "script.json");
  writeFileSync(file, JSON.stringify(play.script));
  const rig = await openRig({
    ...play,
    level: "process",
    toolboxes: [createNoteBox()],
    program: { file: process.execPath, args: [join(import.meta.dir, "fake-claude.ts"), file] },
  });
  try {
    await play.meanwhile?.(rig);
    const { facts, transcript, stderr } = rig;
    return { end: await rig.ended, facts, transcript, stderr };
  } finally {
    await rig.close();
    rmSync(directory, { recursive: true });
  }
}
