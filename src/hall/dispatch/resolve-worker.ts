// Resolves the worker name of a request to one package or guild member. The ledger then holds the bare name of a
// package, or the name of a guild member with the prefix "member:".
import {
  memberOf,
  memberPrefix,
  packagePrefix,
  type WorkerName,
  workerName,
} from "../../contract/member/member.ts";
import { type Refusal, refuse } from "../../contract/api/problem.ts";
import type { DispatchDeps } from "./deps.ts";

export async function resolveWorker(
  { roster }: Pick<DispatchDeps, "roster">,
  asked: string,
): Promise<{ ok: true; worker: WorkerName } | Refusal> {
  if (memberOf(asked) !== null) return named(asked);
  if (asked.startsWith(packagePrefix)) return named(asked.slice(packagePrefix.length));
  const [listed, member] = await Promise.all([roster.find(asked), roster.member(asked)]);
  // A member that came with the hall and was never used here does not shadow a package.
  if (!member?.isInHome) return named(asked);
  if (!listed) return named(memberPrefix + asked);
  return member.takesWork ? ambiguous(asked) : named(asked);
}

function named(name: string): { ok: true; worker: WorkerName } {
  return { ok: true, worker: workerName.parse(name) };
}

function ambiguous(name: string): Refusal {
  const [own, guild] = [`"${packagePrefix}${name}"`, `"${memberPrefix}${name}"`];
  return refuse(
    "ambiguous_worker",
    `"${name}" is the name of a package and of a guild member: ${own} and ${guild}.`,
    `Say which one is meant: ${own} or ${guild}.`,
  );
}
