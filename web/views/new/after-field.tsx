// Chooses what must exist before the commission starts: commissions, and documents of its project, existing or future.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ListedCommission } from "../../../src/contract/api/api.ts";
import { useHall } from "../../store/hall-store.ts";
import { queries } from "../../store/queries.ts";
import { plain } from "../../words/plain.ts";
import { ChipsField } from "./chips-field.tsx";
import { isCommissionId, type KnownForDraft } from "./faults.ts";
import { thingsToWaitFor, waitedFor } from "./offers.ts";
import { isMember } from "../../words/worker-name.ts";

interface AfterFieldProps {
  known: KnownForDraft;
  wrong: string | undefined;
  choose(after: string[]): void;
}

export function AfterField({ known: { draft, project }, wrong, choose }: AfterFieldProps) {
  const newest = useHall((state) => state.newest);
  const commissions = useHall((state) => state.commissions);
  const continued = useHall((state) => state.continued);
  const [text, setText] = useState("");
  const branch = isMember(draft.worker) ? null : (project?.integration ?? null);
  const documents = useQuery({
    ...queries.documents(draft.project, text.trim()),
    enabled: branch !== null && text.trim() !== "",
    placeholderData: keepPreviousData,
  });
  return (
    <ChipsField
      field="after"
      label="Wait for"
      placeholder={branch === null ? "a commission" : "a commission, or a document"}
      hint={
        branch === null
          ? "It starts when each of these is done."
          : `It starts when each of these is done, and each document is on ${branch}. You can type the path of a document that does not exist yet: the commission then waits for it.`
      }
      empty={() => (branch === null ? "No commission matches." : "No commission and no document matches.")}
      wrong={wrong}
      chosen={draft.after}
      nameOf={(value) => (isCommissionId(value) ? nameOf(value, commissions.get(value)) : plain(value))}
      heard={setText}
      offersFor={(sought) =>
        thingsToWaitFor({
          text: sought,
          commissions: newest,
          continued,
          branch,
          documents: documents.data?.documents,
          isKnown: documents.isSuccess && !documents.isFetching,
        })
      }
      taken={(sought) => waitedFor(sought, branch !== null)}
      choose={choose}
    />
  );
}

function nameOf(id: string, known: ListedCommission | undefined): string {
  if (!known) return id.slice(0, 13);
  return known.rehearsed ? `${known.title} (rehearsed)` : known.title;
}
