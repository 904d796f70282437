// A tiny project whose changes break each other only in combination: a name may be defined once, every used name
// must be defined, and numbers may not exceed a limit. Changes are in separate files, so git merges them cleanly.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { z } from "zod";
import type { Lots } from "./lots.ts";

/** Uses shell built-ins only, because it runs thousands of times. */
const testScript = `all=" "
for file in defs/*; do
  while read -r name; do
    case "$all" in *" $name "*) echo "$name is defined twice"; exit 1 ;; esac
    all="$all$name "
  done < "$file"
done
for file in uses/*; do
  while read -r name; do
    case "$all" in *" $name "*) ;; *) echo "$name is not defined"; exit 1 ;; esac
  done < "$file"
done
sum=0
for file in sums/*; do read -r number < "$file"; sum=$((sum + number)); done
read -r limit < limit
[ "$sum" -le "$limit" ] || { echo "$sum is more than $limit"; exit 1; }
`;

export const check = "sh test.sh";
/** An additional check of some commissions. */
export const ownCheck = 'read -r limit < limit; [ "$limit" -ge 14 ]';

export const projectFiles: Readonly<Record<string, string>> = {
  "test.sh": testScript,
  "defs/alpha": "alpha\n",
  "defs/beta": "beta\n",
  "defs/gamma": "gamma\n",
  "uses/base": "alpha\n",
  "sums/base": "5\n",
  limit: "20\n",
  "notes.txt": "As it began.\n",
};

const kinds = ["define", "use", "drop", "add", "lower", "note", "break", "nothing"] as const;

/** A worker's script. It is stored as the commission's task, so that every workbench finds it. */
export const script = z.object({
  does: z.enum([...kinds, "lore"]),
  name: z.string(),
  amount: z.number(),
  /** Whether the worker fixes work that is sent back. */
  mends: z.boolean(),
  takesMs: z.number(),
});
export type Script = z.infer<typeof script>;

const weighted: readonly Script["does"][] = [...kinds, "define", "use", "drop", "add", "add", "lower"];
const droppable = ["beta", "gamma"];
const fresh = ["red", "green", "blue"];

export function drawScript(lots: Lots, does = lots.pick(weighted) ?? "nothing"): Script {
  const names = does === "define" ? fresh : droppable;
  return {
    does,
    name: lots.pick(names) ?? "beta",
    amount: 4 + lots.below(6),
    mends: lots.below(3) > 0,
    takesMs: lots.below(120),
  };
}

/** Changes the files in a checkout. Doing the same work again changes nothing more. */
export function doWork(directory: string, { does, name, amount }: Script, own: string): void {
  const write = (path: string, text: string) => writeIn(directory, path, text);
  switch (does) {
    case "define":
      return write(`defs/${own}`, `${name}\n`);
    case "use":
      return write(`uses/${own}`, `${existsSync(`${directory}/defs/${name}`) ? name : "alpha"}\n`);
    case "drop":
      return drop(directory, name);
    case "add":
      return write(`sums/${own}`, `${amount}\n`);
    case "lower":
      return write("limit", `${Math.max(sumOf(directory), 20 - amount)}\n`);
    case "note":
      return write("notes.txt", `Noted by ${own}.\n`);
    case "break":
      return write(`uses/${own}`, "omega\n");
    case "lore":
      return write(`.lore/${own}.md`, "What is known.\n");
    case "nothing":
      return;
  }
}

/** Changes the work so that the checks pass again. */
export function mend(directory: string, { does, name }: Script, own: string): void {
  const write = (path: string, text: string) => writeIn(directory, path, text);
  switch (does) {
    case "define":
      return write(`defs/${own}`, `${name}-${own}\n`);
    case "use":
    case "break":
      return write(`uses/${own}`, "alpha\n");
    case "drop":
      return write(`defs/${name}`, `${name}\n`);
    case "add":
      return write(`sums/${own}`, "0\n");
    case "lower":
      return write("limit", "20\n");
    case "note":
    case "lore":
    case "nothing":
      return;
  }
}

/** Drops a definition and its uses, so that the checkout itself stays valid. */
function drop(directory: string, name: string): void {
  rmSync(`${directory}/defs/${name}`, { force: true });
  for (const file of readdirSync(`${directory}/uses`)) {
    const path = `${directory}/uses/${file}`;
    if (readFileSync(path, "utf8").trim() === name) writeFileSync(path, "alpha\n");
  }
}

function sumOf(directory: string): number {
  const files = readdirSync(`${directory}/sums`);
  return files.reduce((sum, file) => sum + Number(readFileSync(`${directory}/sums/${file}`, "utf8")), 0);
}

export function writeIn(directory: string, path: string, text: string): void {
  mkdirSync(`${directory}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
  writeFileSync(`${directory}/${path}`, text);
}
