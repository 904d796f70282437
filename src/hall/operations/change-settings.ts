// Changes config.yaml through the hall, by the same code as the command line.
import type { ConfigChanged } from "../../store/config/change-file.ts";
import type { HeldConfig } from "../../store/config/hold.ts";
import { keyProblem } from "../../store/config/known-key.ts";
import { problemSentence } from "../../store/config/say.ts";
import { withKeys } from "../../store/config/setting-keys.ts";
import { done, type Outcome, type Refusal, refuse } from "../../contract/api/problem.ts";
import type { Settings, SettingsRequest } from "../../contract/api/settings.ts";

export interface SettingsDeps {
  config: Pick<HeldConfig, "show" | "change">;
}

export async function changeSettings(
  { config }: SettingsDeps,
  { changes }: SettingsRequest,
): Promise<Outcome<Settings>> {
  for (const { key } of changes) {
    const problem = keyProblem(key);
    if (problem !== null) return refuse("bad_config", `${key}: ${problem}`);
  }
  const order = { changes: changes.map(({ key, value }) => ({ key, value })), dryRun: false };
  const changed = await config.change(order);
  const shown = config.show();
  if (!changed.ok) return refuseChange(shown.file, changed);
  // Another writer broke the file between our write and our read.
  if (shown.problems.length > 0) return refuseBroken(shown.file, shown.problems);
  return done(withKeys(shown));
}

export function refuseChange(file: string, changed: Extract<ConfigChanged, { ok: false }>): Refusal {
  if (changed.why === "broken") return refuseBroken(file, changed.problems);
  if (changed.why === "refused") return refuse("bad_config", changed.message);
  return refuse("wrong_state", changed.message, "Look at what it says now, then try again.");
}

function refuseBroken(file: string, problems: Parameters<typeof problemSentence>[1]): Refusal {
  const message = `The file is broken, so it was left alone. ${problemSentence(file, problems)}`;
  return refuse("wrong_state", message, "Put it right by hand first.");
}
