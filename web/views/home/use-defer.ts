// Defers items that need a person, and brings them back. The hall does both, so that every page and terminal sees the
// same.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../api/call.ts";
import { hallNow } from "../../api/hall-clock.ts";
import { messageOf } from "../../parts/note.tsx";
import { say } from "../../parts/toast.tsx";
import { untilWords } from "../../words/later.ts";

export interface Putting {
  key: string;
  until: string | null;
}

export function useDefer() {
  const queryClient = useQueryClient();
  const recall = useRecall();
  const { mutate, isPending } = useMutation({
    mutationFn: (body: Putting) => call("attentionDefer", { body }),
    onSuccess: (_, { key, until }) =>
      say({
        title: `Deferred ${untilWords(until, hallNow())}.`,
        action: { says: "Bring back", act: () => recall(key) },
      }),
    onError: (problem) => say({ title: `It could not be deferred: ${messageOf(problem)}` }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["attention"] }),
  });
  return { defer: mutate, isBusy: isPending };
}

export function useRecall(): (key: string) => void {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (key: string) => call("attentionRecall", { body: { key } }),
    onError: (problem) => say({ title: `It could not be brought back: ${messageOf(problem)}` }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["attention"] }),
  });
  return mutate;
}
