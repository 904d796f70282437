// The settings in config.yaml for the shell of a project's workers.
import { z } from "zod";
import { allowedHost } from "./set-up-settings.ts";

export const shellSettings = z
  .strictObject({
    allow: z
      .array(allowedHost)
      .max(100)
      .default([])
      .describe(
        "Hosts that commands of a worker may reach; empty: none. A run that has them gets none of `copy` and counts as one that has read words of strangers; a run that begins as such a one never gets them.",
      ),
  })
  .prefault({})
  .describe("What the commands of workers with Bash may reach. The hosts of a set-up do not count here.");
