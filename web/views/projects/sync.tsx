// Brings a project's integration branch up to date with the person's branch, after showing what would happen.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { SyncReport } from "../../../src/contract/project/sync.ts";
import { call } from "../../api/call.ts";
import { Button } from "../../parts/button.tsx";
import { Note, ProblemNote } from "../../parts/note.tsx";
import { Section } from "../../parts/panel.tsx";
import { useKeys } from "../../shell/keys.ts";
import { plainly } from "../../store/plainly.ts";
import { syncWords } from "./branch-status.ts";
import styles from "./view.module.css";

export function Sync({ name, says }: { name: string; says: string }) {
  const client = useQueryClient();
  const plan = useMutation({
    mutationFn: async () => plainly(await call("projectSync", { params: { name }, body: { dryRun: true } })),
  });
  const carryOut = useMutation({
    mutationFn: async () => plainly(await call("projectSync", { params: { name }, body: { dryRun: false } })),
    onSuccess: () => {
      plan.reset();
      void client.invalidateQueries({ queryKey: ["projects"] });
    },
  });
  const look = () => {
    carryOut.reset();
    plan.mutate();
  };
  useKeys([{ keys: "s", says: "See what a sync would do", group: "Project", act: look }]);
  const shown = carryOut.data ?? plan.data;
  const isPlan = shown !== undefined && shown.dryRun && shown.kind !== "nothing" && shown.kind !== "conflict";
  return (
    <Section title="Your branch and the hall’s">
      <div className={styles["sync"]}>
        <p>{says}.</p>
        <Button keys="S" busy={plan.isPending && "Looking…"} onClick={look}>
          See what a sync would do
        </Button>
      </div>
      {shown && (
        <Note tone={shown.kind === "conflict" ? "brass" : "plain"}>
          <Report report={shown} />
          {isPlan && (
            <Button look="main" busy={carryOut.isPending && "Syncing…"} onClick={() => carryOut.mutate()}>
              Sync now
            </Button>
          )}
        </Note>
      )}
      {(plan.error ?? carryOut.error) && <ProblemNote problem={plan.error ?? carryOut.error} />}
    </Section>
  );
}

function Report({ report }: { report: SyncReport }) {
  const { into, conflicts, notes } = report;
  return (
    <>
      <p className={styles["plan"]}>{syncWords(report)}</p>
      {into.before !== into.after && (
        <p>
          <code>{into.branch}</code>: <code>{into.before.slice(0, 8)}</code> →{" "}
          <code>{into.after.slice(0, 8)}</code>
        </p>
      )}
      {[...conflicts, ...notes].map((line) => (
        <p key={line} className={styles["machine"]}>
          {line}
        </p>
      ))}
    </>
  );
}
