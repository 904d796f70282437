// Tests worker/list of a guild member (an external program that takes jobs from the hall): its two levels of
// detail, and globs that match descriptions as plain text.
import { detailedList, simpleList } from "../../../contract/member/worker-protocol.ts";
import { holds, type ConformanceCheck } from "../check.ts";
import type { Subject } from "../subject.ts";

const descriptions = {
  slash: "Kit: research auth/OAuth flows",
  dot: ".kit hidden files",
  plain: "Kit: compare databases",
} as const;
type Name = keyof typeof descriptions;

const filters: readonly [id: string, clause: string, cases: readonly [filter: string, matches: readonly Name[]][]][] = [
  ["filter-slash", "* stands for anything, a slash too.", [["*OAuth*", ["slash"]], ["Kit:*flows", ["slash"]]]],
  ["filter-dot", "* stands for a dot at the beginning too.", [["*hidden files", ["dot"]]]],
  ["filter-case", "Upper and lower case are the same.", [["kit: COMPARE*", ["plain"]], ["KIT: compare databases", ["plain"]]]],
  ["filter-whole", "A filter matches the whole description.", [["OAuth", []], [descriptions.plain, ["plain"]]]],
  ["filter-question", "? stands for one character.", [["Kit: compare database?", ["plain"]], ["Kit: compare databas?", []]]],
]; // prettier-ignore

/** Returns which of the three jobs of this check the filter finds. The list may hold other jobs too. */
async function matching(
  member: Subject,
  filter: string,
  ids: Readonly<Record<Name, string>>,
): Promise<Name[]> {
  const { jobs } = await member.ask({ method: "worker/list", params: { filter }, reply: simpleList });
  const found = new Set(jobs.map(({ jobId }) => jobId));
  return (Object.keys(ids) as Name[]).filter((name) => found.has(ids[name]));
}

async function dispatchAll(member: Subject): Promise<Record<Name, string>> {
  const one = async (name: Name) => [name, await member.dispatch({ description: descriptions[name] })];
  return Object.fromEntries(await Promise.all((Object.keys(descriptions) as Name[]).map(one))) as Record<
    Name,
    string
  >;
}

const filterChecks: readonly ConformanceCheck[] = filters.map(([id, clause, cases]) => ({
  id: `list/${id}`,
  clause,
  needs: ["jobs"],
  run: async (member) => {
    const ids = await dispatchAll(member);
    for (const [filter, expected] of cases) {
      const found = await matching(member, filter, ids);
      const texts = found.map((name) => descriptions[name]).join(", ") || "none";
      holds(found.join() === expected.join(), `"${filter}" finds ${texts}.`);
    }
  },
}));

async function detailed(member: Subject): Promise<void> {
  const jobId = await member.dispatch({ description: descriptions.plain });
  const { jobs } = await member.ask({
    method: "worker/list",
    params: { detail: "detailed" },
    reply: detailedList,
  });
  const one = jobs.find((job) => job.jobId === jobId);
  holds(one !== undefined, "The job is not in the list.");
  holds(one.description === descriptions.plain, `Its description is ${JSON.stringify(one.description)}.`);
  if (member.stage !== null) holds(one.status === "running", `Its status is ${one.status}.`);
}

export const listingChecks: readonly ConformanceCheck[] = [
  {
    id: "list/simple",
    clause: "Each job has its id and its status, also where no detail is asked for.",
    run: async (member) => {
      for (const params of [undefined, {}, { detail: "simple" }])
        await member.ask({ method: "worker/list", params, reply: simpleList });
    },
  },
  {
    id: "list/detailed-shape",
    clause: "In detail each job has its description and its summary or null too.",
    needs: ["jobs"],
    run: detailed,
  },
  {
    id: "list/no-match",
    clause: "A filter that nothing matches answers with an empty list.",
    run: async (member) => {
      const params = { filter: "no description of any job says this, 7f3a" };
      const { jobs } = await member.ask({ method: "worker/list", params, reply: simpleList });
      holds(jobs.length === 0, `${jobs.length} jobs are listed.`);
    },
  },
  ...filterChecks,
];
