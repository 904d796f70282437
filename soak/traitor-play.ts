// Runs all attacks of the traitor, a worker that obeys an attacker, as a separate program, so that another
// user can run it, and then with the shell of the implementer. Prints one line of JSON. With the argument "spare" they
// run in a workbench that was a spare.
import { bombDisk, bombMemory, config } from "../test/traitor/bombs.ts";
import { showWithoutSandbox } from "../test/traitor/control.ts";
import { layGround } from "../test/traitor/ground.ts";
import { honestWork, playAttacks, untilSpare, wasSpare } from "../test/traitor/play.ts";

export interface TraitorDay {
  sandbox: string | null;
  /** Whether the attacks ran in a claimed spare, with the `claude` that had waited in it. */
  wasSpare: boolean;
  carriedOut: number;
  gotThrough: { name: string; got: string | null }[];
  forksHeld: boolean;
  memory: string;
  disk: string;
  honest: string;
  /** The attacks without a sandbox: how many were tried, and which did not get through. */
  controls: { tried: number; failed: string[] };
}

const keepsSpares = process.argv[2] === "spare";
const ground = await layGround({ config, keepsSpares });
try {
  const spare = keepsSpares ? await untilSpare(ground) : null;
  const { id, verdicts, ended } = await playAttacks(ground);
  const implementer = await playAttacks(ground, "implementer");
  const all = [...verdicts, ...implementer.verdicts];
  const memory = await bombMemory(ground);
  const disk = await bombDisk(ground);
  const honest = await honestWork(ground);
  const shown = await showWithoutSandbox(ground);
  const day: TraitorDay = {
    sandbox: ended.sandbox,
    wasSpare: spare !== null && wasSpare(ground, { id, spare }),
    carriedOut: all.length,
    gotThrough: all.filter(({ got }) => got !== null),
    forksHeld: memory.forked.includes("HELD"),
    memory: memory.ended.error?.code ?? memory.ended.status,
    disk: disk.error?.code ?? disk.status,
    honest: honest.status,
    controls: { tried: shown.length, failed: shown.filter((one) => !one.gotThrough).map(({ name }) => name) },
  };
  process.stdout.write(`${JSON.stringify(day)}\n`);
} finally {
  await ground.close();
}
