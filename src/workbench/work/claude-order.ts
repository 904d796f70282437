// Decides how `claude` is started for a commission: its sandbox, its arguments and its environment.
import type { CommissionLayout } from "../../contract/home/home-layout.ts";
import type { GatewayEnv } from "../../model/gateway/child-env.ts";
import type { SessionOrder } from "../../model/session/open-session.ts";
import type { Grant } from "../../rules/limits/grant.ts";
import { addedMounts, boundsOf } from "../checks/bounds.ts";
import { type Containment, contain } from "../sandbox/contain.ts";
import type { Enclosure } from "../sandbox/enclose.ts";
import { childEnvironment } from "../sandbox/environment.ts";
import type { SandboxProbe } from "../sandbox/probe.ts";
import { binariesOf, type ReadOnlyMount } from "../sandbox/read-only.ts";
import { prepareSession } from "../workdir/prepare.ts";
import type { WorkbenchDeps } from "./deps.ts";
import { mayWrite } from "./shell.ts";
import { isServedHere } from "./toolboxes.ts";

type ClaudeDeps = Pick<WorkbenchDeps, "home" | "readOnly" | "personHome" | "claudePath" | "searchPath">;
type ClaudeLayout = Pick<CommissionLayout, "directory" | "work" | "session">;

export interface ContainOrder {
  layout: ClaudeLayout;
  grant: Grant;
  probe: SandboxProbe;
  /** The path of the gateway's socket. */
  socket: string;
  /** The parts of the project's repository that `claude` sees. */
  shown: readonly ReadOnlyMount[];
  enclosure: Enclosure;
}

export async function containClaude(deps: ClaudeDeps, order: ContainOrder): Promise<Containment> {
  if (!deps.claudePath)
    throw new Error('The claude program is not installed for this platform. Run "npm ci".');
  const { layout, grant, probe, enclosure } = order;
  const directories = await prepareSession(layout);
  return contain(probe, {
    commissionDir: layout.directory,
    workDir: layout.work,
    homeDir: directories.home,
    configDir: directories.config,
    tmpDir: directories.tmp,
    attachmentsDir: directories.attachments,
    claudePath: deps.claudePath,
    gatewaySocket: probe.level === "bubblewrap" ? order.socket : null,
    readOnlyWork: !mayWrite(grant),
    readOnly: addedMounts(deps),
    shown: order.shown,
    bounds: boundsOf(grant.limits, enclosure),
  });
}

export interface ClaudeStart {
  grant: Grant;
  layout: ClaudeLayout;
  containment: Containment;
  gatewayEnv: GatewayEnv;
}

/** The part of a session's order that decides which command starts `claude`. */
export type ClaudeOrder = Pick<
  SessionOrder,
  | "model"
  | "builtInTools"
  | "maxTurns"
  | "cwd"
  | "env"
  | "sandbox"
  | "permissionMode"
  | "command"
  | "claudePath"
>;

export function claudeOrder(deps: ClaudeDeps, order: ClaudeStart): ClaudeOrder {
  const { grant, layout, containment, gatewayEnv } = order;
  const { level, inside, permissionMode, command } = containment;
  return {
    model: grant.model,
    builtInTools: grant.tools.builtIn.filter((tool) => !isServedHere(tool)),
    maxTurns: grant.limits.maxTurns,
    cwd: layout.work,
    env: childEnvironment({
      inside,
      gatewayEnv,
      path: deps.searchPath,
      level,
      binaries: level === "bubblewrap" ? binariesOf(addedMounts(deps)) : [],
    }),
    sandbox: level,
    permissionMode,
    command,
    claudePath: deps.claudePath ?? "",
  };
}
