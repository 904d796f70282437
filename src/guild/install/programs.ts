// Runs the programs that install added code: npm, and the Bun that came with the hall. They get npm's settings from
// the person's shell, and otherwise only a fixed list of variables.
import type { Handoff } from "../../contract/home/handoff.ts";
import { runBriefly } from "../../host/processes/children.ts";
import type { Clock } from "../../host/clock.ts";

export interface ProgramOrder {
  file: string;
  args: readonly string[];
  cwd: string;
}

export interface ProgramEnd {
  ok: boolean;
  stdout: string;
  /** Why it failed: the end of its output, or that it timed out, or its exit code. */
  said: string;
}

export type RunProgram = (order: ProgramOrder) => Promise<ProgramEnd>;

export interface InstallProgramDeps {
  clock: Pick<Clock, "after">;
  env: Readonly<Record<string, string>>;
  limitMs: number;
}

const mostSaid = 1500;

export function createRunProgram({ clock, env, limitMs }: InstallProgramDeps): RunProgram {
  return async (order) => {
    const ended = await runBriefly({ ...order, env }, { clock, limitMs });
    const words = ended.error ?? (ended.stderr.trim() || ended.stdout.trim());
    const late = `it took longer than ${limitMs / 1000} s`;
    const silent = ended.signal === null ? `it ended with code ${ended.code}` : late;
    return {
      ok: ended.code === 0,
      stdout: ended.stdout,
      said: ended.signal !== null ? late : words.slice(-mostSaid) || silent,
    };
  };
}

/**
 * Returns the environment of npm. Adds the proxies, because npm needs them and the launcher has removed them from the
 * environment of the hall.
 */
export function npmEnvironment(order: {
  plain: Readonly<Record<string, string>>;
  shell: Readonly<Record<string, string | undefined>>;
  handoff: Pick<Handoff, "proxy" | "extraCaFile">;
}): Record<string, string> {
  const { proxy, extraCaFile } = order.handoff;
  const settings = Object.entries(order.shell).filter(([name]) => isForNpm(name));
  const given = [
    ...settings,
    ["HTTP_PROXY", proxy.http],
    ["HTTPS_PROXY", proxy.https],
    ["NO_PROXY", proxy.no],
    ["NODE_EXTRA_CA_CERTS", extraCaFile],
  ].filter((pair): pair is [string, string] => typeof pair[1] === "string");
  return { ...order.plain, ...Object.fromEntries(given) };
}

function isForNpm(name: string): boolean {
  return /^npm_config_/i.test(name) || name === "NPM_TOKEN" || name === "NODE_AUTH_TOKEN";
}
