// A home that is not there yet, a directory to work in, and `guild-hall members` there.
import { homeLayout } from "../../../src/contract/home/home-layout.ts";
import { type HereChoice, type Ran, runHere } from "../../cli/support.ts";
import { tempDir } from "../../harness/temp.ts";

export interface Ground {
  place: string;
  home: string;
  members: string;
  ask(...args: string[]): Promise<Ran>;
}

export function ground(machine: HereChoice["machine"] = {}): Ground {
  const place = tempDir();
  const home = `${place}/home`;
  const env = { PATH: process.env["PATH"] ?? "" };
  return {
    place,
    home,
    members: homeLayout(home).guildMembers,
    ask: (...args) => runHere(["members", ...args], { directory: place, home, env, machine }),
  };
}
