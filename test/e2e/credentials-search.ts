// Searches for a secret from where a worker stands: a shell takes the place of `claude`, in the same containment, with
// the same environment and the same directories as a commission that is at work.
import { realpathSync } from "node:fs";
import type { CommissionLayout } from "../../src/contract/home/home-layout.ts";
import { runBriefly } from "../../src/host/processes/children.ts";
import { systemClock } from "../../src/host/clock.ts";
import { contain } from "../../src/workbench/sandbox/contain.ts";
import { childEnvironment } from "../../src/workbench/sandbox/environment.ts";
import type { SandboxProbe } from "../../src/workbench/sandbox/probe.ts";
import { bash } from "../workbench/sandbox/inside.ts";

export interface Search {
  probe: SandboxProbe;
  layout: CommissionLayout;
  /** As the commission at work was given it; null where there is none. */
  gatewaySocket: string | null;
  /** Besides everything that is not the system's own: what to look through where the whole machine can be seen. */
  roots?: readonly string[];
  /** Added to the shell's environment, for a control. */
  env?: Record<string, string>;
}

export interface Searched {
  /** How many environments could be read at all. */
  environments: number;
  found: string[];
}

export async function searchFor(text: string, search: Search): Promise<Searched> {
  const { layout } = search;
  const containment = contain(search.probe, {
    commissionDir: layout.directory,
    workDir: layout.work,
    homeDir: `${layout.session}/home`,
    configDir: `${layout.session}/config`,
    tmpDir: `${layout.session}/tmp`,
    attachmentsDir: `${layout.session}/attachments`,
    claudePath: realpathSync(bash),
    gatewaySocket: search.gatewaySocket,
    readOnlyWork: true,
    readOnly: [],
    shown: [],
    bounds: { processes: null, fileBytes: null },
  });
  const { inside, level } = containment;
  const path = process.env["PATH"] ?? "";
  const env = { ...childEnvironment({ inside, gatewayEnv: {}, path, level, binaries: [] }), ...search.env };
  const command = containment.command(["-c", scriptFor(text, search.roots)]);
  const run = await runBriefly(
    { ...command, cwd: layout.work, env },
    { clock: systemClock, limitMs: 20_000 },
  );
  const [count = "", ...found] = run.stdout.trimEnd().split("\n");
  if (!/^\d+$/.test(count)) throw new Error(`the search did not run: ${run.stderr}`);
  return { environments: Number(count), found };
}

/** The pattern does not match itself, so the search does not find its own command line. */
function scriptFor(text: string, roots: readonly string[] = []): string {
  const pattern = `[${text[0]}]${text.slice(1)}`;
  const all = roots.length > 0 ? roots.map((root) => `'${root}'`).join(" ") : "/*";
  return `
    grep -lzs = /proc/[0-9]*/environ | wc -l
    grep -las '${pattern}' /proc/[0-9]*/environ /proc/[0-9]*/cmdline
    for root in ${all}; do
      case $root in
        /bin|/lib*|/sbin|/usr|/proc|/sys|/dev) ;;
        *) grep -rlas -D skip '${pattern}' "$root" ;;
      esac
    done
    exit 0`;
}
