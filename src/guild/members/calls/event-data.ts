// Extracts the data of each event from the whole text of an event stream, as the HTML standard defines it.

/** Returns the data of each complete event. Drops a last event without its closing empty line. */
export function eventData(stream: string): string[] {
  const events = stream.replace(/\r\n?/g, "\n").split("\n\n").slice(0, -1);
  return events.map(dataOf).filter((data) => data !== null);
}

function dataOf(event: string): string | null {
  const lines = event.split("\n").flatMap((line) => /^data(?:: ?(.*))?$/.exec(line)?.slice(1) ?? []);
  return lines.length === 0 ? null : lines.map((line) => line ?? "").join("\n");
}
