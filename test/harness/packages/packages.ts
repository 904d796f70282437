// Writes worker and toolbox packages to disk, valid unless a test wants otherwise.
import { mkdirSync, writeFileSync } from "node:fs";

export interface LaidPackage {
  /** Replaces the whole package.json. */
  text?: string;
  main?: unknown;
  /** `null` if the file is missing. */
  posture?: string | null;
  index?: string | null;
}

export const plainIndex =
  "export const activate = ({ posture, guidance }) => ({ systemPrompt: posture + guidance });\n";

export function workerOf(name: string, more: Readonly<Record<string, unknown>> = {}) {
  return {
    type: "worker",
    identity: { name, title: "Tester", description: "Is tested." },
    posture: "./posture.md",
    ...more,
  };
}

export function toolboxOf(name: string, more: Readonly<Record<string, unknown>> = {}) {
  return { type: "toolbox", identity: { name, title: "Box", description: "Has tools." }, ...more };
}

/** Writes a package and returns its directory. */
export function layPackage(directory: string, guildHall: unknown, laid: LaidPackage = {}): string {
  const { main, posture = "Be tested.", index = plainIndex } = laid;
  mkdirSync(directory, { recursive: true });
  writeFileSync(`${directory}/package.json`, laid.text ?? JSON.stringify({ name: "p", main, guildHall }));
  if (posture !== null) writeFileSync(`${directory}/posture.md`, posture);
  if (index !== null) writeFileSync(`${directory}/index.ts`, index);
  return directory;
}

export interface NamedPackage {
  name: string;
  type?: "worker" | "toolbox" | ["worker", "toolbox"];
  /** The content of index.ts; by default a worker that adds nothing to its prompt. */
  code?: string;
  /** Further keys of `guildHall` in package.json. */
  more?: object;
}

/** Writes a package of this name and returns its directory, a child of `parent`. */
export function layNamed(
  parent: string,
  { name, type = "worker", code = plainIndex, more }: NamedPackage,
): string {
  const guildHall = type === "toolbox" ? toolboxOf(name) : { ...workerOf(name), type };
  return layPackage(`${parent}/${name}`, { ...guildHall, ...more }, { index: code });
}

/** Adds a dependency that the package can import. */
export function layDependency(directory: string, name: string, code: string): void {
  const place = `${directory}/node_modules/${name}`;
  mkdirSync(place, { recursive: true });
  writeFileSync(`${place}/package.json`, JSON.stringify({ name, main: "./index.js" }));
  writeFileSync(`${place}/index.js`, code);
}
