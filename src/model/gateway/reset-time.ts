// Reads from upstream's headers when the limit that refused a request resets.

const longest = 366 * 86_400_000;

/**
 * Returns the latest reset time in the headers, in milliseconds since 1970. `null` if none is in the future.
 */
export function resetTime(headers: Headers, now: number): number | null {
  const said = [retryAfter(headers, now), unifiedReset(headers), ...limitResets(headers, "spent")];
  const known = said.filter((at) => at !== undefined);
  const ahead = (known.length > 0 ? known : limitResets(headers, "any")).filter(
    (at) => at > now && at <= now + longest,
  );
  return ahead.length === 0 ? null : Math.max(...ahead);
}

function retryAfter(headers: Headers, now: number): number | undefined {
  const value = headers.get("retry-after");
  if (value === null) return undefined;
  return /^\d+(\.\d+)?$/.test(value.trim()) ? now + Number(value) * 1000 : time(value);
}

/**
 * Returns when a subscription's window resets. Every answer states this, so it counts only if the window is used up.
 */
function unifiedReset(headers: Headers): number | undefined {
  const value = headers.get("anthropic-ratelimit-unified-reset");
  const isOpen = headers.get("anthropic-ratelimit-unified-status")?.startsWith("allowed") === true;
  return value === null || isOpen ? undefined : time(value);
}

function limitResets(headers: Headers, which: "spent" | "any"): number[] {
  return [...headers]
    .filter(([name]) => /^anthropic-ratelimit-(?!unified-).+-reset$/.test(name))
    .filter(([name]) => which === "any" || headers.get(name.replace(/-reset$/, "-remaining")) === "0")
    .map(([, value]) => time(value))
    .filter((at) => at !== undefined);
}

/** Parses seconds since 1970, or a date. */
function time(value: string): number | undefined {
  const at = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value);
  return Number.isNaN(at) ? undefined : at;
}
