// Shows that an address leads to no view.
import { Link } from "@tanstack/react-router";
import { Empty } from "../parts/panel.tsx";
import { useTitle } from "./shell.tsx";

export function Lost() {
  useTitle("Nothing here");
  return (
    <Empty title="There is nothing at this address.">
      <p>
        It may have been deleted, or the address is cut short. <Link to="/">Go home</Link>
      </p>
    </Empty>
  );
}
