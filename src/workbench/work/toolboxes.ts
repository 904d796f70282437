// Builds the toolboxes of a session, with only the tools that the session was granted.
import { relative } from "node:path";
import { wireName } from "../../contract/package/system-toolboxes.ts";
import { createPageFetcher } from "../fetch/page-fetcher.ts";
import type { Toolbox, ToolDefinition } from "../../contract/kit/index.ts";
import { proxyFor } from "../../rules/network/proxy.ts";
import type { ToolSet } from "../../rules/limits/tools.ts";
import type { Artifacts } from "../../guild/toolboxes/artifacts.ts";
import { createBaseToolbox } from "../../guild/toolboxes/base.ts";
import { createCommissionToolbox } from "../../guild/toolboxes/commission.ts";
import { createNotes } from "../../guild/toolboxes/notes.ts";
import { createOutwardGuard } from "../../guild/toolboxes/outward.ts";
import { holdTool } from "../../guild/toolboxes/package-tool.ts";
import { createReviewToolbox } from "../../guild/toolboxes/review.ts";
import { createShellTool, type ShellDeps } from "../../guild/toolboxes/shell.ts";
import { createWebFetch } from "../../guild/toolboxes/web-fetch.ts";
import { findArtifact, writeArtifact } from "../workdir/artifacts.ts";
import { createLore } from "../workdir/lore.ts";
import type { WorkbenchDeps } from "./deps.ts";
import { memoryFor } from "./memory.ts";
import type { Bench } from "../bench/bench.ts";

export interface ToolboxPlan {
  tools: ToolSet;
  /** The toolboxes that packages provide. */
  loaded: readonly Toolbox[];
  /** The largest total size of a result's files. `null` means no limit. */
  artifactsMb: number | null;
  /**
   * Returns the path on this machine for a path that the model names. `undefined` if it is not in the work directory.
   */
  hostPath(path: string): string | undefined;
}

export function toolboxesFor(deps: WorkbenchDeps, bench: Bench, plan: ToolboxPlan): Toolbox[] {
  const { record, layout } = bench;
  const notes = createNotes({ record, known: bench.known });
  const all = [
    createBaseToolbox({
      record,
      notes,
      memory: memoryFor(deps, bench),
      artifacts: artifactsOf(deps, bench, plan),
    }),
    createCommissionToolbox({
      record,
      notes,
      artifactsMb: plan.artifactsMb,
      writeArtifact: (path, content) => writeArtifact(deps.disk, layout, { path, content }),
      findArtifact: (path) => findArtifact(layout, asRelative(bench, plan, path)),
    }),
    createReviewToolbox({ record, known: bench.known }),
    ...plan.loaded.map((box) => holdBox(deps, bench, box)),
  ];
  return all.flatMap((box) => keepGranted(box, plan.tools));
}

function artifactsOf(deps: WorkbenchDeps, bench: Bench, plan: ToolboxPlan): Artifacts {
  const { id, worker } = bench.commission.record.request;
  const lore = createLore({ work: bench.layout.work, now: deps.clock.now, worker, commission: id });
  return {
    list: lore.list,
    read: (path) => lore.read(asRelative(bench, plan, path)),
    write: ({ path, content }) => lore.write({ path: asRelative(bench, plan, path), content }),
  };
}

/** The time limit of a package's tool call. A check with a longer limit extends it. */
const callSeconds = 3600;
const spareSeconds = 60;
/** The longest delay that a timer can have. */
const longestMs = 2 ** 31 - 1;

function holdBox(deps: WorkbenchDeps, { record, commission }: Bench, box: Toolbox): Toolbox {
  const checks = [...Object.values(deps.config.checks), ...commission.record.checks];
  const seconds = checks.map(({ timeoutSeconds }) => timeoutSeconds + spareSeconds);
  const limitMs = Math.min(Math.max(callSeconds, ...seconds) * 1000, longestMs);
  const guard = createOutwardGuard({ record, unknown: commission.record.unknownActs });
  const hold = (tool: ToolDefinition) =>
    guard(wireName(box.name, tool.name), holdTool({ clock: deps.clock, limitMs }, tool));
  return { ...box, tools: box.tools.map(hold) };
}

/** Tells whether this process serves a built-in tool, so that `claude` must not have its own. */
export function isServedHere(tool: string): boolean {
  return tool === "WebFetch" || tool === "Bash";
}

export interface StandInOrder {
  tools: ToolSet;
  /** `null` if the session has no shell. */
  shell: ShellDeps | null;
}

/**
 * Returns replacements for tools that `claude` would run itself: it would fetch pages past the gateway, and run
 * commands beside its own secret.
 */
export function standInsFor(deps: WorkbenchDeps, bench: Bench, order: StandInOrder): ToolDefinition[] {
  const { tools, shell } = order;
  return [
    ...(tools.builtIn.includes("WebFetch") ? [pageTool(deps, bench)] : []),
    ...(shell === null ? [] : [createShellTool(shell)]),
  ];
}

function pageTool(deps: WorkbenchDeps, { record }: Bench): ToolDefinition {
  const { proxy, extraCaFile } = deps.handoff;
  const fetcher = createPageFetcher(
    { ...deps.pages, clock: deps.clock, extraCaFile, proxyFor: (url) => proxyFor(url, proxy) },
    deps.config.fetch,
  );
  return createWebFetch({ record, fetchPage: fetcher.fetchPage });
}

function keepGranted(box: Toolbox, granted: ToolSet): Toolbox[] {
  const names = granted.toolboxes.find((found) => found.name === box.name)?.tools ?? [];
  const tools = box.tools.filter((tool) => names.includes(tool.name));
  return tools.length > 0 ? [{ ...box, tools }] : [];
}

/** Turns an absolute path as the model sees it into a path relative to the work directory. */
function asRelative(bench: Bench, plan: ToolboxPlan, path: string): string {
  if (!path.startsWith("/")) return path;
  const host = plan.hostPath(path);
  return host === undefined ? path : relative(bench.layout.work, host);
}
