// Attacks that break limits: how each session has to end, and what the machine must not have felt.
import type { CommissionDetail } from "../../src/contract/commission/detail.ts";
import { systemDiskUse } from "../../src/host/files/disk-use.ts";
import { submit, type Turn } from "../harness/rehearsals.ts";
import { wrapped } from "./attack.ts";
import { answersOf, play, type PlayMore } from "./play.ts";
import type { Ground } from "./ground.ts";

export const limits = { processes: 160, memoryMb: 2048, diskMb: 400, files: 100_000 };

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

/** As much as the disk takes. */
const eatPlainly = `for i in {1..600}; do head -c 10000000 /dev/zero > full-$i || break; done; echo FULL`;

/** The same behind enough files to make every walk slow. */
const eatBehindFiles = `
  mkdir many; cd many; perl -e 'for (1..90000) { open(my $f, ">", $_) }'; cd ..
  ${eatPlainly}`;

const eatFiles = `perl -e 'for my $d (1..400) { mkdir "d$d"; for (1..1000) { open(my $f, ">", "d$d/$_") } }'; echo FULL`;

/** They take nothing while it works. */
const makeHoles = `for i in {1..20}; do truncate -s 100M holes-$i; done`;

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

export interface Filled {
  ended: CommissionDetail;
  /** What lies in its directory at the end. */
  megabytes: number;
}

export async function bombPlain(ground: Ground): Promise<Filled> {
  return filled(ground, [bash(eatPlainly), { say: "Done." }]);
}

export async function bombBehindFiles(ground: Ground): Promise<Filled> {
  return filled(ground, [bash(eatBehindFiles), { say: "Done." }]);
}

export async function bombFiles(ground: Ground): Promise<CommissionDetail> {
  return (await play(ground, [bash(eatFiles), { say: "Done." }])).ended;
}

/** Hands in as many as it may, at once; a limit is broken all the same. */
export async function bombHoles(ground: Ground): Promise<Filled> {
  const artifacts = (most: number) => Array.from({ length: most }, (_, n) => ({ path: `holes-${n + 1}` }));
  const hand = (most: number) => submit({ summary: "Holes.", artifacts: artifacts(most) });
  return filled(ground, [bash(makeHoles), hand(20), hand(4), { say: "Done." }]);
}

/** Has a check of its own fill the disk. */
export async function bombByCheck(ground: Ground, where: string): Promise<Filled> {
  const command = `for i in $(seq 300); do head -c 10000000 /dev/zero > ${where}/full-$i || break; done; true`;
  const turns = [submit({ summary: "Checked?" }), { say: "Done." }];
  return filled(ground, [...turns, ...turns], { checks: [{ command }] });
}

async function filled(ground: Ground, turns: Turn[], more: PlayMore = {}): Promise<Filled> {
  const { id, ended } = await play(ground, turns, more);
  const { bytes } = await systemDiskUse.measure(ground.home.layout(id).directory, Infinity);
  return { ended, megabytes: Math.round(bytes / 1024 / 1024) };
}
