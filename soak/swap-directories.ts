// Swaps directories for symlinks to a victim and back, as fast as it can, until stdin ends.
// Arguments: the victim, then the directories. Prints a line when it begins, and the number of swaps at the end.
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
    // The writer was faster and created a directory in the gap.
  }
  putBack(directory);
}

function putBack(directory: string): void {
  for (;;) {
    rmSync(directory, { recursive: true, force: true }); // removes a symlink, never its target
    try {
      return renameSync(`${directory}.aside`, directory);
    } catch {
      // The writer created the directory again in between.
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
