// Runs a hall that takes the machine for calm, so that it makes a spare workbench also while other tests run.
import { runHall, systemWorld } from "../../src/hall/main.ts";

await runHall({
  ...systemWorld,
  machine: (directory) => ({ ...systemWorld.machine(directory), cpuPressure: () => 0 }),
});
