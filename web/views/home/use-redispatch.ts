// Redispatches an ended commission from the home view. A repeated request uses the same idempotency key until one
// succeeds.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { call } from "../../api/call.ts";
import { newIntent } from "../../api/intent.ts";
import { useTellAgain } from "../commission/acts/tell-again.ts";

export interface Redispatch {
  start(): void;
  isBusy: boolean;
  problem: Error | null;
}

export interface RedispatchButton {
  commission: string | null;
  /** Called on failure, for callers that do not show `problem`. */
  refused?(problem: Error): void;
}

export function useRedispatch({ commission, refused }: RedispatchButton): Redispatch {
  const queryClient = useQueryClient();
  const tell = useTellAgain();
  const intent = useRef(newIntent());
  const { mutate, isPending, error } = useMutation({
    mutationFn: (id: string) => call("redispatch", { params: { id }, body: {}, key: intent.current }),
    onError: (problem) => refused?.(problem),
    onSuccess: (next) => {
      intent.current = newIntent();
      void queryClient.invalidateQueries({ queryKey: ["attention"] });
      tell(next);
    },
  });
  return { start: () => commission !== null && mutate(commission), isBusy: isPending, problem: error };
}
