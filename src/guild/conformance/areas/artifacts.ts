// Tests worker/artifact of a guild member (an external program that takes jobs from the hall). The method is
// optional: most checks are skipped if the member does not offer it.
import { z } from "zod";
import { artifactReply, jobResult, rpcCodes } from "../../../contract/member/worker-protocol.ts";
import { holds, inCase, type ConformanceCheck } from "../check.ts";
import { said } from "../closing-turns.ts";
import { isRefused } from "../reply.ts";
import type { Subject } from "../subject.ts";
import { extensionOf } from "./handshake.ts";

const advertised = z.looseObject({ artifact: z.literal(true) });

interface Kept {
  jobId: string;
  paths: string[];
}

/** Returns a finished job and the paths of its artifacts, or a reason to skip the check. */
async function keptBy(member: Subject): Promise<Kept | string> {
  if (!advertised.safeParse(await extensionOf(member)).success) return "the member does not offer it";
  const { jobId } = await member.scenes.finished();
  const { artifacts } = await member.ask({ method: "worker/result", params: { jobId }, reply: jobResult });
  return artifacts === null ? "its worker left no artifact" : { jobId, paths: artifacts };
}

async function whole(member: Subject): Promise<string | void> {
  const kept = await keptBy(member);
  if (typeof kept === "string") return kept;
  const path = kept.paths.find((each) => each.endsWith(said.artifact.path));
  if (path === undefined) return "its worker left no artifact of the kit's";
  const params = { jobId: kept.jobId, path };
  const reply = await member.ask({ method: "worker/artifact", params, reply: artifactReply });
  holds(reply.jobId === kept.jobId && reply.path === path, "It answers for another one.");
  const content = Buffer.from(reply.content, reply.encoding).toString();
  holds(content === said.artifact.content, `It came back as ${JSON.stringify(content)}.`);
}

/** Tells whether a path stays below the job's own directory. */
const isBelow = (path: string) =>
  path !== "" && !path.startsWith("/") && !/[\0\\]/.test(path) && !path.split("/").includes("..");

async function each(member: Subject): Promise<string | void> {
  const kept = await keptBy(member);
  if (typeof kept === "string") return kept;
  for (const path of kept.paths) {
    holds(isBelow(path), `The name ${JSON.stringify(path)} leads out of the job's directory.`);
    const params = { jobId: kept.jobId, path };
    await inCase(JSON.stringify(path.slice(0, 60)), () =>
      member.ask({ method: "worker/artifact", params, reply: artifactReply }),
    );
  }
}

const noJob = "00000000-0000-4000-8000-000000000000";

/**
 * Checks the error code for an unknown job: a hall takes "unknown method" to mean that the member does not offer
 * artifacts.
 */
async function offered(member: Subject): Promise<void> {
  const isOffered = advertised.safeParse(await extensionOf(member)).success;
  const reply = await member.call("worker/artifact", { jobId: noJob, path: "artifacts/a" });
  holds("error" in reply, "It answers for a job that is not there.");
  const { invalidParams, unknownMethod } = rpcCodes;
  const { code } = reply.error;
  holds(code === (isOffered ? invalidParams : unknownMethod), `It is refused with ${code}.`);
}

const outside = [
  "../meta.json", "artifacts/../meta.json", "artifacts/../../../victim/result.md", "/etc/hostname", "meta.json",
  "", ".", "..", "artifacts", "artifacts/", "notes\0", "a".repeat(5000), "no/such/file",
]; // prettier-ignore

async function nothingElse(member: Subject): Promise<string | void> {
  const kept = await keptBy(member);
  if (typeof kept === "string") return kept;
  for (const path of outside) {
    const reply = await member.call("worker/artifact", { jobId: kept.jobId, path });
    await inCase(JSON.stringify(path.slice(0, 60)), () => isRefused(reply));
  }
}

export const artifactChecks: readonly ConformanceCheck[] = [
  {
    id: "artifact/offered",
    clause: "A member that offers worker/artifact answers it, and another one does not know the method.",
    run: offered,
  },
  {
    id: "artifact/each",
    clause: "The member gives every file that a result names, and its name stays below the job's directory.",
    needs: ["directory"],
    run: each,
  },
  {
    id: "artifact/whole",
    clause: "A member that offers worker/artifact gives an artifact's content back as it was.",
    needs: ["directory"],
    run: whole,
  },
  {
    id: "artifact/nothing-else",
    clause: "A path that names no artifact of the job is refused, wherever it leads.",
    needs: ["directory"],
    run: nothingElse,
  },
];
