// Why work that needs a model would be refused now. A rehearsal needs none, and a guild member has a way of its own.
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
