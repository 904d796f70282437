// Are the guild members sound that a hall here would find?
import { homeLayout } from "../../contract/home-layout.ts";
import { systemDisk } from "../../host/disk.ts";
import { installed } from "../../host/program.ts";
import { discoverMembers } from "../../members/discover.ts";
import type { Cli } from "../cli.ts";
import { plural } from "../render/measures.ts";
import { ok, warn, type Finding } from "./check.ts";

export async function checkMembers({ home }: Pick<Cli, "home">): Promise<Finding> {
  const places = { home: homeLayout(home), bundled: installed("guild-members") };
  const { members, problems } = await discoverMembers({ disk: systemDisk, ...places });
  const found = plural(members.length, "guild member");
  if (problems.length === 0) return ok("members", found);
  return warn("members", {
    detail: [`${found}; ${problems.length} passed over:`, ...problems].join("\n"),
    advice: "Mend or remove what is named; the others are not affected.",
  });
}
