// A view that is fetched when it is first gone to. One that could not be fetched, since the hall was gone, is fetched
// again when somebody wants it: the page is not loaded anew for it, which would lose what is written on it.
import { type FunctionComponent, createElement, use } from "react";
import { hallIsProven } from "../api/visit.ts";

type View = FunctionComponent;

/** Those that could not be fetched: what makes each forget that. */
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
    // Once the hall was away, another program may have its port: what that hands out must not be run.
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

/** The looks of a view come as a file of their own. */
const failedLooks = new Set<HTMLLinkElement>();
document.addEventListener(
  "error",
  ({ target }) => target instanceof HTMLLinkElement && failedLooks.add(target),
  { capture: true },
);

/** The next who wants one of them fetches it. */
export function forgetFailures(): void {
  // The build asks for each of these once.
  for (const link of failedLooks) link.replaceWith(link.cloneNode());
  failedLooks.clear();
  for (const forget of failed) forget();
  failed.clear();
}
