// The promises of the hall, and what the simulation looks at for each. One has a part without a subject so far: nothing
// acts outward (3).

export const promises = {
  acknowledged: "1. What was acknowledged is on disk",
  oneLedger: "2. One ledger, one writer; everything else follows from it",
  atLeastOnce: "3. Work runs at least once, and every commission ends",
  survives: "4. Running work survives the death of the hall",
  slots: "5. Never more workers than slots, and never two for one commission",
  nothingDeleted: "6. Nothing that a worker wrote is deleted",
  damage: "7. A damaged file is set aside and named; the rest goes on",
  diskFull: "8. A failing disk refuses writes, answers reads, and heals without a restart",
  idle: "9. Nothing is done while there is nothing to do",
  merged: "Finished work is merged once, and refuted work never",
  acts: "What a person decides on finished work happens once, and the person is told",
  notes: "What a person says under way is heard once, or shown as unheard and told to the next attempt",
  final: "The end is the end: a terminal status never changes",
} as const;

export type PromiseName = keyof typeof promises;
