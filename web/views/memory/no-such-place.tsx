// Says, for an address that cannot be a note's, how notes are named.
import { Link } from "@tanstack/react-router";
import { Empty } from "../../parts/panel.tsx";
import { plainCut } from "../../words/plain.ts";

export function NoSuchPlace({ place }: { place: string }) {
  return (
    <Empty title={`There can be no note at “${plainCut(place, 80)}”.`}>
      <p>
        A scope is <code>global</code>, <code>project:NAME</code> or <code>worker:NAME</code>; a key has small
        letters, digits, dots and dashes. <Link to="/memory">See all notes</Link>
      </p>
    </Empty>
  );
}
