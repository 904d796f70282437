// What a link to this view may bring along: whom to commission, for which project, with which rehearsal. Pure.
export interface Arrival {
  worker?: string;
  project?: string;
  rehearsal?: string;
}

/** An address may say anything; what is no name is left out. */
export function parseArrival(given: Record<string, unknown>): Arrival {
  const text = (name: keyof Arrival) => {
    const value = given[name];
    return typeof value === "string" && value !== "" && value.length <= 200 ? { [name]: value } : {};
  };
  return { ...text("worker"), ...text("project"), ...text("rehearsal") };
}
