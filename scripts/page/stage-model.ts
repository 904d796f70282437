// The model of the stage (a throwaway hall with sample work): a Messages API on loopback that answers each request from
// its scene's script. The hall takes it for Anthropic's API, so the work is metered and is not a rehearsal.
import { refusal } from "../../src/model/gateway/answers.ts";
import type { ModelRequest } from "../../src/model/gateway/asked.ts";
import { answerAtDoor, largestTaken, plainly, presents } from "../../src/model/gateway/door.ts";
import type { Model } from "../../src/model/gateway/model.ts";
import { createRehearsedModel } from "../../src/model/gateway/rehearsed.ts";
import { systemClock } from "../../src/host/clock.ts";
import { serveHttp } from "../../src/host/network/http-server.ts";
import { type Scene, scriptOf, wordsOf } from "./stage-scenes.ts";

export interface StageModel {
  /** The environment that gives the hall the model's address and credential. */
  env: Readonly<Record<string, string>>;
  /** Lets a held scene continue. */
  release(name: string): void;
  close(): Promise<void>;
}

interface Play {
  scene: Scene;
  /** The scene's words, escaped as in the body of a request. */
  words: string;
  model: Model;
  released: Promise<void>;
  release(): void;
}

const secret = "a-key-of-the-stage";

export function openStageModel(scenes: readonly Scene[], port = 0): StageModel {
  // The prompt of a later attempt quotes the earlier one, so scenes with `when` are matched first.
  const plays = scenes.map(playOf).sort((a, b) => Number(!a.scene.when) - Number(!b.scene.when));
  const answer = plainly((asked, signal) => play(plays, asked, signal));
  const behind = (headers: Headers) => (presents(headers, secret) ? answer : undefined);
  const server = serveHttp({
    at: { port },
    maxBodyBytes: largestTaken,
    handle: (request) => answerAtDoor({ clock: systemClock, behind }, request),
  });
  return {
    env: { ANTHROPIC_BASE_URL: `http://127.0.0.1:${server.port}`, ANTHROPIC_API_KEY: secret },
    release: (name) => plays.find(({ scene }) => scene.name === name)?.release(),
    close: () => server.stop(),
  };
}

function playOf(scene: Scene): Play {
  const { promise, resolve } = Promise.withResolvers<void>();
  const tally = () => ({ answered: 0, failed: 0 });
  return {
    scene,
    words: JSON.stringify(wordsOf(scene)).slice(1, -1),
    model: createRehearsedModel({ clock: systemClock, script: scriptOf(scene), bench: 1, tally }),
    released: promise,
    release: resolve,
  };
}

async function play(plays: readonly Play[], asked: ModelRequest, signal: AbortSignal): Promise<Response> {
  const body = new TextDecoder().decode(asked.body);
  const found = plays.find(({ words }) => body.includes(words));
  if (!found) return refusal(402, "invalid_request_error", "No scene of the stage has these words.");
  if (asked.kind === "main" && asked.assistants === found.scene.holdAt) await found.released;
  const said = await found.model.ask(asked, signal);
  return said instanceof Response ? said : refusal(402, "invalid_request_error", said.mismatch);
}
