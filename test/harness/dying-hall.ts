// Runs a real hall that kills itself right before change number DIES_AT to the memory, the trash or a ledger.
import { runHall, systemWorld } from "../../src/hall/main.ts";
import { type Disk, systemDisk } from "../../src/host/files/disk.ts";

const diesAt = Number(process.env["DIES_AT"]);
const changes: readonly (keyof Disk)[] = ["replace", "createNew", "link", "append", "move", "makeDirectory"];
let steps = 0;

function count(target: string): void {
  if (!/\/(memory|trash)\/|events\.jsonl/.test(target)) return;
  steps += 1;
  if (steps === diesAt) process.kill(process.pid, "SIGKILL");
}

const disk = new Proxy(systemDisk, {
  get(real, name: keyof Disk) {
    const method = real[name] as (...given: unknown[]) => unknown;
    if (!changes.includes(name)) return method;
    return (...given: unknown[]) => {
      count(JSON.stringify(given));
      return method(...given);
    };
  },
});

await runHall({ ...systemWorld, disk });
