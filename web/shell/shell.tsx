// Shows the frame around every view: navigation, spending and the state of the connection.
import { CSPProvider } from "@base-ui/react/csp-provider";
import { useQuery } from "@tanstack/react-query";
import { Outlet, useNavigate } from "@tanstack/react-router";
import { Suspense, useEffect } from "react";
import { create } from "zustand";
import { takeOldLink } from "../api/link.ts";
import { say, Toasts } from "../parts/toast.tsx";
import { useHall } from "../store/hall-store.ts";
import { queries } from "../store/queries.ts";
import { Connection } from "./connection.tsx";
import { Footing } from "./footing.tsx";
import { Gate } from "./gate.tsx";
import { Help } from "./help.tsx";
import { type Shortcut, useKeys } from "./keys.ts";
import { OtherRelease } from "./other-release.tsx";
import { PaletteDoor } from "./palette-door.tsx";
import { places, Side, sidePlaces } from "./side.tsx";
import { useFocusOnArrival } from "./arrival.ts";
import styles from "./shell.module.css";

export function Shell() {
  const line = useHall((state) => state.line);
  useGoingKeys();
  useTabTitle();
  useOldLink();
  const view = useFocusOnArrival();
  if (line === "refused") return <Gate />;
  return (
    // The hall's content security policy forbids inline style elements.
    <CSPProvider disableStyleElements>
      <div className={styles["shell"]}>
        <a className={styles["skip"]} href="#view">
          Skip to the view
        </a>
        <Side />
        <main className={styles["main"]} id="view" ref={view} tabIndex={-1}>
          <div className={styles["notes"]}>
            <Connection />
            <OtherRelease />
          </div>
          <Suspense fallback={<p className={styles["opening"]}>Opening…</p>}>
            <Outlet />
          </Suspense>
        </main>
        <footer className={styles["foot"]}>
          <Footing />
        </footer>
        <Help />
        <PaletteDoor />
        <Toasts />
      </div>
    </CSPProvider>
  );
}

function useGoingKeys(): void {
  const navigate = useNavigate();
  const going: Shortcut[] = [...places, ...sidePlaces].map(({ to, name, keys }) => ({
    keys,
    says: `Go to ${name}`,
    group: "Go",
    act: () => void navigate({ to }),
  }));
  const doing = { keys: "n", says: "New commission", group: "Do", act: () => void navigate({ to: "/new" }) };
  useKeys([...going, doing], { isAround: true });
}

const useShownTitle = create<{ title: string }>(() => ({ title: "" }));

/** Sets the tab's title. */
export function useTitle(title: string): void {
  useEffect(() => useShownTitle.setState({ title }), [title]);
}

/** Shows in the tab's title how many things need a person. */
function useTabTitle(): void {
  const title = useShownTitle((state) => state.title);
  const total = useQuery(queries.attention()).data?.total ?? 0;
  useEffect(() => {
    const parts = [title, "Guild Hall"].filter(Boolean).join(" · ");
    document.title = total > 0 ? `(${total}) ${parts}` : parts;
  }, [title, total]);
}

/** Warns about a bookmark from an earlier release, which still leads to this page. */
function useOldLink(): void {
  const isKnown = useHall((state) => state.complete);
  useEffect(() => {
    if (isKnown && takeOldLink())
      say({
        title:
          "That link is from an earlier release and contains the hall’s token. The page did not use it. Bookmark this address instead.",
      });
  }, [isKnown]);
}
