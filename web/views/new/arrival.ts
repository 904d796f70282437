// Parses what a link to this view may preset: the worker, the project and the rehearsal. Pure.
export interface Arrival {
  worker?: string;
  project?: string;
  rehearsal?: string;
}

/** Ignores invalid values, because an address may say anything. */
export function parseArrival(given: Record<string, unknown>): Arrival {
  const text = (name: keyof Arrival) => {
    const value = given[name];
    return typeof value === "string" && value !== "" && value.length <= 200 ? { [name]: value } : {};
  };
  return { ...text("worker"), ...text("project"), ...text("rehearsal") };
}
