// Runs the `activate` function of a worker package, which returns the system prompt. The function may give up
// granted tools and limits, but never add any. The prompt must contain the worker's posture (how it works)
// and the hall's guidance in full, and may add to them.
import { z } from "zod";
import type { ActivationContext } from "../../contract/kit/index.ts";
import type { WorkContext } from "../../contract/package/system-toolboxes.ts";
import { type Grant, least } from "../../rules/limits/grant.ts";
import { beyond, narrow } from "../../rules/limits/tools.ts";
import type { WorkerPackage } from "./discover.ts";
import { broken, callExport, type PackageCode } from "./package-code.ts";
import { readPosture } from "./read-package.ts";
import { issueWords } from "../../base/text/thrown-text.ts";

export interface Activated {
  systemPrompt: string;
  grant: Grant;
}

export interface ActivationOrder extends Pick<PackageCode, "load" | "clock"> {
  context: WorkContext;
  worker: WorkerPackage;
  /**
   * The tools and limits that the worker may use. Every tool is named, because the worker's toolboxes are already
   * loaded.
   */
  grant: Grant;
  /** Granted tools that this machine cannot offer. If the worker asks for them, that is not its author's mistake. */
  withheld: readonly string[];
  project: { name: string } | null;
  /** The memory (notes of earlier work) as the worker is to read it; empty if there is none. */
  memory: string;
  guidance: string;
}

const limits = z
  .strictObject({
    maxTurns: z.int().positive(),
    maxBudgetUsd: z.number().positive(),
    maxSeconds: z.int().positive().nullable(),
  })
  .partial();

const activation = z.strictObject({
  systemPrompt: z.string().min(1),
  tools: z.array(z.string()).optional(),
  limits: limits.optional(),
});

/** The prompt is limited, because it is sent with every request. */
export const maxPromptBytes = 400_000;

export async function activateWorker(order: ActivationOrder): Promise<Activated> {
  const code = codeOf(order);
  const context = await contextFor(order);
  const handed = { posture: context.posture, guidance: context.guidance };
  const returned = activation.safeParse(await callExport(code, { name: "activate", context }));
  if (!returned.success)
    throw broken(code, `"activate" returned something else: ${issueWords(returned.error.issues)}`);
  const { tools, limits = {} } = returned.data;
  refuseMore(order, returned.data);
  const systemPrompt = promptOf(order, returned.data.systemPrompt);
  refuseLess(order, { handed, prompt: systemPrompt });
  const { grant } = order;
  return {
    systemPrompt,
    grant: { ...grant, tools: narrow(grant.tools, tools), limits: least(grant.limits, limits) },
  };
}

function codeOf({ worker, load, clock }: ActivationOrder): PackageCode {
  const failure = `Worker "${worker.metadata.identity.name}" cannot be activated`;
  return { failure, entry: worker.entry, load, clock };
}

/** Returns a deep copy, so that changes by the package have no effect on the hall. */
async function contextFor(order: ActivationOrder): Promise<ActivationContext> {
  const { context, grant, project, memory, guidance } = order;
  const { metadata, directory } = order.worker;
  const posture = await readPosture({ directory, posture: metadata.posture });
  if (!posture.ok) throw broken(codeOf(order), `${metadata.posture}: ${posture.reason}`);
  const { maxTurns, maxBudgetUsd, maxSeconds } = grant.limits;
  return structuredClone({
    context,
    identity: metadata.identity,
    posture: posture.value,
    tools: {
      builtIn: grant.tools.builtIn,
      toolboxes: grant.tools.toolboxes.map(({ name, tools }) => ({ name, tools: tools ?? [] })),
    },
    limits: { maxTurns, maxBudgetUsd, maxSeconds: maxSeconds ?? null },
    project,
    memory,
    guidance,
  });
}

function refuseMore(order: ActivationOrder, { tools, limits }: z.infer<typeof activation>): void {
  const { grant, withheld } = order;
  const extra = beyond(grant.tools, tools ?? []).filter((name) => !withheld.includes(name));
  if (extra.length > 0)
    throw broken(codeOf(order), `it asks for tools that it was not granted: ${extra.join(", ")}`);
  for (const key of ["maxTurns", "maxBudgetUsd", "maxSeconds"] as const) {
    const asked = limits?.[key];
    const most = grant.limits[key] ?? Infinity;
    if (asked === undefined || (asked ?? Infinity) <= most) continue;
    throw broken(codeOf(order), `it asks for ${key} ${asked ?? "without end"} where ${most} was granted`);
  }
}

/** Normalises white space, which the author of the worker may change; the words must stay. */
const plain = (text: string): string => text.replace(/\s+/g, " ").trim();

/**
 * Refuses a prompt that lacks the posture or the guidance. A session without the posture is not the worker
 * that was commissioned, and without the guidance it does not know how to submit its work. Memory may be
 * missing: `promptOf` adds it.
 */
function refuseLess(
  order: ActivationOrder,
  { handed, prompt }: { handed: Pick<ActivationContext, "posture" | "guidance">; prompt: string },
): void {
  const text = plain(prompt);
  const missing = [
    ...(text.includes(plain(handed.posture)) ? [] : [`its posture (${order.worker.metadata.posture})`]),
    ...(text.includes(plain(handed.guidance)) ? [] : ["the hall's guidance"]),
  ];
  if (missing.length === 0) return;
  throw broken(
    codeOf(order),
    `the system prompt that "activate" returned lacks ${missing.join(" and ")}. It has to hold all of "posture" and "guidance" as they were handed over; it may add words of its own`,
  );
}

function promptOf(order: ActivationOrder, returned: string): string {
  const { memory } = order;
  const prompt = returned.includes(memory) ? returned : `${returned}\n\n${memory}`;
  const bytes = Buffer.byteLength(prompt);
  if (bytes > maxPromptBytes)
    throw broken(
      codeOf(order),
      `its system prompt has ${bytes} bytes; at most ${maxPromptBytes} are allowed`,
    );
  return prompt;
}
