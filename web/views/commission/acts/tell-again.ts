// Says that work was redispatched or sent back, and links to the new commission.
import { useNavigate } from "@tanstack/react-router";
import type { CommissionDetail } from "../../../../src/contract/commission/detail.ts";
import { say } from "../../../parts/toast.tsx";
import { plainCut } from "../../../words/plain.ts";
import { inWords } from "../../../words/say.ts";

export function useTellAgain(was: "redispatched" | "sent back" = "redispatched") {
  const navigate = useNavigate();
  return ({ id, title, attempt }: Pick<CommissionDetail, "id" | "title" | "attempt">) =>
    say({
      title: `“${plainCut(title, 60)}” is ${was}: attempt ${inWords(attempt)}.`,
      action: { says: "Open", act: () => void navigate({ to: "/commissions/$id", params: { id } }) },
    });
}
