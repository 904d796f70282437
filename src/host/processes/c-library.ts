// Opens the machine's C library, for the few calls that the runtime does not offer.
import { dlopen, type FFIFunction, type Library } from "bun:ffi";

export function openCLibrary<Calls extends Record<string, FFIFunction>>(calls: Calls): Library<Calls> {
  const names =
    process.platform === "darwin"
      ? ["libSystem.B.dylib"]
      : ["libc.so.6", "libc.so", "libc.musl-x86_64.so.1", "libc.musl-aarch64.so.1"];
  for (const name of names) {
    try {
      return dlopen(name, calls);
    } catch {
      // Try the next name; if none is there, the error below says so.
    }
  }
  const wanted = Object.keys(calls).join(", ");
  throw new Error(`No C library was found with ${wanted} (tried ${names.join(", ")}).`);
}
