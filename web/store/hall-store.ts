// Holds what the page knows about the hall: a summary of every commission, and the state of the connection. Only
// feed.ts, which follows the event stream, updates it; views are functions of it.
import { create } from "zustand";
import type { Picture } from "./commission-index.ts";

export type ConnectionState = "connecting" | "open" | "lost" | "refused";

interface HallState extends Picture {
  line: ConnectionState;
  /** When the connection was lost; `null` if it is not lost. */
  lostAt: number | null;
  /**
   * The page knows every commission that was open at this time or has ended since; `null` if that is not
   * certain.
   */
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
