// guild-member.json: what a guild member declares about itself. Each error message says what was expected, because the
// member's author sees the message unchanged.
import { z } from "zod";
import { mostSeconds } from "../commission/limits.ts";

const text = (most: number) => {
  const says = `expected a text of 1 to ${most} characters`;
  return z.string(says).trim().min(1, says).max(most, says);
};

const wholeNumber = (most: number) => {
  const says = `expected a whole number from 1 to ${most}`;
  return z.int(says).min(1, says).max(most, says);
};

const usdExpected = "expected a number above 0, at most 10000";

/** Placeholder in `mcp.args` for the port that the member is told to listen on. */
export const portMark = "${PORT}";

const nameExpected = "expected a lower-case name of at most 32 letters, digits and dashes";

/** The name becomes a directory, a process record and, with `-dispatch`, the name of a tool server. */
export const memberName = z
  .string(nameExpected)
  .regex(/^[a-z][a-z0-9-]{0,31}$/, nameExpected)
  .brand<"MemberName">();
export type MemberName = z.infer<typeof memberName>;

/** Prefix that distinguishes a member's name from a package's. */
export const memberPrefix = "member:";

/** The worker that a commission is given to: the bare name of a package, or the name of a member with its prefix. */
export const workerName = z
  .string()
  .regex(/^(member:)?[a-z][a-z0-9-]{0,31}$/, `${nameExpected}, or "member:NAME" for a guild member`)
  .brand<"WorkerName">();
export type WorkerName = z.infer<typeof workerName>;

/** Prefix that a person puts before a package's name if a member has the same name. */
export const packagePrefix = "package:";

/**
 * A worker as a person names it. If the name has no prefix, the hall decides whether it means a package or a member.
 */
export const askedWorker = z
  .string()
  .regex(
    /^((member|package):)?[a-z][a-z0-9-]{0,31}$/,
    `${nameExpected}, or "member:NAME" for a guild member`,
  );

/** Returns the guild member that `worker` names; `null` if it names a package. */
export function memberOf(worker: string): MemberName | null {
  if (!worker.startsWith(memberPrefix)) return null;
  const name = memberName.safeParse(worker.slice(memberPrefix.length));
  return name.success ? name.data : null;
}

/**
 * The capability of a member that takes work. The hall interprets only this capability and `web-search`; any
 * other is listed but has no effect.
 */
export const workerCapability = "worker";
/** The capability of a member for whose sessions the model's endpoint may search the web. */
export const searchCapability = "web-search";

const command = z.object(
  {
    command: text(1024),
    args: z
      .array(
        z.string("expected a text").max(4096, "expected at most 4096 characters"),
        "expected a list of texts",
      )
      .max(64, "expected at most 64 arguments")
      .refine(
        (args) => args.some((arg) => arg.includes(portMark)),
        `expected ${portMark} in one of the arguments: it stands for the port to listen on`,
      ),
  },
  "expected command and args",
);

const memoryExpected = "expected a whole number of tokens from 0 to 1000000";

/** How many tokens of a member's memory go into one prompt. Four characters count as one token. */
export const memoryTokens = z.int(memoryExpected).min(0, memoryExpected).max(1_000_000, memoryExpected);

/** The limits that a job of the member has unless its commission sets others. */
const ownLimits = z.object(
  {
    maxTurns: wholeNumber(10_000).optional(),
    maxBudgetUsd: z.number(usdExpected).positive(usdExpected).max(10_000, usdExpected).optional(),
    maxSeconds: wholeNumber(mostSeconds).optional(),
  },
  "expected maxTurns, maxBudgetUsd and maxSeconds, each of which may be left out",
);

/** Unknown keys are allowed, because programs other than the hall may read the manifest too. */
export const memberManifest = z.object({
  name: memberName,
  displayName: text(80),
  description: text(500),
  version: text(64),
  transport: z.literal("http", 'expected "http"'),
  mcp: command,
  capabilities: z
    .array(text(64), "expected a list of texts")
    .max(32, "expected at most 32 capabilities")
    .default([]),
  limits: ownLimits.optional(),
  memoryTokens: memoryTokens.optional(),
});
export type MemberManifest = z.infer<typeof memberManifest>;

export function canWork({ capabilities }: Pick<MemberManifest, "capabilities">): boolean {
  return capabilities.includes(workerCapability);
}

export function searchesWeb(manifest: Pick<MemberManifest, "capabilities"> | undefined): boolean {
  return manifest?.capabilities.includes(searchCapability) === true;
}

/** Returns the name of the toolbox through which a session gives a member work. */
export function bridgeName(member: string): string {
  return `${member}-dispatch`;
}
