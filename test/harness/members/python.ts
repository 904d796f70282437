// Finds this machine's Python, for the guild member written in it.
import { spawnSync } from "node:child_process";

const isRequired = process.env["GUILD_HALL_TEST_NO_SKIPS"] === "1";
const found = spawnSync("python3", ["-c", "import sys; sys.exit(sys.version_info < (3, 9))"]);

/**
 * True if there is no Python; pass it to `describe.skipIf`. If no test may be skipped, the tests run, and fail without
 * Python.
 */
export const isWithoutPython = found.status !== 0 && !isRequired;

if (isWithoutPython)
  console.warn("Tests of the guild member in Python are skipped: install python3, 3.9 or newer.");
