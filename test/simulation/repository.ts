// The repository of the simulated world's one project, as each process reaches it: every thing that is done to it is a
// call of its own, there for good once it is done. A process that dies just then may have done it.
import { projectName } from "../../src/contract/home/ids.ts";
import type { CommissionId } from "../../src/contract/home/ids.ts";
import { someProject } from "../harness/ledger/histories.ts";
import { addCommit, getCommit, integration, tipOf } from "../fakes/repository.ts";
import type { Act, FakeTreesDeps } from "../fakes/trees.ts";
import { refuseWhenFaulty } from "./machine/disk-faults.ts";
import { type Seat, step } from "./machine/files.ts";
import type { World } from "./world.ts";

export const app = projectName.parse("app");
export const projects = { [app]: someProject({ path: "/repository", checks: ["make test"] }) };

export function treesFor({ repository }: World, seat: Seat): FakeTreesDeps {
  const act: Act = (what, run) =>
    step(seat, what, () => {
      if (what !== "git rev-parse") refuseWhenFaulty(seat.machine, "grow", what);
      return run();
    });
  return { repository, act };
}

/** A worker writes a file into its worktree. */
export async function writeFileIn(
  { repository, act }: FakeTreesDeps,
  { id, path, text }: { id: CommissionId; path: string; text: string },
): Promise<void> {
  await act(`create ${path}`, () => void repository.worktrees.get(id)?.set(path, text));
}

/** Somebody else's commit, in the way of some and not of others. */
export function planMoves(world: World, duringMs: number): void {
  const { random, machine, people, repository } = world;
  for (let n = random.between(0, 6); n > 0; n -= 1)
    machine.scheduler.add({
      owner: people,
      afterMs: random.next() * duringMs,
      what: "commit to the integration branch",
      run: () => {
        const parent = tipOf(repository, integration);
        const path = random.pick(["shared.md", `theirs-${n}.md`]);
        const files = new Map(getCommit(repository, parent).files).set(path, `theirs ${n}`);
        const commit = addCommit(repository, { parent, files, message: `Theirs ${n}\n` });
        repository.refs.set(integration, commit);
        world.theirs.push(commit);
      },
    });
}
