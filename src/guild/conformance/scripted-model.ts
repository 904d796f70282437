// Plays the model for a guild member under test. It never answers in a job that has to keep running. In the
// job that has to finish, it calls every known tool that the worker offers.
import { z } from "zod";
import type { Rehearsal, RehearsalTurn } from "../../contract/package/rehearsal.ts";
import { jobHeader } from "../../contract/member/worker-protocol.ts";
import { refusal } from "../../model/gateway/answers.ts";
import type { ModelRequest } from "../../model/gateway/asked.ts";
import { answerAtDoor, largestTaken, plainly, presents } from "../../model/gateway/door.ts";
import type { Model } from "../../model/gateway/model.ts";
import { parseJson } from "../../model/gateway/parse-json.ts";
import { createRehearsedModel } from "../../model/gateway/rehearsed.ts";
import type { Clock } from "../../host/clock.ts";
import type { ServeHttp } from "../../host/network/http-server.ts";
import { closingTurns, type OfferedTool } from "./closing-turns.ts";

export interface SeenRequest {
  /** The job id in the header of the request. `null` if the member sends none. */
  job: string | null;
  tools: string[];
  /** True if the client has closed the connection. */
  hasLeft: boolean;
}

export interface ScriptedModel {
  /** The environment variables with the address of this model and the secret that replaces a credential. */
  env: Readonly<Record<string, string>>;
  /**
   * Returns the requests of the worker's main conversation for tasks that contain this mark, such as "[kit:hold]", in
   * order.
   */
  seen(mark: string): readonly SeenRequest[];
  close(): Promise<void>;
}

export interface ScriptedModelDeps {
  clock: Clock;
  serve: ServeHttp;
  secret: string;
}

interface Play {
  seen: SeenRequest[];
  model: Model;
}

export function openScriptedModel(deps: ScriptedModelDeps): ScriptedModel {
  const plays = new Map<string, Play>();
  const play = plainly((asked, signal) => answer({ deps, plays }, asked, signal));
  const behind = (headers: Headers) => (presents(headers, deps.secret) ? play : undefined);
  const server = deps.serve({
    at: { port: 0 },
    maxBodyBytes: largestTaken,
    handle: (request) => answerAtDoor({ clock: deps.clock, behind }, request),
  });
  return {
    env: { ANTHROPIC_BASE_URL: `http://127.0.0.1:${server.port}`, ANTHROPIC_API_KEY: deps.secret },
    seen: (mark) => plays.get(mark)?.seen ?? [],
    close: () => server.stop(),
  };
}

interface ScriptedModelState {
  deps: ScriptedModelDeps;
  plays: Map<string, Play>;
}

async function answer(
  state: ScriptedModelState,
  asked: ModelRequest,
  signal: AbortSignal,
): Promise<Response> {
  const body = new TextDecoder().decode(asked.body);
  const mark = /\[kit:[a-z0-9-]+\]/.exec(body)?.[0] ?? "";
  const play = state.plays.get(mark) ?? begin(state, { mark, body });
  state.plays.set(mark, play);
  if (asked.kind === "main") note(play, asked, signal);
  const said = await play.model.ask(asked, signal);
  return said instanceof Response ? said : refusal(402, "invalid_request_error", said.mismatch);
}

function note({ seen }: Play, asked: ModelRequest, signal: AbortSignal): void {
  const one: SeenRequest = { job: asked.headers.get(jobHeader), tools: asked.tools, hasLeft: signal.aborted };
  signal.addEventListener("abort", () => (one.hasLeft = true), { once: true });
  seen.push(one);
}

function begin({ deps }: ScriptedModelState, { mark, body }: { mark: string; body: string }): Play {
  const turns: RehearsalTurn[] = mark === finishMark ? closingTurns(toolsIn(body)) : [{ hang: true }];
  const script: Rehearsal = { version: 1, name: "conformance", turns, aux: {} };
  const tally = () => ({ answered: 0, failed: 0 });
  return { seen: [], model: createRehearsedModel({ clock: deps.clock, script, bench: 1, tally }) };
}

/** The task of the job that has to finish contains this. */
export const finishMark = "[kit:finish]";

const offered = z.object({
  tools: z
    .array(
      z.object({
        name: z.string(),
        input_schema: z.object({ properties: z.record(z.string(), z.unknown()).default({}) }).optional(),
      }),
    )
    .default([]),
});

function toolsIn(body: string): OfferedTool[] {
  const parsed = offered.safeParse(parseJson(body));
  if (!parsed.success) return [];
  return parsed.data.tools.map((tool) => ({
    name: tool.name,
    fields: Object.keys(tool.input_schema?.properties ?? {}),
  }));
}
