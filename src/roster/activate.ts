// Runs a worker's `activate` and holds it to its grant: it may give up tools and limits, never add to them.
import { z } from "zod";
import { Fault } from "../contract/problem.ts";
import type { ActivationContext } from "../kit/index.ts";
import { beyond, type Grant, least, narrow } from "../rules/tools.ts";
import type { WorkerPackage } from "./discover.ts";
import { readPosture } from "./read-package.ts";

export interface Activated {
  systemPrompt: string;
  grant: Grant;
}

const activation = z.strictObject({
  systemPrompt: z.string().min(1),
  tools: z.array(z.string()).optional(),
  limits: z
    .strictObject({
      maxTurns: z.int().positive(),
      maxBudgetUsd: z.number().positive(),
      maxSeconds: z.int().positive().nullable(),
    })
    .partial()
    .optional(),
});

export interface ActivationOrder {
  worker: WorkerPackage;
  grant: Grant;
  guidance: string;
  /** What is remembered, as it stands in the prompt; empty where nothing is. */
  memory: string;
  /** Loads the package's entry file. */
  load(entry: string): Promise<unknown>;
}

export async function activateWorker(order: ActivationOrder): Promise<Activated> {
  const { name } = order.worker.metadata.identity;
  const activate = await loadActivate(order);
  const returned = activation.safeParse(await callActivate(activate, order));
  if (!returned.success)
    throw broken(name, `"activate" returned something else: ${z.prettifyError(returned.error)}`);
  const { systemPrompt, tools, limits } = returned.data;
  const extra = beyond(order.grant.tools, tools ?? []);
  if (extra.length > 0) throw broken(name, `it asks for tools that it was not granted: ${extra.join(", ")}`);
  return {
    systemPrompt: withMemory(systemPrompt, order.memory),
    grant: {
      ...order.grant,
      tools: narrow(order.grant.tools, tools),
      limits: least(order.grant.limits, limits ?? {}),
    },
  };
}

/** A worker that has no place for it gets it all the same, at the end: what differs from time to time comes last. */
function withMemory(systemPrompt: string, memory: string): string {
  return memory === "" || systemPrompt.includes(memory) ? systemPrompt : `${systemPrompt}\n\n${memory}`;
}

async function loadActivate(order: ActivationOrder): Promise<(context: ActivationContext) => unknown> {
  const { name } = order.worker.metadata.identity;
  const loaded = await order.load(order.worker.entry).catch((cause: unknown) => {
    throw broken(
      name,
      `its code cannot be loaded: ${cause instanceof Error ? cause.message : String(cause)}`,
      cause,
    );
  });
  const found = z.object({ activate: z.function() }).safeParse(loaded);
  if (!found.success) throw broken(name, 'it does not export a function "activate"');
  return found.data.activate as (context: ActivationContext) => unknown;
}

async function callActivate(
  activate: (context: ActivationContext) => unknown,
  order: ActivationOrder,
): Promise<unknown> {
  const { metadata, directory } = order.worker;
  const { tools, limits } = order.grant;
  const posture = await readPosture({ directory, posture: metadata.posture });
  if (!posture.ok) throw broken(metadata.identity.name, `${metadata.posture}: ${posture.reason}`);
  try {
    return await activate({
      identity: metadata.identity,
      posture: posture.value,
      tools: { ...tools, toolboxes: tools.toolboxes.map((box) => ({ ...box, tools: box.tools ?? [] })) },
      limits,
      project: null,
      memory: order.memory,
      guidance: order.guidance,
    });
  } catch (cause) {
    throw broken(
      metadata.identity.name,
      `"activate" failed: ${cause instanceof Error ? cause.message : String(cause)}`,
      cause,
    );
  }
}

function broken(name: string, what: string, cause?: unknown): Fault {
  return new Fault("activation", `Worker "${name}" cannot be activated: ${what}.`, { cause });
}
