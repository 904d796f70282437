// Checks, adds and removes guild members for the command line, with or without a hall.
import { homeLayout } from "../../contract/home/home-layout.ts";
import { canWork, type MemberName, memberPrefix } from "../../contract/member/member.ts";
import type { Refusal } from "../../contract/api/problem.ts";
import { findExecutable } from "../../host/processes/children.ts";
import { systemDisk } from "../../host/files/disk.ts";
import { systemLocks } from "../../host/processes/locks.ts";
import { npmEnvironment } from "../../guild/install/programs.ts";
import * as members from "../../guild/members/code/add.ts";
import { readRecords } from "../../guild/members/process/record.ts";
import { type RemovedMember, removeMember as remove } from "../../guild/members/code/remove.ts";
import { createReadyDeps } from "../../guild/members/code/ready-deps.ts";
import {
  asksOf,
  type MemberAsks,
  validateMember as validate,
  type MemberValidation,
} from "../../guild/members/code/validate.ts";
import type { Cli } from "../cli.ts";
import { unendedOf } from "./unended.ts";

export function validateMember(cli: Cli, directory: string): Promise<MemberValidation> {
  return validate(
    {
      home: homeLayout(cli.home),
      bundled: cli.installed("guild-members"),
      command: {
        runtime: cli.runtime,
        find: findExecutable,
        path: cli.childEnvironment["PATH"] ?? "",
      },
    },
    directory,
  );
}

export interface AddMember {
  directory: string;
  dryRun: boolean;
  /** Called with what the member asks for, before anything is changed. */
  show(asks: MemberAsks): void;
}

/** Adds a member, after showing what it asks for. `added` is `null` for a dry run. */
export async function addMember(
  cli: Cli,
  order: AddMember,
): Promise<{ ok: true; takesWork: boolean; added: members.Added | null } | Refusal> {
  const deps = addDeps(cli);
  const found = await members.readCandidate(deps, order.directory);
  if (!found.ok) return found;
  order.show(asksOf(found.manifest, found.dependencies));
  const added = order.dryRun ? null : await members.addMember(deps, found);
  return added === null || added.ok ? { ok: true, takesWork: canWork(found.manifest), added } : added;
}

export function removeMember(cli: Cli, name: MemberName): Promise<RemovedMember | Refusal> {
  const { home, newKey } = cli;
  return remove(
    {
      disk: systemDisk,
      locks: systemLocks,
      home: homeLayout(home),
      newKey,
      runs: () => runs(cli, name),
      unended: () => unendedOf({ home, worker: `${memberPrefix}${name}` }),
    },
    name,
  );
}

function addDeps(cli: Cli): members.AddDeps {
  const { console, childEnvironment, handoff, clock, release, runtime, newKey, installed } = cli;
  const machine = {
    disk: systemDisk,
    locks: systemLocks,
    home: homeLayout(cli.home),
    environment: npmEnvironment({ plain: childEnvironment, shell: console.env, handoff }),
    clock,
    release,
    runtime,
    newKey,
    installed,
  };
  return { ...createReadyDeps(machine), runs: (name) => runs(cli, name) };
}

/** Returns whether the member runs. Its process record remains even if the hall that wrote it has ended. */
async function runs({ home, processes }: Cli, name: MemberName): Promise<boolean> {
  const { records } = await readRecords({ home: homeLayout(home), disk: systemDisk });
  return records.some((record) => record.name === name && processes.isAlive(record));
}
