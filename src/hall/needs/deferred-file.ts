// Keeps deferred.json in memory and on disk: the items that need a person and that the person has deferred.
import { deferredFile } from "../../contract/api/attention.ts";
import type { HomeLayout } from "../../contract/home/home-layout.ts";
import type { Disk } from "../../host/files/disk.ts";
import type { Deferred } from "../../rules/show/attention.ts";
import { formatHashed } from "../../base/data/hashed-json.ts";
import { readKept } from "../wiring/kept-file.ts";

export interface DeferredItems {
  problems: readonly string[];
  current(): Deferred;
  /** Takes effect once it is on disk. Throws if the write fails, and then changes nothing. */
  replace(deferred: Deferred): Promise<void>;
}

/** Opens deferred.json. If the file cannot be read, no item counts as deferred. */
export async function openDeferredItems(
  disk: Pick<Disk, "readText" | "move" | "replace">,
  home: Pick<HomeLayout, "deferred">,
): Promise<DeferredItems> {
  const path = home.deferred;
  const { value, problems } = await readKept(disk, { path, schema: deferredFile });
  let held: Deferred = value?.deferred ?? {};
  return {
    problems,
    current: () => held,
    replace: async (deferred) => {
      await disk.replace(path, formatHashed({ version: 1, deferred }));
      held = deferred;
    },
  };
}
