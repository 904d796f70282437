import { expect } from "bun:test";
import { longTest } from "../harness/long.ts";

async function run(...words: string[]) {
  const child = Bun.spawn([process.execPath, `${import.meta.dir}/fixtures/busy.ts`, ...words], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const said = await new Response(child.stdout).text();
  await child.exited;
  return { said, signal: child.signalCode };
}

longTest(
  "a process that loops in one turn is ended; one that is as busy in many turns is not, nor one that is not held",
  async () => {
    const [loops, works, free] = await Promise.all([run("one", "held"), run("many", "held"), run("one")]);
    expect(loops).toEqual({ said: "", signal: "SIGPROF" });
    expect(works).toEqual({ said: "done", signal: null });
    expect(free).toEqual({ said: "done", signal: null });
  },
  30_000,
);
