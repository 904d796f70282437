// Reads from a guild member's output the address at which it listens. The output is untrusted, so only one form is
// accepted.

/**
 * `refused`: the member printed an address in another form; `line` is that line. `none`: it has printed no address yet.
 */
export type SaidAddress = { how: "said"; url: string } | { how: "refused"; line: string } | { how: "none" };

const longestLine = 2048;

/** Finds the first line that is only an address. An unfinished last line may still grow, so it does not count. */
export function addressIn(printed: string): SaidAddress {
  const lines = printed.split("\n").slice(0, -1);
  const line = lines.map((each) => each.trim()).find((each) => /^https?:\/\//i.test(each));
  if (line === undefined) return { how: "none" };
  return isOurs(line) ? { how: "said", url: line } : { how: "refused", line: line.slice(0, 200) };
}

/** Accepts only this machine's loopback by number, with a port and nothing after the path. */
function isOurs(line: string): boolean {
  const match = /^http:\/\/(?:127\.0\.0\.1|\[::1\]):([1-9][0-9]{0,4})(?:\/[A-Za-z0-9._~/-]*)?$/.exec(line);
  return match !== null && line.length <= longestLine && Number(match[1]) <= 65_535 && !line.includes("/..");
}
