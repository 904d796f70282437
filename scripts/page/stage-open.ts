// Opens the stage: a throwaway home with a real hall and work that was really carried out, for people and tests to
// look at. Only the model is scripted.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CommissionId } from "../../src/contract/home/ids.ts";
import { systemDisk } from "../../src/host/files/disk.ts";
import { type StageHall, startHall } from "./stage-hall.ts";
import { remember } from "./stage-memory.ts";
import { openStageModel } from "./stage-model.ts";
import { layPast } from "./stage-past.ts";
import { playAll } from "./stage-play.ts";
import { layProps } from "./stage-props.ts";
import { makeRepositories } from "./stage-repositories.ts";
import { readScenes } from "./stage-scenes.ts";

export interface Stage {
  root: string;
  /** The environment that another hall of this home needs to reach the model. */
  model: Readonly<Record<string, string>>;
  hall: StageHall;
  /** Commissions by the names of their scenes. */
  commissions: ReadonlyMap<string, CommissionId>;
  /** Stops the hall and all work, and removes everything. */
  close(): Promise<void>;
}

interface StageOptions {
  /** The hall's port; 0 takes any free one. */
  port: number;
  say(line: string): void;
}

export async function openStage({ port, say }: StageOptions): Promise<Stage> {
  const root = mkdtempSync(join(tmpdir(), "guild-hall-stage-"));
  const home = join(root, "home");
  const scenes = readScenes();
  const model = openStageModel(scenes);
  const ends: (() => Promise<void>)[] = [() => systemDisk.removeTree(root), () => model.close()];
  const close = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    const repositories = makeRepositories(root);
    layProps(home);
    await layPast(home, 30);
    const hall = await startHall({ home, port, model: model.env });
    ends.push(() => hall.stop());
    await remember(hall.client);
    const commissions = await playAll({ hall, model, scenes, repositories, say });
    return { root, model: model.env, hall, commissions, close };
  } catch (error) {
    await close();
    throw error;
  }
}
