// Worker and toolbox packages on disk, sound unless a test wants them otherwise.
import { mkdirSync, writeFileSync } from "node:fs";

export interface LaidPackage {
  /** Takes the place of the whole package.json. */
  text?: string;
  main?: unknown;
  /** null: there is no such file. */
  posture?: string | null;
  index?: string | null;
}

export const plainIndex = "export const activate = ({ posture }) => ({ systemPrompt: posture });\n";

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

/** The directory it lies in. */
export function layPackage(directory: string, guildHall: unknown, laid: LaidPackage = {}): string {
  const { main, posture = "Be tested.", index = plainIndex } = laid;
  mkdirSync(directory, { recursive: true });
  writeFileSync(`${directory}/package.json`, laid.text ?? JSON.stringify({ name: "p", main, guildHall }));
  if (posture !== null) writeFileSync(`${directory}/posture.md`, posture);
  if (index !== null) writeFileSync(`${directory}/index.ts`, index);
  return directory;
}
