// A home with a project, in which rehearsed work is everywhere that a commission can be named: in flight on a worktree of
// its own, failed, waited for; and one real worktree that is kept to be looked at. Nothing is started in it.
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AcceptedRequest } from "../../src/contract/commission/commission.ts";
import type { EventBody } from "../../src/contract/commission/events.ts";
import { homeLayout } from "../../src/contract/home/home-layout.ts";
import { type CommissionId, commissionId, projectName } from "../../src/contract/home/ids.ts";
import { commissionBranch, defaultIntegration, type TreePlan } from "../../src/contract/project/tree.ts";
import { newUuid } from "../../src/host/ids.ts";
import { type TestHall, TestHome } from "../harness/hall.ts";
import { completed, factOf, failed, inProgress } from "../harness/ledger/histories.ts";
import { lay } from "../harness/ledger/laid-work.ts";
import { quick } from "../harness/rehearsals.ts";
import { gitIn, makeRepository } from "../harness/git/repositories.ts";

const project = projectName.parse("acme");
const question = factOf(3, { type: "question.logged", callKey: "q", question: "Which flows?" });
const askedAndFailed: EventBody[] = [...inProgress, question, ...failed.slice(inProgress.length)];

export interface RehearsedHome {
  hall: TestHall;
  /** Of its one project, acme. */
  checkout: string;
  /** In flight. */
  played: CommissionId;
  /** It asked something, and waits for the one in flight when it is taken up again. */
  failed: CommissionId;
  close(): Promise<void>;
}

export async function storeRehearsed(): Promise<RehearsedHome> {
  const home = new TestHome();
  const layout = homeLayout(home.root);
  for (const path of [layout.run, layout.logs, layout.commissions, layout.trash]) mkdirSync(path);
  writeFileSync(layout.version, "1\n");
  writeFileSync(layout.config, "admission: { minFreeMemoryMb: 100000000 } # nothing starts\n");
  const before = await home.open();
  // It is to be there for more than one test.
  const place = mkdtempSync(join(tmpdir(), "guild-hall-checkout-"));
  const checkout = `${place}/checkout`;
  renameSync(makeRepository(), checkout);
  await before.client.projects.add({ name: project, path: checkout, dryRun: false });
  await before.kill("SIGTERM");
  const onTree = (history: readonly EventBody[], request: Partial<AcceptedRequest>) => {
    const id = commissionId.parse(newUuid());
    const worktree = `${layout.worktrees}/acme/commission-${id}`;
    return lay(layout, withTree(history, plantTree(id, { checkout, worktree })), { id, project, ...request });
  };
  const played = onTree(inProgress, { title: "Play it", rehearsal: quick });
  onTree(completed, { title: "Look at it", keepWorktree: true });
  const failedOne = lay(layout, askedAndFailed, {
    title: "Play it badly",
    rehearsal: quick,
    after: [played],
  });
  const close = async () => {
    await home.dispose();
    rmSync(place, { recursive: true });
  };
  return { hall: await home.open(), checkout, played, failed: failedOne, close };
}

/** A branch and a worktree that are there. */
function plantTree(
  id: CommissionId,
  { checkout, worktree }: { checkout: string; worktree: string },
): TreePlan {
  const branch = commissionBranch(id);
  const base = gitIn(checkout, "rev-parse", defaultIntegration);
  gitIn(checkout, "worktree", "add", "-q", "-b", branch, worktree, base);
  return {
    project,
    repository: `${checkout}/.git`,
    branch,
    base,
    into: defaultIntegration,
    checkout: "full",
  };
}

/** One that is over has changed nothing, and kept its worktree. */
function withTree(history: readonly EventBody[], tree: TreePlan): EventBody[] {
  const { branch, base: tip } = tree;
  const nothing = { commit: null, conflicts: [], trashed: null };
  const outcome = { state: "unchanged" as const, tip, branch, keptWorktree: true, ...nothing };
  return history.map((body) => {
    if (body.type === "commission.dispatched") return { ...body, tree };
    return body.type === "finish.applied" ? { ...body, tree: outcome } : body;
  });
}
