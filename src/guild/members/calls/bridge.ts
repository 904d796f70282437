// Builds bridges: toolboxes with which a session gives work to guild members (external programs), through
// their worker/* methods. Each member that takes work has its own toolbox, so the model does not choose the
// member at each call.
import { z } from "zod";
import {
  bridgeName,
  canWork,
  type MemberManifest,
  type MemberName,
} from "../../../contract/member/member.ts";
import { type DispatchParams, workerLimits } from "../../../contract/member/worker-protocol.ts";
import type { Toolbox, ToolAnswer, ToolCall, ToolDefinition } from "../../../contract/kit/index.ts";
import { defineTool } from "../../toolboxes/define.ts";
import { adviceFor } from "./bridge-advice.ts";
import { failed, said } from "./stranger.ts";
import type { WorkerHandle } from "./worker-handle.ts";

export interface BridgeDeps {
  /**
   * Returns a handle for giving the member work. `null` if it is gone or no longer declares that it takes
   * work. Called for each request, because the member may have changed.
   */
  worker(name: MemberName): Promise<WorkerHandle | null>;
}

export type BridgedMember = Pick<MemberManifest, "name" | "capabilities">;

export function bridgesFor(deps: BridgeDeps, members: readonly BridgedMember[]): Toolbox[] {
  return members.filter(canWork).map(({ name }) => createBridge(deps, name));
}

function createBridge(deps: BridgeDeps, member: MemberName): Toolbox {
  const via = { deps, member };
  return {
    name: bridgeName(member),
    tools: [dispatch(via), list(via), status(via), result(via), cancel(via), remove(via)],
  };
}

interface Via {
  deps: BridgeDeps;
  member: MemberName;
}

const ofJob = { jobId: z.string().min(1).max(128).describe("As dispatch or list told it") };

function dispatch(via: Via): ToolDefinition {
  return defineTool({
    name: "dispatch",
    description: `Gives ${via.member} a piece of work and returns its job id at once. The member works on its own.`,
    input: {
      description: words(workerLimits.descriptionCharacters).describe("A short label, for lists"),
      task: words(workerLimits.taskCharacters).describe(
        "All that the member has to do and know: it sees nothing else",
      ),
      config: z.record(z.string(), z.unknown()).optional().describe("Only what this member documents"),
    },
    effect: "outward",
    handle: async ({ config, ...order }, call) => {
      const params = config === undefined ? order : { ...order, config };
      if (goesAsCommission(params)) return { isError: true, text: notACommission };
      const ask = async (worker: WorkerHandle) => {
        const { jobId } = await worker.dispatch(params, call.signal);
        return `${via.member} has taken it as job ${jobId} and is at work. Ask for its status by this id.`;
      };
      return through(via, { call, tool: "dispatch", ask });
    },
  });
}

/**
 * Tells whether the job could be mistaken for a commission's. The hall recognises a commission's job by the
 * id at the end of its description, and a member may recognise it by `hallCommission` in its config. A
 * session that could set these could substitute another job.
 */
function goesAsCommission({ description, config = {} }: DispatchParams): boolean {
  return "hallCommission" in config || /\[[0-9a-f]{8}-[0-9a-f-]+\]$/i.test(description);
}

const notACommission =
  "A session cannot dispatch a job in the name of a commission: leave hallCommission out of its config, and do not end its description with an id in brackets. Nothing was sent.";

function list(via: Via): ToolDefinition {
  return defineTool({
    name: "list",
    description: `Lists the jobs of ${via.member}: how each stands, what it is about and what it last reported.`,
    input: {
      detail: z.enum(["simple", "detailed"]).optional().describe("simple: only ids and how they stand"),
      filter: z.string().max(workerLimits.filterCharacters).optional().describe("Such as *OAuth*"),
    },
    readOnly: true,
    handle: ({ detail, filter }, call) =>
      through(via, {
        call,
        tool: "list",
        ask: async (worker) => {
          const asked = filter === undefined ? {} : { filter };
          const { jobs } = await (detail === "simple"
            ? worker.list(asked, call.signal)
            : worker.listDetailed(asked, call.signal));
          const text = jobs.map((job) => JSON.stringify(job)).join("\n");
          return `${jobs.length} jobs.\n${said({ member: via.member, text, callKey: call.callKey })}`;
        },
      }),
  });
}

function status(via: Via): ToolDefinition {
  return defineTool({
    name: "status",
    description: `Says how a job of ${via.member} stands, what it reported, what it decided by itself and what it asks.`,
    input: ofJob,
    readOnly: true,
    handle: ({ jobId }, call) =>
      through(via, {
        call,
        tool: "status",
        ask: async (worker) => {
          const { status: stands, ...rest } = await worker.status(jobId, call.signal);
          const text = JSON.stringify(rest, null, 2);
          return `Job ${rest.jobId} is ${stands}.\n${said({ member: via.member, text, callKey: call.callKey })}`;
        },
      }),
  });
}

function result(via: Via): ToolDefinition {
  return defineTool({
    name: "result",
    description: `Returns what a completed job of ${via.member} brought.`,
    input: { ...ofJob, offset: z.int().min(0).optional().describe("Character to read on from") },
    readOnly: true,
    handle: ({ jobId, offset }, call) =>
      through(via, {
        call,
        tool: "result",
        ask: async (worker) => {
          const { output, artifacts } = await worker.result(jobId, call.signal);
          const files = artifacts?.length ? `\n\nArtifacts: ${JSON.stringify(artifacts)}` : "";
          return said({ member: via.member, text: `${output}${files}`, callKey: call.callKey, from: offset });
        },
      }),
  });
}

function cancel(via: Via): ToolDefinition {
  return defineTool({
    name: "cancel",
    description: `Ends a running job of ${via.member}. One that has ended stays as it is.`,
    input: ofJob,
    effect: "outward",
    handle: ({ jobId }, call) =>
      through(via, {
        call,
        tool: "cancel",
        ask: async (worker) => {
          const { status: stands } = await worker.cancel(jobId, call.signal);
          return `Job ${jobId} is ${stands}.`;
        },
      }),
  });
}

function remove(via: Via): ToolDefinition {
  return defineTool({
    name: "delete",
    description: `Removes a completed or cancelled job of ${via.member} with all its files, for good.`,
    input: ofJob,
    effect: "outward",
    handle: ({ jobId }, call) =>
      through(via, {
        call,
        tool: "delete",
        ask: async (worker) => {
          await worker.delete(jobId, call.signal);
          return `Job ${jobId} is gone, with all its files.`;
        },
      }),
  });
}

function words(most: number): z.ZodString {
  return z.string().trim().min(1).max(most);
}

interface Through {
  tool: string;
  call: ToolCall;
  ask(worker: WorkerHandle): Promise<string>;
}

/**
 * Calls the member. Reports an error to the model, with advice. If the call was aborted, rethrows the error
 * instead, because the session is over.
 */
async function through({ deps, member }: Via, { tool, call, ask }: Through): Promise<ToolAnswer> {
  try {
    const worker = await deps.worker(member);
    if (worker !== null) return { text: await ask(worker) };
    return { isError: true, text: `The guild member ${member} takes no work. Nothing was sent to it.` };
  } catch (error) {
    if (call.signal.aborted) throw error;
    return failed({ member, error, callKey: call.callKey, advice: adviceFor(tool, error) });
  }
}
