// Fetches one answer and keeps its error while the answer is fetched again. React Query forgets the error of a query
// without data when a refetch starts, so a view would fall back from "there is no such worker" to its loading state.
import { hashKey, type QueryKey, useQuery, type UseQueryOptions } from "@tanstack/react-query";
import { useState } from "react";

export interface LastingAnswer<T> {
  data: T | undefined;
  error: Error | null;
  refetch(): void;
}

export function useAnswer<T, K extends QueryKey>(options: UseQueryOptions<T, Error, T, K>): LastingAnswer<T> {
  const { data, error, isPending, refetch } = useQuery(options);
  const key = hashKey(options.queryKey);
  const [last, setLast] = useState({ key, error });
  const lasting = error ?? (isPending && last.key === key ? last.error : null);
  if (last.key !== key || last.error !== lasting) setLast({ key, error: lasting });
  return { data, error: lasting, refetch: () => void refetch() };
}
