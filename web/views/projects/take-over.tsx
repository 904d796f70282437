// Takes what landed over into the person's own branch: the hall moves the branch where it is checked out nowhere, after
// the person has seen the plan; where it is checked out, the page gives the git command for it.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ProjectAhead } from "../../../src/contract/project/ahead.ts";
import type { TakeReport, TakeUndoReport } from "../../../src/contract/project/take.ts";
import { call } from "../../api/call.ts";
import { Button } from "../../parts/button.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { Note, ProblemNote } from "../../parts/note.tsx";
import { say } from "../../parts/toast.tsx";
import { useKeys } from "../../shell/keys.ts";
import { commandLine, takeWords, undoLine, undoWords } from "./take-words.ts";
import { plainLine } from "../../words/plain.ts";
import styles from "./ahead.module.css";

export function TakeOver({ ahead }: { ahead: ProjectAhead }) {
  const { project, total } = ahead;
  const acts = useTakeActs(project);
  const { plan, take, undo } = acts;
  const look = () => {
    take.reset();
    undo.reset();
    plan.mutate();
  };
  useKeys([{ keys: "t", says: "Take over what landed", group: "Project", act: look }]);
  const error = plan.error ?? take.error ?? undo.plan.error ?? undo.carryOut.error;
  return (
    <div className={styles["take"]}>
      <div className={styles["acts"]}>
        {total > 0 && (
          <Button look="main" keys="T" busy={plan.isPending && "Looking…"} onClick={look}>
            Take over
          </Button>
        )}
        <Button busy={undo.plan.isPending && "Looking…"} onClick={() => undo.plan.mutate()}>
          Undo the last take-over
        </Button>
      </div>
      <div aria-live="polite" className={styles["said"]}>
        {plan.data && (
          <Plan
            report={plan.data}
            busy={take.isPending}
            take={() => plan.data && take.mutate(plan.data)}
            close={plan.reset}
          />
        )}
        {undo.plan.data && (
          <UndoPlan
            report={undo.plan.data}
            busy={undo.carryOut.isPending}
            undo={() => undo.carryOut.mutate()}
            close={undo.plan.reset}
          />
        )}
        {error && <ProblemNote problem={error} />}
      </div>
    </div>
  );
}

function useTakeActs(name: string) {
  const client = useQueryClient();
  const moved = () => {
    for (const queryKey of [["projects"], ["review"]]) void client.invalidateQueries({ queryKey });
  };
  const plan = useMutation({
    mutationFn: () => call("projectTake", { params: { name }, body: { dryRun: true } }),
  });
  const take = useMutation({
    mutationFn: ({ branch, integration }: TakeReport) =>
      call("projectTake", {
        params: { name },
        // The hall moves nothing if a branch has moved since the plan.
        body: { dryRun: false, expected: { branch: branch.before, integration: integration.tip } },
      }),
    onSuccess: (report) => {
      plan.reset();
      say({ title: takeWords(report) });
      moved();
    },
    onError: moved,
  });
  const undoPlan = useMutation({
    mutationFn: () => call("projectTakeUndo", { params: { name }, body: { dryRun: true } }),
  });
  const carryOut = useMutation({
    mutationFn: () => call("projectTakeUndo", { params: { name }, body: { dryRun: false } }),
    onSuccess: (report) => {
      undoPlan.reset();
      say({ title: undoWords(report) });
      moved();
    },
    onError: moved,
  });
  const reset = () => {
    undoPlan.reset();
    carryOut.reset();
  };
  return { plan, take, undo: { plan: undoPlan, carryOut, reset } };
}

const mostShown = 10;

interface PlanProps {
  report: TakeReport;
  busy: boolean;
  take(): void;
  close(): void;
}

function Plan({ report, busy, take, close }: PlanProps) {
  const { kind, brings, total, conflicts, checkedOut, command, notes } = report;
  const canMove = command === null && kind !== "nothing" && kind !== "conflict";
  return (
    <Note tone={kind === "conflict" ? "brass" : "plain"}>
      <p className={styles["what"]}>{takeWords(report)}</p>
      <ul className={styles["lines"]}>
        {brings.slice(0, mostShown).map(({ commit, subject }) => (
          <li key={commit}>
            <code>{commit.slice(0, 12)}</code> {plainLine(subject)}
          </li>
        ))}
        {total > mostShown && <li>and {total - mostShown} more</li>}
        {conflicts.map((path) => (
          <li key={path}>
            <code>{plainLine(path)}</code> is in conflict
          </li>
        ))}
        {notes.map((line) => (
          <li key={line}>{plainLine(line)}</li>
        ))}
      </ul>
      {command !== null && <Command checkedOut={checkedOut} line={commandLine(checkedOut, command)} />}
      <div className={styles["acts"]}>
        {canMove && (
          <Button look="main" busy={busy && "Taking over…"} onClick={take}>
            Take it over
          </Button>
        )}
        <Button look="quiet" onClick={close}>
          Close
        </Button>
      </div>
    </Note>
  );
}

function UndoPlan({
  report,
  busy,
  undo,
  close,
}: {
  report: TakeUndoReport;
  busy: boolean;
  undo(): void;
  close(): void;
}) {
  const { checkedOut, command } = report;
  return (
    <Note>
      <p className={styles["what"]}>{undoWords(report)}</p>
      {command !== null && <Command checkedOut={checkedOut} line={undoLine(report)} />}
      <div className={styles["acts"]}>
        {command === null && (
          <Button look="danger" busy={busy && "Moving it back…"} onClick={undo}>
            Move it back
          </Button>
        )}
        <Button look="quiet" onClick={close}>
          Close
        </Button>
      </div>
    </Note>
  );
}

/** Only the person's own git touches a checkout, so the page gives its command. */
function Command({ checkedOut, line }: { checkedOut: string | null; line: string }) {
  return (
    <>
      <p>
        Your branch is checked out in {plainLine(checkedOut ?? "a checkout")}. Only your own git moves it
        there:
      </p>
      <div className={styles["command"]}>
        <code>{plainLine(line)}</code>
        <CopyButton text={line} look="plain" label="Copy the command" />
      </div>
    </>
  );
}
