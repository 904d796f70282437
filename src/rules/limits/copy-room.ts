// Decides whether a copy of a work directory leaves a commission room below its limits. Without this the copy alone could
// end the session that asked for it.
import type { Limits } from "../../contract/commission/limits.ts";

export interface WorkSize {
  bytes: number;
  files: number;
}

const megabyte = 1024 * 1024;

/** Returns why there is no room; `null` if the copy takes at most half of each limit. */
export function whyNoCopy(
  size: WorkSize,
  { diskMb, files }: Pick<Limits, "diskMb" | "files">,
): string | null {
  const parts = [
    ...(diskMb && size.bytes * 2 > diskMb * megabyte
      ? [`${Math.ceil(size.bytes / megabyte)} MB of at most ${diskMb} (limits.diskMb)`]
      : []),
    ...(files && size.files * 2 > files ? [`${size.files} files of at most ${files} (limits.files)`] : []),
  ];
  if (parts.length === 0) return null;
  return `there is no room for a copy of the work directory, because it takes more than half of a limit: ${parts.join(", ")}. The other tools still work`;
}
