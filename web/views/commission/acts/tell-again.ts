// Says that work was redispatched, and links to the new commission.
import { useNavigate } from "@tanstack/react-router";
import type { CommissionDetail } from "../../../../src/contract/api/api.ts";
import { say } from "../../../parts/toast.tsx";
import { plainCut } from "../../../words/plain.ts";
import { inWords } from "../../../words/say.ts";

export function useTellAgain() {
  const navigate = useNavigate();
  return ({ id, title, attempt }: Pick<CommissionDetail, "id" | "title" | "attempt">) =>
    say({
      title: `“${plainCut(title, 60)}” is redispatched: attempt ${inWords(attempt)}.`,
      action: { says: "Open", act: () => void navigate({ to: "/commissions/$id", params: { id } }) },
    });
}
