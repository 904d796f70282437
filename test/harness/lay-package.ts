// Packages for tests, written to a disk as an author would.
import { mkdirSync, writeFileSync } from "node:fs";

export interface LaidPackage {
  name: string;
  type?: "worker" | "toolbox" | ["worker", "toolbox"];
  /** Its index.ts; left out: a worker that adds nothing to what it is handed. */
  code?: string;
  /** More of the `guildHall` key. */
  more?: object;
}

const plainWorker = "export const activate = ({ posture }) => ({ systemPrompt: posture });";

/** Its directory, a child of `parent`. */
export function layPackage(
  parent: string,
  { name, type = "worker", code = plainWorker, more = {} }: LaidPackage,
): string {
  const directory = `${parent}/${name}`;
  const identity = { name, title: name, description: `The ${name}.` };
  const posture = type === "toolbox" ? {} : { posture: "./posture.md" };
  const guildHall = { type, identity, ...posture, ...more };
  mkdirSync(directory, { recursive: true });
  writeFileSync(
    `${directory}/package.json`,
    JSON.stringify({ name, type: "module", main: "./index.ts", guildHall }),
  );
  writeFileSync(`${directory}/posture.md`, `You are the ${name}.`);
  writeFileSync(`${directory}/index.ts`, code);
  return directory;
}

/** Something the package can import. */
export function layDependency(directory: string, name: string, code: string): void {
  const place = `${directory}/node_modules/${name}`;
  mkdirSync(place, { recursive: true });
  writeFileSync(`${place}/package.json`, JSON.stringify({ name, main: "./index.js" }));
  writeFileSync(`${place}/index.js`, code);
}
