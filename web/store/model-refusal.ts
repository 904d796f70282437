// Says why the hall would refuse work that needs its model now. Rehearsals and guild members do not need that model.
import { useQuery } from "@tanstack/react-query";
import { isMember } from "../words/worker-name.ts";
import { queries } from "./queries.ts";

interface Work {
  worker: string | null;
  rehearsed: boolean;
}

export function useModelRefusal({ worker, rehearsed }: Work): string | null {
  const hasModel = useQuery(queries.status()).data?.model.available ?? true;
  const needsModel = !rehearsed && worker !== null && !isMember(worker);
  return needsModel && !hasModel ? "the hall has no credentials to reach a model" : null;
}
