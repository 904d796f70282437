// Shows that a view broke or could not be fetched, and what to do. The rest of the page keeps working.
import type { ErrorComponentProps } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { Button } from "../parts/button.tsx";
import { messageOf, Note } from "../parts/note.tsx";
import { useHall } from "../store/hall-store.ts";
import { forgetFailures } from "./lazy-view.tsx";

export function Broken({ error, reset }: ErrorComponentProps) {
  const again = () => {
    forgetFailures();
    reset();
  };
  useWhenBack(again);
  return (
    <Note tone="madder">
      <p>
        <strong>This view could not be shown.</strong> Nothing is lost: the hall keeps working.
      </p>
      <p>
        <code>{messageOf(error)}</code>
      </p>
      <p>
        Try again, or reload the page: the hall may have been updated since it was opened. The command{" "}
        <code>guild-hall</code> in a terminal can do everything that this page can.
      </p>
      <p>
        <Button onClick={again}>Try again</Button> <Button onClick={() => location.reload()}>Reload</Button>
      </p>
    </Note>
  );
}

/** Retries when the hall is back, because it may now serve what it could not serve before. */
function useWhenBack(again: () => void): void {
  const line = useHall((state) => state.line);
  const before = useRef(line);
  useEffect(() => {
    const isBack = line === "open" && before.current !== "open";
    before.current = line;
    if (isBack) again();
  });
}
