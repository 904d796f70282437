// Looks on, and holds what it is told against the promises.
import type { Ledger } from "../../src/store/ledger/ledger.ts";
import { learnOf } from "./known.ts";
import type { Onlooker } from "./machine/machine.ts";
import { acknowledgedAtOpening } from "./promises/acknowledged.ts";
import { damageAtOpening } from "./promises/damage.ts";
import { statusesAtOpening, statusSeen } from "./promises/end-is-end.ts";
import { removalWatched } from "./promises/nothing-deleted.ts";
import { ledgersAtOpening, lineAnnounced, writersWatched } from "./promises/one-ledger.ts";
import { type AtWork, endWatched, lostAnnounced, signalWatched, workWatched } from "./promises/survives.ts";
import type { OpenHall, World } from "./world.ts";

export function createOnlooker(get: () => World, atWork: AtWork): Onlooker {
  return {
    fileAct: (act) => {
      writersWatched(get(), act);
      workWatched(get(), atWork, act);
      removalWatched(get(), act);
    },
    signalled: (_by, whom) => signalWatched(get(), atWork, whom),
    ended: (process, why) => endWatched(get(), atWork, { process, why }),
  };
}

/** From now on every line is seen as it is announced. */
export function listenTo(world: World, atWork: AtWork, ledger: Ledger): void {
  ledger.subscribe((change) => {
    const { summary, event } = change;
    const { id } = summary;
    if (event.type === "commission.created")
      learnOf(world.known, { id, task: event.request.task, key: event.request.idempotencyKey });
    const known = world.known.get(id);
    if (!known) return;
    lineAnnounced(world, known, change);
    lostAnnounced(world, atWork, { id, event });
    statusSeen(world, known, summary.status);
  });
}

export function hallOpened(world: World, hall: OpenHall): void {
  learnUnannounced(world, hall);
  ledgersAtOpening(world, hall);
  acknowledgedAtOpening(world, hall);
  statusesAtOpening(world, hall);
  damageAtOpening(world, hall);
}

/** One that became durable just before its hall died was never answered; from now on everybody can see it. */
function learnUnannounced(world: World, { ledger }: OpenHall): void {
  for (const commission of ledger.live()) {
    const { id, task, idempotencyKey: key } = commission.record.request;
    learnOf(world.known, { id, task, key });
  }
}
