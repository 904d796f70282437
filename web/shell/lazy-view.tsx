// Fetches a view's code when it is first needed. After a failed fetch, such as during an outage, the next use fetches
// it again. The page is not reloaded, because that would lose what a person has typed.
import { type FunctionComponent, createElement, use } from "react";
import { hallIsProven } from "../api/visit.ts";

type View = FunctionComponent;

/** For each view that could not be fetched, a function that clears the failure. */
const failed = new Set<() => void>();

export function lazyView(fetchView: () => Promise<View>): View & { preload(): Promise<void> } {
  let view: View | undefined;
  let problem: unknown;
  let coming: Promise<void> | undefined;
  const forget = () => {
    problem = undefined;
    coming = undefined;
  };
  const preload = () =>
    // After an outage another program may have the hall's port: code that it serves must not run.
    (coming ??= hallIsProven()
      .then(fetchView)
      .then(
        (fetched) => void (view = fetched),
        (thrown: unknown) => {
          problem = thrown;
          failed.add(forget);
        },
      ));
  const Lazy = () => {
    if (problem !== undefined) throw problem;
    if (view === undefined) use(preload());
    return view === undefined ? null : createElement(view);
  };
  return Object.assign(Lazy, { preload });
}

/** Links to stylesheets that could not be fetched: the stylesheet of a view is a file of its own. */
const failedLooks = new Set<HTMLLinkElement>();
document.addEventListener(
  "error",
  ({ target }) => target instanceof HTMLLinkElement && failedLooks.add(target),
  { capture: true },
);

/** Clears all failures, so that the next use of a view fetches it again. */
export function forgetFailures(): void {
  // The built page requests each stylesheet only once, so a clone of the link element requests it again.
  for (const link of failedLooks) link.replaceWith(link.cloneNode());
  failedLooks.clear();
  for (const forget of failed) forget();
  failed.clear();
}
