// Writes a new package: a directory that is valid, says what to change in it, and passes its own rehearsal (a run with
// a scripted model) as it is.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { type Refusal, refuse } from "../../contract/api/problem.ts";
import { codeOf } from "../../host/files/disk.ts";
import { json, type ScaffoldFiles } from "./scaffold-text.ts";
import { toolboxFiles } from "./scaffold-toolbox.ts";
import { workerFiles } from "./scaffold-worker.ts";

export interface Scaffold {
  kind: "worker" | "toolbox";
  /** Already validated. */
  name: string;
  /** The directory to create; it must not exist. */
  directory: string;
  /** The file behind `guild-hall/kit`, so that an editor finds the types. */
  kit: string;
}

export async function writeScaffold(scaffold: Scaffold): Promise<{ ok: true; paths: string[] } | Refusal> {
  const { kind, name, directory, kit } = scaffold;
  const own = kind === "worker" ? workerFiles(name) : toolboxFiles(name);
  const files: ScaffoldFiles = { ...own, "tsconfig.json": json(tsconfig(kit)), ".npmignore": notPacked };
  try {
    await mkdir(dirname(directory), { recursive: true });
    await mkdir(directory);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    return refuse(
      "bad_package",
      `${directory} is there already, and nothing is overwritten.`,
      "Take another name, or say --in DIR.",
    );
  }
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(`${directory}/${path}`), { recursive: true });
    await writeFile(`${directory}/${path}`, content, { flag: "wx" });
  }
  return { ok: true, paths: Object.keys(files).sort() };
}

/** The file tsconfig.json is not published, because it names a path on its author's machine. */
const notPacked = "tsconfig.json\n";

/** Used by the editor alone, because the hall runs the TypeScript as it is. */
function tsconfig(kit: string): object {
  return {
    compilerOptions: {
      target: "ESNext",
      module: "NodeNext",
      lib: ["ESNext", "DOM"],
      types: [],
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      verbatimModuleSyntax: true,
      allowImportingTsExtensions: true,
      paths: { "guild-hall/kit": [kit] },
    },
    include: ["*.ts"],
  };
}
