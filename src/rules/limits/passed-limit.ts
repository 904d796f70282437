// Describes the limit that a command or a session exceeded before it was killed.
import type { PassedLimit } from "../../contract/project/tree.ts";

/** Returns a verb phrase, such as "took more of the disk than its 400 MB"; `null` if the command exceeded no limit. */
export function passedWords(run: { passed: PassedLimit }): string;
export function passedWords(run: { passed?: PassedLimit | undefined }): string | null;
export function passedWords({ passed }: { passed?: PassedLimit | undefined }): string | null {
  switch (passed?.limit) {
    case undefined:
      return null;
    case "memory":
      return `used more memory than its ${passed.most} MB`;
    case "disk":
      return `took more of the disk than its ${passed.most} MB`;
    case "files":
      return `made more than its ${passed.most} files`;
  }
}
