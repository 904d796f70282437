// What the member says of itself, on stderr: its output has one line, which is its address.

export function log(line: string): void {
  process.stderr.write(`${new Date().toISOString()} ${line.replaceAll("\n", "\n  ")}\n`);
}
