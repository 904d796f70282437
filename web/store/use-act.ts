// One request to the hall about a commission: its answer is taken over, and what hangs on it is asked for again.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { CommissionDetail } from "../../src/contract/api/api.ts";
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
