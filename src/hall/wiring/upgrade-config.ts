// Keeps what older releases did for the projects that a home already has. Up to format 4 the record of a commission was
// committed with its work; the setting that says so now is written into config.yaml when the home is upgraded.
import { changeConfigKeys } from "../../store/config/change-file.ts";
import { readConfigFile } from "../../store/config/read.ts";
import { problemSentence } from "../../store/config/say.ts";
import { Fault } from "../../contract/api/problem.ts";
import type { HomeLayout } from "../../contract/home/home-layout.ts";
import type { Disk } from "../../host/files/disk.ts";

/** The first format whose projects keep the record in the hall's home unless their settings say otherwise. */
const formatWithRecords = 5;

/** Must be called before the home gets its new format, so that an interrupted upgrade is repeated. */
export async function keepCommittedRecords(disk: Disk, home: HomeLayout): Promise<void> {
  const found = await disk.readText(home.version);
  if (found === undefined || Number(found) >= formatWithRecords) return;
  const file = await readConfigFile(disk, home.config);
  if (file.state === "absent") return;
  const { parsed } = file;
  if (!parsed.ok) throw new Fault("config", `${whyNeeded} ${problemSentence(home.config, parsed.problems)}`);
  const changes = Object.entries(parsed.config.projects)
    .filter(([name, { path }]) => path !== undefined && !parsed.given.includes(`projects.${name}.record`))
    .map(([name]) => ({ key: `projects.${name}.record`, value: "commit" }));
  if (changes.length === 0) return;
  const changed = await changeConfigKeys(disk, { path: home.config, changes, dryRun: false });
  if (changed.ok) return;
  const reason = changed.why === "broken" ? problemSentence(home.config, changed.problems) : changed.message;
  throw new Fault("config", `${whyNeeded} ${reason}`);
}

const whyNeeded =
  'The hall upgrades this home, and has to set "record: commit" for the projects in config.yaml, so that their commits stay as they are.';
