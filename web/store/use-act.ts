// Sends one request about a commission, stores the answer in the query cache, and refetches what needs a person.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { CommissionDetail } from "../../src/contract/commission/detail.ts";
import { queries } from "./queries.ts";

export function useAct<I>(
  act: (input: I) => Promise<CommissionDetail>,
  done: (now: CommissionDetail) => void,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: (now) => {
      queryClient.setQueryData(queries.detail(now.id).queryKey, now);
      void queryClient.invalidateQueries({ queryKey: ["attention"] });
      done(now);
    },
  });
}
