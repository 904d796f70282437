// Creates random values: ids that sort by time, and secrets.
import { randomBytes } from "node:crypto";

export function newUuid(): string {
  return Bun.randomUUIDv7();
}

export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}
