// Counts real `claude` sessions, so that the test run can print how many it used.
import { appendFileSync } from "node:fs";

export function countSession(n = 1): void {
  const file = process.env["GUILD_HALL_TEST_SESSIONS"];
  if (file) appendFileSync(file, "session\n".repeat(n));
}
