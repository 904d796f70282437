// Describes the hall's state in a sentence: what runs, what waits, and how far today's results can be trusted. Pure.
import type { CameBack, Glance } from "./glance.ts";
import { capital, inWords, mostInWords } from "./say.ts";

export function homeSentence({ running, waiting, cameBack }: Glance): string {
  const say = sayerFor([running.total, waiting.total, cameBack.total]);
  const parts = [
    running.total > 0 && `${say(running.total)} running`,
    waiting.total > 0 && `${say(waiting.total)} waiting`,
    cameBack.total > 0 && `${say(cameBack.total)} came back today${trustOf(cameBack, say)}`,
  ].filter((part) => part !== false);
  if (parts.length === 0) return "Nothing is running, and nothing came back today.";
  const quiet = running.total === 0 && waiting.total === 0;
  return `${capital([...(quiet ? ["nothing running"] : []), ...parts].join(", "))}.`;
}

type Say = (n: number) => string;

/** A sentence uses either number words or digits, never both. */
function sayerFor(numbers: readonly number[]): Say {
  return Math.max(...numbers) <= mostInWords ? inWords : (n) => n.toLocaleString("en-US");
}

function trustOf(cameBack: CameBack, say: Say): string {
  const kinds = kindsInOrder.filter((kind) => cameBack[kind] > 0);
  const [only] = kinds;
  const said =
    kinds.length === 1 && only !== undefined
      ? all(cameBack.total, kindWords[only])
      : kinds.map((kind) => `${say(cameBack[kind])} ${kindWords[kind]}`).join(", ");
  return `: ${said}${rehearsedOf(cameBack, say)}`;
}

const kindWords = {
  verified: "verified",
  claimed: "claimed",
  unchanged: "changed nothing",
  refuted: "refuted",
  conflict: "in conflict",
  failed: "failed",
} as const;
const kindsInOrder = Object.keys(kindWords) as (keyof typeof kindWords)[];

function all(total: number, kind: string): string {
  if (total === 1) return kind;
  return total === 2 ? `both ${kind}` : `all ${kind}`;
}

function rehearsedOf({ rehearsed, total }: CameBack, say: Say): string {
  if (rehearsed === 0) return "";
  if (rehearsed === total) return "; rehearsed";
  return `; ${say(rehearsed)} of them rehearsed`;
}
