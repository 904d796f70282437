// Members that answer with more than anybody wants to know. It fills no memory of whoever asks.
import { afterEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { answer, closeMembers, rawMember, reply, says } from "./raw-member.ts";

afterEach(closeMembers);

const job = "job-1";
const begun = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
/** Linux tells how much memory a process has had at most. */
const canMeasure = process.platform === "linux";

describe("a member that", () => {
  test.skipIf(!canMeasure)("answers with 100 MB fills no memory", async () => {
    const mega = Buffer.alloc(1024 * 1024, 0x20);
    let written = 0;
    const member = await rawMember((socket) => {
      if (written > 0) return void socket.end(answer(""));
      socket.write(`${begun}\r\n`);
      const more = (): void => {
        while (written < 100 && socket.writable) {
          written += 1;
          if (!socket.write(mega)) return void socket.once("drain", more);
        }
        socket.end();
      };
      more();
    });
    const { outcome, grownMb } = await askApart(member.url);
    expect(outcome).toContain("longer than 16 MB");
    expect(written).toBeLessThan(80);
    expect(grownMb).toBeLessThan(100);
  });

  test.skipIf(!canMeasure)(
    "lists a million things that are wrong fills no memory with what is wrong",
    async () => {
      let asked = 0;
      const millions = `[${Array(1_000_000).fill(1).join(",")}]`;
      const member = await rawMember(
        says((heard) => {
          asked += 1;
          const { result: _, ...head } = JSON.parse(reply(heard, { result: 0 })) as Record<string, unknown>;
          const start = JSON.stringify(head).slice(0, -1);
          return answer(
            asked > 1 ? "" : `${start},"result":{"jobId":"${job}","output":"","artifacts":${millions}}}`,
          );
        }),
      );
      const { outcome, grownMb } = await askApart(member.url);
      expect(outcome).toContain("artifacts");
      expect(grownMb).toBeLessThan(100);
    },
  );

  test.skipIf(!canMeasure)("packs 100 MB into a few bytes fills no memory", async () => {
    const bomb = answer(gzipSync(Buffer.alloc(100 * 1024 * 1024)), { "content-encoding": "gzip" });
    let asked = 0;
    // Not always is it unpacked in time to be seen, so it is sent five times.
    const member = await rawMember((socket) => socket.write((asked += 1) <= 5 ? bomb : answer("")));
    const { outcome, grownMb } = await askApart(member.url);
    expect(outcome).toContain("not packed");
    expect(grownMb).toBeLessThan(50);
  });
});

/** In a process of its own, since it is about the memory of whoever asks. */
async function askApart(url: string): Promise<{ outcome: string; grownMb: number }> {
  const program = join(import.meta.dir, "ask-apart.ts");
  const asking = Bun.spawn([process.execPath, program, url], { stdout: "pipe" });
  return JSON.parse(await new Response(asking.stdout).text());
}
