// What the page knows of the hall: every commission in its short form, and whether the line stands. It is fed by the
// event stream alone (feed.ts); views are functions of it.
import { create } from "zustand";
import type { Picture } from "./commission-index.ts";

export type ConnectionState = "connecting" | "open" | "lost" | "refused";

interface HallState extends Picture {
  line: ConnectionState;
  /** When the line was lost; null while it stands. */
  lostAt: number | null;
  /** All that were open then, or ended since, are known; null: that cannot be said. */
  knownSince: string | null;
  /** False while older commissions are still being fetched. */
  complete: boolean;
}

export const useHall = create<HallState>(() => ({
  line: "connecting",
  lostAt: null,
  commissions: new Map(),
  newest: [],
  continued: new Set(),
  knownSince: null,
  complete: false,
}));
