// Lists the packages of a home: where each came from, and whether its files have changed since it was added.
import type { HomeLayout } from "../../contract/home/home-layout.ts";
import type { Disk } from "../../host/files/disk.ts";
import { listDirectories } from "../../host/files/look-inside.ts";
import {
  changedSince,
  findRecorded,
  type PackagesRecord,
  readPackagesRecord,
} from "../roster/packages-record.ts";
import { faultText } from "../../base/text/shape-faults.ts";
import { readPackage } from "../roster/read-package.ts";

export interface ListedPackage {
  name: string;
  kinds: string[];
  state: "added" | "linked" | "changed" | "broken";
  /**
   * The source from which it was added. `null` if it was put there by other means, or if the record of packages cannot
   * be read.
   */
  from: string | null;
  problems: string[];
}

export async function listPackages({
  disk,
  home,
}: {
  disk: Disk;
  home: HomeLayout;
}): Promise<ListedPackage[]> {
  const record = await readPackagesRecord(disk, home);
  const found = await listDirectories(home.packages);
  const names = found.ok ? found.value.filter(({ name }) => !name.startsWith(".")) : [];
  return Promise.all(
    names.map((one) => describe(record, { ...one, directory: `${home.packages}/${one.name}` })),
  );
}

interface Place {
  name: string;
  isLink: boolean;
  directory: string;
}

async function describe(
  record: PackagesRecord | null,
  { name, isLink, directory }: Place,
): Promise<ListedPackage> {
  const from = findRecorded(record ?? {}, name)?.from ?? null;
  const read = await readPackage(directory);
  if (!read.ok) return { name, kinds: [], state: "broken", from, problems: read.faults.map(faultText) };
  const { worker, toolbox } = read.found;
  const changed = isLink ? null : await changedSince(record, { name, directory });
  return {
    name,
    kinds: [...(worker ? ["worker"] : []), ...(toolbox ? ["toolbox"] : [])],
    state: isLink ? "linked" : changed === null ? "added" : "changed",
    from,
    problems: changed === null ? [] : [changed],
  };
}
