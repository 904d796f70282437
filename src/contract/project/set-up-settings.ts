// The settings in config.yaml for a project's set-up command (such as `npm ci`): the command itself, and the
// hosts that it may reach.
import { z } from "zod";
import { seconds } from "../commission/limits.ts";

export const host = z
  .string()
  .regex(
    /^(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i,
    'expected a host such as example.org, or "*.example.org"',
  )
  .max(253);

/** A host name, alone or with the address to connect to in place of a name lookup. */
export const allowedHost = z
  .union([
    host,
    z.strictObject({
      host: host.describe("The name."),
      address: z
        .string()
        .max(45)
        .regex(/^[0-9a-f.:]+$/i, "expected an address such as 10.0.0.5")
        .describe("The address to connect to for this host; no name server is asked."),
    }),
  ])
  .describe("A host, or a host and the address to connect to for it.");
export type AllowedHost = z.infer<typeof allowedHost>;

export const command = z.string().trim().min(1).max(4096);

const setup = z.strictObject({
  command: command.describe("The shell command to run, in the sandbox, once the worktree is there."),
  timeoutSeconds: seconds.default(600).describe("How long it may take."),
  network: z
    .boolean()
    .default(false)
    .describe(
      "Whether it may use the network, for example to install packages. It gets the network only on files that are as on your branch, or that you approved.",
    ),
  inputs: z
    .array(z.string().min(1).max(200))
    .max(100)
    .optional()
    .describe(
      "Names or paths of files that decide what a set-up with the network installs; unset: the usual manifests and lock files. Work that leaves them alone gets what was installed before.",
    ),
});

export const setupOrCommand = z
  .union([command, setup])
  .transform((given) => (typeof given === "string" ? { command: given } : given))
  .pipe(setup)
  .describe("A command alone, or with how long it may take and whether it may use the network.");

export const networkSettings = z
  .strictObject({
    allow: z
      .array(allowedHost)
      .max(1000)
      .default([])
      .describe(
        "Hosts that a set-up with the network may reach; empty: every public one. `{ host, address }` is the only way to an address that is not public.",
      ),
  })
  .prefault({})
  .describe("The hosts that a set-up with the network may reach.");
