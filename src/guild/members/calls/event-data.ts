// The data of each event of a whole event stream, as the HTML standard reads one.

/** An event that is not closed by an empty line has not come whole, and is left out. */
export function eventData(stream: string): string[] {
  const events = stream.replace(/\r\n?/g, "\n").split("\n\n").slice(0, -1);
  return events.map(dataOf).filter((data) => data !== null);
}

function dataOf(event: string): string | null {
  const lines = event.split("\n").flatMap((line) => /^data(?:: ?(.*))?$/.exec(line)?.slice(1) ?? []);
  return lines.length === 0 ? null : lines.map((line) => line ?? "").join("\n");
}
