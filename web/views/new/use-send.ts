// Sends a draft. However often the button is pressed, one draft is one commission; a refusal appears at its field.
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { call } from "../../api/call.ts";
import { isHallProblem } from "../../api/problem.ts";
import type { BodyOf } from "../../../src/client/call.ts";
import { say } from "../../parts/toast.tsx";
import { type Faults, fieldOf } from "./faults.ts";
import { idOf } from "./labelled.tsx";
import { discardSent, useDraft } from "./use-draft.ts";

export interface CommissionSending {
  send(body: BodyOf<"create">): void;
  isBusy: boolean;
  /** The hall's refusal, by field. */
  faults: Faults;
  /** A problem that belongs to no field. */
  problem: Error | null;
}

export function useSend(): CommissionSending {
  const navigate = useNavigate();
  const intent = useDraft((kept) => kept.intent);
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: ({ body, key }: { body: BodyOf<"create">; key: string }) => call("create", { body, key }),
    onSuccess: async ({ id, title }, { key }) => {
      discardSent(key);
      await navigate({ to: "/commissions/$id", params: { id } });
      say({ title: `“${title}” is on its way.` });
    },
    onError: (problem) => {
      const field = isHallProblem(problem) ? fieldOf(problem) : null;
      if (field) requestAnimationFrame(() => document.getElementById(idOf(field))?.focus());
    },
  });
  // A refusal is dropped once the draft changes, because the change may have fixed it.
  const refused = variables?.key === intent ? error : null;
  const field = isHallProblem(refused) ? fieldOf(refused) : null;
  return {
    send: (body) => mutate({ body, key: intent }),
    isBusy: isPending,
    faults: field && isHallProblem(refused) ? { [field]: `${refused.message} ${refused.hint}` } : {},
    problem: field ? null : refused,
  };
}
