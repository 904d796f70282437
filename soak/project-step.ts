// Runs one step of a commission and may be killed at any moment. Reads `ROOT STEP ID [careless]` as a line
// from stdin, and prints a line when it begins and another when it is done.
import { writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { commissionId } from "../src/contract/home/ids.ts";
import { finish, make, openWorld } from "./project-world.ts";

if (import.meta.main) {
  for await (const line of createInterface({ input: process.stdin })) {
    const [root = "", step, id, care] = line.split(" ");
    const world = openWorld(root, care === "careless");
    writeSync(1, "begun\n");
    await (step === "make" ? make : finish)(world, commissionId.parse(id));
    writeSync(1, "done\n");
    break;
  }
  process.exit(0);
}
