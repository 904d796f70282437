// Decides how a session begins: with the task, or by resuming an interrupted session. If `claude` cannot open
// that session, a new one begins with the task and what the ledger knows about the work so far. The resume
// message is recorded before it is sent.
import type { Limits } from "../../contract/commission/limits.ts";
import type { SessionEnd } from "../../contract/course/session-end.ts";
import { commissionPrompt } from "../../rules/prompt/prompts.ts";
import { resumeMessage, resumptionOf } from "../../rules/prompt/resume-message.ts";
import { attachedText } from "../../rules/prompt/attached.ts";
import type { AttachedFiles } from "./attached.ts";
import type { PathsFact } from "../../contract/commission/instructions.ts";
import type { ToldWords } from "./instructions.ts";
import type { Bench } from "../bench/bench.ts";

export interface Beginning {
  prompt: string;
  resume: string | null;
}

export interface SessionPlay {
  /** The words of the project for the worker. */
  told: Pick<ToldWords, "text" | "fact">;
  /** The paths that the task names and the project has; `null` if there are none. */
  named: PathsFact | null;
  /** The files that the worker can read. */
  attached: AttachedFiles;
  /** The limits to which the commission is held. */
  limits: Limits;
  run(beginning: Beginning): Promise<SessionEnd>;
}

export async function goOn(
  bench: Pick<Bench, "commission" | "record">,
  { told, named, attached, limits, run }: SessionPlay,
): Promise<SessionEnd> {
  const known = bench.commission.record;
  const task = commissionPrompt({ ...known, limits, told: told.text, named, attached });
  const resumption = resumptionOf(known);
  if (attached.files.length > 0)
    await bench.record({
      type: "attachments.given",
      directory: attached.directory,
      files: [...attached.files],
    });
  if (resumption === null) {
    for (const fact of [told.fact, named]) if (fact) await bench.record(fact);
    return run({ prompt: task, resume: null });
  }
  const { sessionId } = resumption;
  if (sessionId !== null) {
    // More files may have come since.
    const files = attachedText(attached);
    const message = [resumeMessage(known, { fresh: false }), ...(files === "" ? [] : [files])].join("\n\n");
    await bench.record({ type: "session.resumed", sessionId, message, fresh: false });
    const end = await run({ prompt: message, resume: sessionId });
    // `claude` has no such session, or cannot read it. If there is another cause, the new session below fails too.
    if (end.how !== "activation") return end;
  }
  const message = resumeMessage(known, { fresh: true });
  await bench.record({ type: "session.resumed", sessionId: null, message, fresh: true });
  for (const fact of [told.fact, named]) if (fact) await bench.record(fact);
  return run({ prompt: `${task}\n\n${message}`, resume: null });
}
