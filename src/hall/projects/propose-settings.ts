// Proposes settings for a project that is added, and plans the changes of config.yaml for those that a person takes. A
// setting that the project has already is never changed here.
import {
  type ProposedSetting,
  proposedSetting,
  type Proposal,
  type TakenSettings,
} from "../../contract/project/proposal.ts";
import type { ProjectName } from "../../contract/home/ids.ts";
import type { RepositoryFiles } from "../../rules/project/proposal/files.ts";
import { isPinnable, pinHost } from "../../rules/project/proposal/pin-host.ts";
import { proposeSettings } from "../../rules/project/proposal/propose.ts";
import type { ConfigChange } from "../../store/config/edit.ts";
import { isGiven } from "../../store/config/keys.ts";
import type { CommandProgram } from "../../workbench/sandbox/command-programs.ts";
import type { HeldConfig } from "../../store/config/hold.ts";

export interface ProposeDeps {
  config: Pick<HeldConfig, "now" | "show">;
  /** Returns the addresses of a host; none if they are not known in time. */
  lookUp(host: string): Promise<string[]>;
  /** Finds a program where the commands of a project run. */
  findProgram(program: string): CommandProgram;
}

/** Returns which of the settings config.yaml sets for the project, also to nothing. */
export function givenSettings(
  { config }: Pick<ProposeDeps, "config">,
  name: ProjectName,
): ReadonlySet<ProposedSetting> {
  const { given } = config.show();
  return new Set(proposedSetting.options.filter((setting) => isGiven(given, `projects.${name}.${setting}`)));
}

export interface ProposeOrder {
  /** `null` if git could not read them. */
  files: RepositoryFiles | null;
  given: ReadonlySet<ProposedSetting>;
}

export async function proposeFor(
  { config, findProgram, lookUp }: ProposeDeps,
  { files, given }: ProposeOrder,
): Promise<Proposal> {
  if (files === null) return { lines: [], kept: [], notes: [] };
  const has = (program: string) => findProgram(program).state === "there";
  const { programs, ...found } = proposeSettings({ files, has, given });
  const lines = await Promise.all(
    found.lines.map(async (line) => (isPinnable(line) ? pinHost(line, await lookUp(line.value)) : line)),
  );
  const { readOnly } = config.now().sandbox;
  const missing = programs.flatMap((program) => missingNote(program, findProgram(program), readOnly) ?? []);
  return { ...found, lines, notes: [...found.notes, ...missing] };
}

function missingNote(program: string, found: CommandProgram, readOnly: readonly string[]): string | null {
  if (found.state === "there") return null;
  if (found.state === "missing")
    return `${program} is not installed where the commands of a project run, so the proposed commands would fail. Install it first.`;
  const what = `${program} is at ${found.file}, and the sandbox in which the commands run does not show that place.`;
  if (found.show === null) return `${what} Install it below /usr, or name its directory in sandbox.readOnly.`;
  const shown = JSON.stringify([...readOnly, found.show]);
  return `${what} To show it: guild-hall config set sandbox.readOnly '${shown}'`;
}

interface TakeOrder {
  settings: TakenSettings;
  given: ReadonlySet<ProposedSetting>;
}

export function settingChanges(
  name: ProjectName,
  { settings, given }: TakeOrder,
): { writes: ProposedSetting[]; changes: ConfigChange[] } {
  const { setup, network, checks, copy } = settings;
  const values: Record<ProposedSetting, { key: string; value: unknown }> = {
    setup: { key: "setup", value: setup?.network === false ? setup.command : setup },
    network: { key: "network.allow", value: network?.allow },
    checks: { key: "checks", value: checks },
    copy: { key: "copy", value: copy },
  };
  const writes = proposedSetting.options.filter(
    (setting) => values[setting].value !== undefined && !given.has(setting),
  );
  const changes = writes.map((setting) => {
    const { key, value } = values[setting];
    return { key: `projects.${name}.${key}`, value };
  });
  return { writes, changes };
}
