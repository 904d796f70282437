// Logs to stderr, because the member's only line on stdout is its address.

export function log(line: string): void {
  process.stderr.write(`${new Date().toISOString()} ${line.replaceAll("\n", "\n  ")}\n`);
}
