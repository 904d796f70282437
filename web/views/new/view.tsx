// Shows the form for a new commission: worker, project, task and checks. Anything that the hall would refuse is shown
// before it is sent.
import { useQuery } from "@tanstack/react-query";
import { Button } from "../../parts/button.tsx";
import { ProblemNote } from "../../parts/note.tsx";
import { ViewHead } from "../../parts/panel.tsx";
import { say } from "../../parts/toast.tsx";
import { useKeys } from "../../shell/keys.ts";
import { useTitle } from "../../shell/shell.tsx";
import { queries } from "../../store/queries.ts";
import { type Attaching, useAttachingTo, whyNotYet } from "../../parts/use-attaching.ts";
import { bodyOf, type CommissionDraft, filesOf, isWritten } from "./draft.ts";
import { type Faults, faultsOf, type KnownForDraft } from "./faults.ts";
import { Form } from "./form.tsx";
import { Send } from "./send.tsx";
import { useArrival } from "./use-arrival.ts";
import { changeDraft, changeFiles, discardDraft, useDraft } from "./use-draft.ts";
import { type Rehearsing, useRehearsal } from "./use-rehearsal.ts";
import { useSend } from "./use-send.ts";
import { useWaits } from "./use-waits.ts";
import { whatHappens } from "./what-happens.ts";
import { findWorker, toolsOf } from "./who.ts";
import styles from "./view.module.css";

export function NewView() {
  useTitle("New commission");
  useArrival();
  const { draft, isKept } = useDraft();
  const rehearsing = useRehearsal();
  const sending = useSend();
  const status = useQuery(queries.status()).data;
  const workers = useQuery(queries.workers());
  const known = useKnown(draft);
  const waits = useWaits(known);
  const withoutModel = status && !status.model.available ? status.model.detail : null;
  const attaching = useAttachingTo(filesOf(draft), changeFiles);
  const faults = { ...faultsOf(known), ...sending.faults };
  const refusal = refusalOf({ draft, faults, rehearsing, isWithout: withoutModel !== null, attaching });
  const send = () => {
    if (refusal !== null || sending.isBusy) return;
    const hasRepository = Boolean(known.project?.integration);
    const script = rehearsing.chosen?.script ?? null;
    sending.send(bodyOf({ draft, script, tools: toolsOf(known.worker) ?? [], hasRepository }));
  };
  useKeys([
    { keys: "mod+Enter", says: "Send the commission", group: "New commission", inFields: true, act: send },
  ]);
  return (
    <>
      <ViewHead
        title="New commission"
        says="One piece of work for one worker, which does it alone from start to finish. You can watch."
        actions={isWritten(draft) && <Discard draft={draft} />}
      />
      {workers.error && <ProblemNote problem={workers.error} retry={() => void workers.refetch()} />}
      <div className={styles["columns"]}>
        <Form
          {...{ known, faults, rehearsing, withoutModel, attaching }}
          workers={workers.data?.workers}
          change={changeDraft}
        />
        <Send
          says={whatHappens(known, { status, waits })}
          refusal={refusal}
          isBusy={sending.isBusy}
          isRehearsed={rehearsing.isChosen}
          problem={sending.problem}
          draftSays={draftSays(draft, isKept)}
          send={send}
        />
      </div>
    </>
  );
}

function useKnown(draft: CommissionDraft): KnownForDraft {
  const workers = useQuery(queries.workers()).data?.workers;
  const projects = useQuery(queries.projects()).data?.projects;
  return {
    draft,
    worker: draft.worker === "" ? undefined : workers && (findWorker(workers, draft.worker) ?? null),
    project:
      draft.project === ""
        ? undefined
        : projects && (projects.find(({ name }) => name === draft.project) ?? null),
  };
}

interface Judged {
  draft: CommissionDraft;
  faults: Faults;
  rehearsing: Rehearsing;
  isWithout: boolean;
  attaching: Attaching;
}

/** Returns why the draft cannot be sent; `null` if it can. */
function refusalOf({ draft, faults, rehearsing, isWithout, attaching }: Judged): string | null {
  if (isWithout && !rehearsing.isChosen) return "this hall cannot reach a model; choose a rehearsal.";
  if (draft.worker === "") return "choose a worker.";
  if (draft.task.trim() === "") return "write the task.";
  if (attaching.busy !== null) return `${whyNotYet(attaching)}.`;
  if (rehearsing.isChosen && !rehearsing.chosen) return "its rehearsal does not exist any more.";
  return Object.values(faults)[0] ?? null;
}

function draftSays(draft: CommissionDraft, isKept: boolean): string {
  if (!isKept) return "This browser cannot keep drafts: your text is lost when you leave.";
  return isWritten(draft)
    ? "Your draft is kept in this browser until you send or discard it."
    : "What you write is kept in this browser until you send or discard it.";
}

function Discard({ draft }: { draft: CommissionDraft }) {
  const discard = () => {
    discardDraft();
    say({ title: "The draft is discarded.", action: { says: "Restore it", act: () => changeDraft(draft) } });
  };
  return (
    <Button look="quiet" onClick={discard}>
      Discard the draft
    </Button>
  );
}
