// Holds which comment the diff is to show next, for the time until the diff has opened.
import { create } from "zustand";

export const useWantedComment = create<{ key: string | null }>(() => ({ key: null }));

export function wantComment(key: string | null): void {
  useWantedComment.setState({ key });
}
