// Says a note to a commission under way. The draft is dropped only once the hall has it.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../api/call.ts";
import { noteFault } from "../../../words/note-words.ts";
import { endIntent, intentOf, type NoteDraft, readNote } from "./note-draft.ts";

export function useTell(id: string, { write }: NoteDraft) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (text: string) => {
      const fault = noteFault(text);
      if (fault !== null) throw new Error(fault);
      return call("tell", { params: { id }, body: { text }, key: intentOf(id, text) });
    },
    onSuccess: (_, text) => {
      endIntent(id);
      if (readNote(id) === text) write(""); // the person may have written on meanwhile
      // The stream brings the note too, unless the connection is lost.
      void queryClient.invalidateQueries({ queryKey: ["commission", id] });
    },
  });
}
