// Shows how long ago something was, with the exact time on hover and for screen readers.
import { ago } from "../words/ago.ts";
import { wholeTime } from "../words/time-of-day.ts";
import { useSaidNow } from "./now.ts";

/** Renders again only when its words change. */
export function Ago({ at }: { at: string }) {
  const says = useSaidNow((now) => ago(at, now));
  const exact = wholeTime(new Date(at));
  return (
    <time dateTime={at} title={exact}>
      {says}
      <span className="unseen">, {exact}</span>
    </time>
  );
}
