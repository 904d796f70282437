// Looking at repositories for those who only want to know what is wrong: seldom, together, and never for long.
import { expect, test } from "bun:test";
import { noBase } from "../../src/rules/checks/bases.ts";
import { projectName } from "../../src/contract/home/ids.ts";
import { createProjectProblems, type ProjectProblem } from "../../src/hall/projects/project-problems.ts";
import { createManualClock } from "../fakes/manual-clock.ts";

const name = projectName.parse("acme");
const sound = { integration: "claude/main", base: noBase };

function setUp() {
  const clock = createManualClock();
  const state = { looks: 0, changes: 0, problem: null as string | null, has: true };
  const gate: { wait: Promise<void> } = { wait: Promise.resolve() };
  const problems = createProjectProblems({
    clock,
    hasProjects: () => state.has,
    look: async (): Promise<readonly ProjectProblem[]> => {
      state.looks += 1;
      await gate.wait;
      return [{ name, ...sound, problem: state.problem }];
    },
    changed: () => void (state.changes += 1),
  });
  return { clock, state, gate, problems };
}

test("without projects nothing is looked at", async () => {
  const { problems, state } = setUp();
  state.has = false;
  expect(await problems.current()).toEqual([]);
  expect(state.looks).toBe(0);
});

test("they are looked at again after a while, or when something was done to them, and else not", async () => {
  const { problems, state, clock } = setUp();
  for (let i = 0; i < 5; i += 1)
    expect(await problems.current()).toEqual([{ name, ...sound, problem: null }]);
  expect(state.looks).toBe(1);
  clock.advance(9999);
  await problems.current();
  expect(state.looks).toBe(1);
  clock.advance(1);
  await problems.current();
  expect(state.looks).toBe(2);
  problems.reconsider();
  await problems.current();
  expect(state).toMatchObject({ looks: 3, changes: 0 });
});

test("what a later look finds otherwise is told of once", async () => {
  const { problems, state } = setUp();
  await problems.current();
  state.problem = "It is gone.";
  problems.reconsider();
  expect(await problems.current()).toEqual([{ name, ...sound, problem: "It is gone." }]);
  problems.reconsider();
  await problems.current();
  expect(state.changes).toBe(1);
});

test("a repository that does not answer is not waited for, and what was known holds on", async () => {
  const { problems, state, gate, clock } = setUp();
  const answer = Promise.withResolvers<void>();
  gate.wait = answer.promise;
  const first = problems.current();
  clock.advance(400);
  expect(await first).toBeNull();
  state.problem = "It is gone.";
  answer.resolve();
  await answer.promise;
  problems.reconsider();
  expect(await problems.current()).toEqual([{ name, ...sound, problem: "It is gone." }]);
  expect(clock.pending()).toBe(0);
});
