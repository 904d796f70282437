// A program: swaps directories for links to a victim and back, as fast as it can, until its input ends.
// Arguments: the victim, then the directories. Prints a line when it has begun, and how often it swapped at the end.
import { renameSync, rmSync, symlinkSync } from "node:fs";

const [victim = "", ...directories] = process.argv.slice(2);
let swaps = 0;
let isOver = false;
process.stdin.on("end", () => (isOver = true)).resume();

function swap(directory: string): void {
  renameSync(directory, `${directory}.aside`);
  try {
    symlinkSync(victim, directory);
    swaps += 1;
  } catch {
    // The other was faster, and made a directory where none was for a moment.
  }
  putBack(directory);
}

function putBack(directory: string): void {
  for (;;) {
    rmSync(directory, { recursive: true, force: true }); // takes a link away, never what it leads to
    try {
      return renameSync(`${directory}.aside`, directory);
    } catch {
      // Made again in between.
    }
  }
}

function go(): void {
  for (let round = 0; round < 50; round += 1) for (const directory of directories) swap(directory);
  if (isOver) process.stdout.write(`${swaps}\n`);
  else setImmediate(go);
}

process.stdout.write("begun\n");
go();
