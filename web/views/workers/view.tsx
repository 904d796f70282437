// Workers: the roster, what each may touch, its record; guild members with health and logs.
import { useParams } from "@tanstack/react-router";
import { OneWorker } from "./one-worker.tsx";
import { Roster } from "./roster.tsx";

export function WorkersView() {
  const { name } = useParams({ strict: false });
  return name === undefined ? <Roster /> : <OneWorker key={name} name={name} />;
}
