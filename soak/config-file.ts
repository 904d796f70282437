// The config.yaml a hunt gives its home.
import type { z } from "zod";
import type { hallConfig } from "../src/contract/home/config.ts";
import { homeLayout, homeVersion } from "../src/contract/home/home-layout.ts";
import { systemDisk } from "../src/host/files/disk.ts";

/** JSON is YAML. A home that has its version is known as one, whatever else lies in it. */
export async function writeConfig(root: string, config: z.input<typeof hallConfig>): Promise<void> {
  await systemDisk.makeDirectories(root);
  await systemDisk.replace(homeLayout(root).version, `${homeVersion}\n`);
  await systemDisk.replace(`${root}/config.yaml`, JSON.stringify(config));
}

/** A hall that accepts and keeps, and never starts anything. */
export const nothingStarts: z.input<typeof hallConfig> = { admission: { minFreeMemoryMb: 100_000_000 } };
