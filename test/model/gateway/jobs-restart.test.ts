// The gateway for guild members when the hall goes and comes back: the same port, and sessions that go on.
import { afterEach, expect, test } from "bun:test";
import { createManualClock } from "../../fakes/manual-clock.ts";
import { until } from "../../harness/hall.ts";
import { serveHttp } from "../../../src/host/network/http-server.ts";
import { ada, askFor, handoffTo, openJob, openTestJobs, refusalOf, secretOf } from "./jobs-support.ts";
import {
  answerText,
  closeAll,
  closeLater,
  forwardTo,
  openUpstream,
  saidIn,
  silentAfter,
  sse,
  streamed,
} from "./support.ts";

afterEach(closeAll);

const members = [{ name: ada, secret: secretOf(ada) }];

test("a session whose request is cut by a restart asks again and goes on, and all is paid for", async () => {
  const message = { model: "claude-opus-5-5", usage: { input_tokens: 1000, output_tokens: 1 } };
  const upstream = openUpstream((n) =>
    n === 1 ? silentAfter(sse([{ type: "message_start", message }])) : streamed(answerText("hello")),
  );
  const before = openTestJobs();
  before.jobs.admit(ada, secretOf(ada));
  const { port } = before.jobs;
  const cut = openJob(before, { jobId: "one" }, { model: forwardTo(upstream.url) });
  const reader = (await askFor(before, { jobId: "one" })).body?.getReader();
  await reader?.read();
  await before.jobs.close();
  expect(await reader?.read().catch(() => "broken")).toBe("broken");
  expect(cut.facts).toMatchObject([{ type: "model.answered", whole: false, tokens: { input: 1000 } }]);
  expect(before.said).toEqual([`keep ${port}`]);

  // The hall is down: claude finds nobody, and asks again.
  let tries = 0;
  const asking = untilAnswered(() => ((tries += 1), askFor(before, { jobId: "one" })));
  await until("it was tried in vain", () => tries > 1);
  const after = openTestJobs({ port, members });
  const again = openJob(after, { jobId: "one" }, { model: forwardTo(upstream.url) });
  expect(saidIn(await asking)).toBe("hello");
  expect([after.jobs.port, after.said]).toEqual([port, []]);
  expect(again.facts).toMatchObject([{ type: "model.answered", whole: true }]);
});

/** As claude does: what reaches nobody is asked again. A refusal is an answer. */
async function untilAnswered(ask: () => Promise<Response>): Promise<string> {
  for (;;) {
    try {
      return await (await ask()).text();
    } catch {
      await Bun.sleep(5);
    }
  }
}

test("after a restart a job that is not known yet is waited for, but not for ever", async () => {
  const clock = createManualClock();
  const rig = openTestJobs({ members, clock });
  const first = askFor(rig, { jobId: "one" });
  const second = askFor(rig, { jobId: "two" });
  await until("both wait", () => clock.pending() === 3);
  const upstream = openUpstream(() => streamed(answerText("hello")));
  openJob(rig, { jobId: "one" }, { model: forwardTo(upstream.url) });
  expect(saidIn(await (await first).text())).toBe("hello");
  clock.advance(10_000);
  expect((await refusalOf(second)).message).toContain("belongs to no commission");
  expect(clock.pending()).toBe(0);
});

test("a port that is taken meanwhile is given up for another, and that is said", () => {
  const other = serveHttp({ at: { port: 0 }, maxBodyBytes: 1, handle: () => new Response() });
  closeLater(() => other.stop());
  const taken = other.port ?? 0;
  const rig = openTestJobs({ port: taken, members });
  expect(rig.jobs.port).not.toBe(taken);
  expect(rig.said).toEqual([`taken ${taken}`, `keep ${rig.jobs.port}`]);
});

test("nothing listens before somebody needs it, and nothing once it is closed", async () => {
  const probe = serveHttp({ at: { port: 0 }, maxBodyBytes: 1, handle: () => new Response() });
  const port = probe.port ?? 0;
  await probe.stop();
  const rig = openTestJobs({ port, handoff: handoffTo("http://upstream.invalid") });
  const reach = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      ({ status }) => status,
      () => "nobody",
    );
  rig.jobs.expect(ada).done();
  expect(await reach()).toBe("nobody");
  rig.jobs.env("secret");
  expect(await reach()).toBe(200);
  await rig.jobs.close();
  expect(await reach()).toBe("nobody");
  const unused = openTestJobs();
  await unused.jobs.close();
  expect(() => unused.jobs.env("secret")).toThrow("closed");
});
