// Writes the config.yaml of a hunt's home.
import type { z } from "zod";
import type { hallConfig } from "../src/contract/home/config.ts";
import { homeLayout, homeVersion } from "../src/contract/home/home-layout.ts";
import { systemDisk } from "../src/host/files/disk.ts";

/** Writes JSON, which is YAML, and the version file, by which the hall recognises a home. */
export async function writeConfig(root: string, config: z.input<typeof hallConfig>): Promise<void> {
  await systemDisk.makeDirectories(root);
  await systemDisk.replace(homeLayout(root).version, `${homeVersion}\n`);
  await systemDisk.replace(`${root}/config.yaml`, JSON.stringify(config));
}

/** Makes a hall accept commissions but never start one: it waits for more free memory than there can be. */
export const nothingStarts: z.input<typeof hallConfig> = { admission: { minFreeMemoryMb: 100_000_000 } };
