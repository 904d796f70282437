// Shows all workers, guild members and toolboxes, or one worker in full.
import { useParams } from "@tanstack/react-router";
import { OneWorker } from "./one-worker.tsx";
import { Roster } from "./roster.tsx";

export function WorkersView() {
  const { name } = useParams({ strict: false });
  return name === undefined ? <Roster /> : <OneWorker key={name} name={name} />;
}
