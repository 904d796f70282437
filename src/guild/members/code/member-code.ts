// Reads a guild member's code: its files, and a mark (hash and mode) of each. The member's own data beside them is not
// code.
import type { CodeMarks } from "../../../contract/member/member-origin.ts";
import { Fault } from "../../../contract/api/problem.ts";
import { type CodeFile, listCodeFiles } from "../../install/code-files.ts";
import { markFiles } from "../../install/code-marks.ts";

/** The directories of a member's own data. They are never copied with the code, and stay when the code is replaced. */
export const memberData: readonly string[] = ["jobs", "memory", "work"];

export interface MemberCode {
  directory: string;
  files: CodeFile[];
  marks: CodeMarks;
}

export async function readCode(directory: string): Promise<MemberCode> {
  const found = await listCodeFiles(directory, memberData);
  if (!found.ok) throw new Fault("bad_member", `${directory} is refused: ${found.reason}`);
  const { files } = found;
  return {
    directory,
    files,
    marks: await markFiles(
      directory,
      files.map(({ path }) => path),
    ),
  };
}
