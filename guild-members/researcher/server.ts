// Starts the member: `bun run server.ts --port 0` in its directory. It prints its address as the one line on
// stdout, and serves until it receives SIGTERM or SIGINT.
import { createAgent } from "./agent.ts";
import { log } from "./log.ts";
import { runMember } from "./run-member.ts";

await runMember(createAgent({ root: process.cwd(), env: process.env, log }));
