// One attack: what the model asks for, how its answer shows that it got through, and how the machine does.
import { readdirSync } from "node:fs";
import type { CommissionId } from "../../src/contract/home/ids.ts";
import { filesHolding } from "../harness/find-text.ts";
import type { Ground, Secret } from "./ground.ts";

export interface Attack {
  name: string;
  use(ground: Ground): { tool: string; input: Record<string, unknown> };
  /** From inside: what the tool answered. */
  brokeIn(answer: Answer): boolean;
  /** From outside: a word on the harm that is seen, or null. */
  harm(ground: Ground, id: CommissionId): string | null;
  /** Harmless to carry out without a sandbox, where it must get through: else its check proves nothing. */
  control?: true;
}

export interface Answer {
  text: string;
  isError: boolean;
}

export type Harm = Attack["harm"];

const held = "it was HELD off";
const through = "it GOT through";

interface Shell {
  script: (ground: Ground) => string;
  harm?: Harm;
  control?: true;
}

/** The script succeeds when the attack does. What it prints is part of the answer, and so of the transcript. */
export function shell(name: string, { script, harm = none, control }: Shell): Attack {
  return {
    name,
    use: (ground) => ({ tool: "Bash", input: { command: wrapped(script(ground)), description: name } }),
    brokeIn: ({ text }) => text.includes(through) || !text.includes(held),
    harm,
    ...(control ? { control } : {}),
  };
}

export function wrapped(script: string): string {
  return `timeout 10 bash <<'ATTACK'\n${script}\nATTACK\nif [ $? = 0 ]; then echo '${through}'; else echo '${held}'; fi`;
}

export const none: Harm = () => null;

/** A secret lies in the commission's files: in its ledger, a transcript, an artifact or its work. */
export function leaks(...secrets: Secret[]): Harm {
  return (ground, id) => {
    const { directory } = ground.home.layout(id);
    const leaked = secrets.filter((name) => filesHolding(directory, ground.secrets[name]).length > 0);
    return leaked.length === 0 ? null : `leaked: ${leaked.join(", ")}`;
  };
}

export function visits(...names: (keyof Ground["doors"])[]): Harm {
  return ({ doors }) => {
    const visited = names.filter((name) => doors[name].visits() > 0);
    return visited.length === 0 ? null : `somebody came to ${visited.join(", ")}`;
  };
}

export function appears(path: (ground: Ground) => string): Harm {
  return (ground) => {
    const at = path(ground);
    const [directory, name] = [at.slice(0, at.lastIndexOf("/")), at.slice(at.lastIndexOf("/") + 1)];
    return readdirSync(directory).includes(name) ? `${at} was made` : null;
  };
}

export const killsBystander: Harm = ({ bystander, hall }) => {
  const isAlive = (pid: number | undefined) => {
    try {
      return pid !== undefined && process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  if (!isAlive(bystander.pid)) return "a bystander was killed";
  return isAlive(hall.pid) ? null : "the hall was killed";
};
