// Lists what a package asks for, from its metadata alone, in words that let a person decide whether to add it.
import type { WorkerMetadata } from "../../contract/package/package.ts";
import { fileTools } from "../../contract/package/package.ts";
import { wireName } from "../../contract/package/system-toolboxes.ts";
import type { SoundPackage } from "../roster/read-package.ts";
import type { CodeDependencies } from "../install/dependencies.ts";

export interface PackageAsks {
  name: string;
  title: string;
  description: string;
  kinds: ("worker" | "toolbox")[];
  /** A label for each thing that is asked for, such as "limits", and the text that describes it. */
  rows: [label: string, text: string][];
}

/** Shown for every package, because only `claude` runs in the sandbox. */
const rights =
  "its code runs in the workbench, outside the sandbox, with your rights: it can do what you can do";

export function asksOf(found: SoundPackage, dependencies: CodeDependencies): PackageAsks {
  const { worker, toolbox } = found;
  const identity = (worker ?? toolbox)?.identity ?? { name: "", title: "", description: "" };
  return {
    ...identity,
    kinds: [...(worker ? (["worker"] as const) : []), ...(toolbox ? (["toolbox"] as const) : [])],
    rows: [
      ...(toolbox ? [["gives", givesText(identity.name, toolbox.tools)] as [string, string]] : []),
      ...(worker ? workerRows(worker) : []),
      ["needs", dependencyText(dependencies)],
      ["rights", rights],
    ],
  };
}

function givesText(name: string, tools: readonly string[] | undefined): string {
  if (!tools) return "tools that the hall knows only after it has loaded the code";
  return tools.map((tool) => wireName(name, tool)).join(" ");
}

function workerRows(worker: WorkerMetadata): [string, string][] {
  const { files, builtInTools, toolboxes, checkout, limits, model } = worker;
  const beyond = builtInTools.length === 0 ? "none beyond the file tools" : builtInTools.join(" ");
  const seconds = limits.maxSeconds === null ? "" : ` and ${limits.maxSeconds} s at work`;
  return [
    ["files", `${files} (${fileTools[files].join(" ")})`],
    ["built-in", beyond],
    ["toolboxes", toolboxes.length === 0 ? "none" : toolboxes.join(" ")],
    ["checkout", checkout === "full" ? "full: all of a project's files" : "sparse: of a project only .lore/"],
    [
      "limits",
      `${limits.maxTurns} turns, $${limits.maxBudgetUsd}${seconds}${limits.validated ? "" : "; not validated"}`,
    ],
    ["model", model ?? "the hall's"],
  ];
}

function dependencyText(dependencies: CodeDependencies): string {
  const names = Object.entries(dependencies).map(([name, version]) => `${name} ${version}`);
  return names.length === 0 ? "no other packages" : `${names.join(", ")}; installed without their scripts`;
}
