// Runs under Node: starts Chromium with playwright-core and prints the address at which a test reaches it. The browser
// ends when stdin closes, which also happens when the test is killed.
import { rmSync } from "node:fs";
import { chromium } from "playwright-core";

const { executablePath, args, sandbox } = JSON.parse(process.argv[2]);
const server = await chromium.launchServer({
  executablePath,
  args,
  chromiumSandbox: sandbox,
  headless: true,
  host: "127.0.0.1",
  timeout: 25_000,
});
process.stdout.write(`${JSON.stringify({ address: server.wsEndpoint() })}\n`);
process.stdin.resume();
process.stdin.on("close", () => void server.close().finally(leave));

/** Removes the browser's directory and ends. The directory is removed here, because a killed test cannot do it. */
function leave() {
  rmSync(process.env.TMPDIR, { recursive: true, force: true });
  process.exit(0);
}
