// Hosts for a worker's commands, the files of `copy` and words of strangers never meet in one run.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { sandboxLevel } from "../../../src/contract/commission/commission.ts";
import type { EventBody } from "../../../src/contract/commission/events.ts";
import { goesWithoutCopies, hostsForSession, plannedHosts } from "../../../src/rules/network/shell-hosts.ts";
import { commissionAfter, dispatched } from "../../harness/ledger/histories.ts";

const hosts = ["registry.example"];
const planned = (more: Partial<Parameters<typeof plannedHosts>[0]>) =>
  plannedHosts({
    allow: hosts,
    tools: { builtIn: ["Read", "Bash"] },
    sandbox: "bubblewrap",
    isTainted: false,
    ...more,
  });

test("hosts are planned for a shell in a sandbox, in a run that begins without words of strangers", () => {
  expect(planned({})).toEqual(hosts);
  expect(planned({ allow: [] })).toEqual([]);
  expect(planned({ isTainted: true })).toEqual([]);
  expect(planned({ tools: { builtIn: ["Read", "Write"] } })).toEqual([]);
  for (const sandbox of [...sandboxLevel.options.filter((level) => level !== "bubblewrap"), null])
    expect(planned({ sandbox })).toEqual([]);
});

/** What may happen to a commission between two sessions, in any order. */
const steps = fc.array(fc.record({ given: fc.boolean(), started: fc.boolean(), read: fc.boolean() }), {
  minLength: 1,
  maxLength: 4,
});

test("whatever happens, a run that begins with words of strangers gets none, and one that has them goes without copies", () => {
  fc.assert(
    fc.property(fc.boolean(), fc.boolean(), steps, (untrusted, isPlanned, sessions) => {
      let record = {
        shell: { hosts: isPlanned ? planned({ isTainted: untrusted }) : [], isOpened: false },
        tainted: untrusted,
      };
      let first: boolean | null = null;
      for (const { given, started, read } of sessions) {
        record = { ...record, tainted: record.tainted || given };
        const wasTainted = record.tainted;
        const open = hostsForSession(record);
        if (open.length > 0) {
          expect(goesWithoutCopies(record)).toBe(true);
          if (!record.shell.isOpened) expect(wasTainted).toBe(false);
          record = { ...record, shell: { ...record.shell, isOpened: true }, tainted: true };
        }
        // What the first session that began had, the later ones have.
        if (first !== null) expect(open.length > 0).toBe(first);
        if (started) first ??= open.length > 0;
        if (read) record = { ...record, tainted: true };
      }
    }),
  );
});

const dispatchedWith = (shell?: string[]): EventBody[] =>
  dispatched.map((event) => (event.type === "commission.dispatched" && shell ? { ...event, shell } : event));

test("the ledger keeps what was planned, and that hosts were opened taints the run", () => {
  const before = commissionAfter(dispatchedWith(hosts)).record;
  expect(before).toMatchObject({ shell: { hosts, isOpened: false }, tainted: false });
  const opened: EventBody = {
    type: "shell.opened",
    hosts,
    bench: 1,
    benchSeq: 1,
    at: "2026-11-19T09:00:00.000Z",
  };
  expect(commissionAfter([...dispatchedWith(hosts), opened]).record).toMatchObject({
    shell: { hosts, isOpened: true },
    tainted: true,
  });
  expect(commissionAfter(dispatchedWith()).record).toMatchObject({ shell: { hosts: [], isOpened: false } });
});
