export function assertNever(value: never): never {
  throw new Error(`A case was forgotten: ${JSON.stringify(value)}`);
}
