// A hall with few descriptors, and a neighbour that opens more connections than there are and finishes no request.
import { afterEach, expect } from "bun:test";
import { connect, type Socket } from "node:net";
import { findExecutable } from "../../src/host/processes/children.ts";
import { TestHome, until } from "../harness/hall.ts";
import { longTest } from "../harness/long.ts";

const prlimit = findExecutable("prlimit", "/usr/bin:/bin:/usr/sbin:/sbin");
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

const half = "GET /api/v1/status HTTP/1.1\r\nHost: 127.0.0.1\r\n";

/** Resolves when all of them are connected. */
async function flood(port: number, count: number): Promise<{ ended(): number }> {
  let ended = 0;
  const connected = Array.from({ length: count }, () => {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.on("error", () => undefined).on("close", () => void (ended += 1));
    socket.write(half);
    sockets.push(socket);
    return new Promise((resolve) => socket.once("connect", resolve));
  });
  await Promise.all(connected);
  return { ended: () => ended };
}

longTest.skipIf(process.platform !== "linux" || prlimit === undefined)(
  "half requests beyond all descriptors keep nobody out who has the token, and are ended",
  async () => {
    const home = new TestHome();
    try {
      const hall = await home.open({ under: [prlimit ?? "", "--nofile=512:512", "--"] });
      const { ended } = await flood(Number(new URL(hall.record.url).port), 1500);
      // Without the keeper of the door there is no answer within ten seconds.
      expect(await Promise.race([hall.client.status(), Bun.sleep(8000)])).toMatchObject({ home: home.root });
      await until("all of them are ended", () => ended() === 1500, 25_000);
    } finally {
      await home.dispose();
    }
  },
  90_000,
);
