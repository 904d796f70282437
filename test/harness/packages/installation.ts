// Copies this installation and adds workers to it, which a hall of the copy then has as bundled packages.
import { cpSync, mkdirSync, realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { installed } from "../../../src/host/program.ts";

export function layInstallation(place: string, workers: string): string {
  const root = join(place, "installation");
  mkdirSync(root);
  for (const name of ["src", "package.json", "workers", "toolboxes"])
    cpSync(installed(name), join(root, name), { recursive: true });
  cpSync(workers, join(root, "workers"), { recursive: true });
  symlinkSync(realpathSync(installed("node_modules")), join(root, "node_modules"));
  return root;
}
