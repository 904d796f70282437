// Runs a hall that sees an idle processor, so that it makes a spare workbench even while other tests run.
import { runHall, systemWorld } from "../../src/hall/main.ts";

await runHall({
  ...systemWorld,
  machine: (directory) => ({ ...systemWorld.machine(directory), cpuPressure: () => 0 }),
});
