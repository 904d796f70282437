// Runs one task at a time for each project, in the order of the calls. A task that waits for another task of
// the same project would deadlock.
import type { ProjectName } from "../../contract/home/ids.ts";
import { createSerial, type Serial } from "../../base/async/serial.ts";
import type { Trees } from "../../rules/project/trees.ts";

export function createTurns(): Trees["inTurn"] {
  const turns = new Map<ProjectName, Serial>();
  return (project, task) => {
    const turn = turns.get(project) ?? createSerial();
    turns.set(project, turn);
    return turn(task);
  };
}
