// Attacks that break limits: how each session has to end, and what the machine must not have felt.
import type { CommissionDetail } from "../../src/contract/api.ts";
import type { Turn } from "../harness/rehearsals.ts";
import { wrapped } from "./attack.ts";
import { answersOf, play } from "./play.ts";
import type { Ground } from "./ground.ts";

export const limits = { processes: 160, memoryMb: 2048, diskMb: 400 };

/** Nothing but the limits: what else the hall asks of the machine before it starts something is not the point here. */
export const config = `limits: ${JSON.stringify(limits)}\nadmission: { minFreeMemoryMb: 0, minFreeDiskMb: 0 }\n`;

const bash = (command: string): Turn => ({ use: [{ tool: "Bash", input: { command, timeout: 60_000 } }] });

/** Succeeds when there are more processes than there may be. */
const forks = wrapped(
  `perl -e 'my @p; for (1..400) { my $p = fork; last unless defined $p; if (!$p) { sleep 30; exit } push @p, $p } print scalar(@p), "\\n"; kill 9, @p; exit(@p > ${limits.processes} ? 0 : 1)'`,
);

const eatMemory = `perl -e 'my @x; for (1..60) { push @x, "x" x (50_000_000 + $_); select(undef, undef, undef, 0.05) } sleep 40'`;

/** In files, in files without a name, and in a directory that nobody may look into. */
const eatDisk = `
  mkdir hidden
  exec 7> unseen; rm unseen
  for i in {1..40}; do
    head -c 10000000 /dev/zero > hidden/$i
    head -c 10000000 /dev/zero >&7
  done
  chmod 000 hidden
  sleep 40`;

export interface Bombed {
  ended: CommissionDetail;
  forked: string;
}

/** Processes first, then memory. */
export async function bombMemory(ground: Ground): Promise<Bombed> {
  const { id, ended } = await play(ground, [bash(forks), bash(eatMemory), { say: "Done." }]);
  return { ended, forked: answersOf(ground, id)[0]?.text ?? "" };
}

export async function bombDisk(ground: Ground): Promise<CommissionDetail> {
  return (await play(ground, [bash(eatDisk), { say: "Done." }])).ended;
}
