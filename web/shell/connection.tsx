// Says that the connection to the hall is lost, and for how long, because what is shown may be stale. The page
// reconnects by itself.
import { isStrangerThere } from "../api/visit.ts";
import { useHall } from "../store/hall-store.ts";
import { Note } from "../parts/note.tsx";
import { useNow } from "../parts/now.ts";
import { duration } from "../words/say.ts";

/** A connection that is back before a person could read the message is not worth reporting. */
const worthSayingMs = 1500;

export function Connection() {
  const lostAt = useHall((state) => state.lostAt);
  return lostAt === null ? null : <Lost since={lostAt} />;
}

function Lost({ since }: { since: number }) {
  const ms = useNow() - since;
  if (ms < worthSayingMs) return null;
  if (isStrangerThere()) return <Stranger />;
  return (
    <Note tone="brass">
      <p>
        <strong>The hall has not answered for {duration(Math.round(ms / 1000) * 1000)}.</strong> This page
        shows the last state that it received. Work in progress continues without the hall. To start the hall,
        run <code>guild-hall up</code>; this page reconnects by itself.
      </p>
    </Note>
  );
}

function Stranger() {
  return (
    <Note tone="madder">
      <p>
        <strong>Another program answers at the hall’s address.</strong> It is not this hall, and this page
        sends it nothing. Do not reload, because you would get that program’s page. End that program, then run{" "}
        <code>guild-hall up</code>; this page reconnects by itself.
      </p>
    </Note>
  );
}
