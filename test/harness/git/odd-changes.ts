// Changes that only the raw bytes of git's patches preserve: each would be lost or altered if the patch were read as
// text.
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";

const text = (lines: number) => Array.from({ length: lines }, (_, at) => `line ${at}\n`).join("");

/** Every byte value, in an order that does not compress. */
const binary = Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * at * 31 + at) % 256));

const before: Readonly<Record<string, string | Buffer>> = {
  "crlf.txt": "one\r\ntwo\r\nthree\r\n",
  "mixed.txt": "one\r\ntwo\nthree\rfour\n",
  "latin1.txt": Buffer.from("Gr\xf6\xdfe\nalt\n", "latin1"),
  "image.png": binary,
  "run.sh": "echo\n",
  "gone.txt": "gone\n",
  "gone.bin": binary,
  "old/name.txt": text(30),
  "end.txt": "with an end\n",
  "link.txt": "a file\n",
};

const after: Readonly<Record<string, string | Buffer>> = {
  "crlf.txt": "one\r\n2\r\nthree\r\n",
  "mixed.txt": "one\ntwo\r\nthree\rfour\r\n",
  "latin1.txt": Buffer.from("Gr\xf6\xdfe\nneu: \xe4\xfc\n", "latin1"),
  "image.png": Buffer.concat([binary.subarray(100), binary]),
  "new.bin": Buffer.concat([Buffer.from([0]), binary]),
  "control.txt": "bell \x07, escape \x1b[2J, form feed \f, delete \x7f, C1 \u009b, back \b\n",
  "bidi.txt": "a \u202egnp.exe\u2066 b \u200b c \u2028 d\n",
  "broken-utf8.txt": Buffer.from([0x61, 0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80, 0x0a]),
  "end.txt": "without an end",
  "empty.txt": "",
  "bom.txt": "\ufeffbegins with a mark\n",
  'quo"te\\ .txt': "odd\n",
  "tab\tand\nline.txt": "odd\n",
  " b/ a.txt": "odd\n",
  "Größe \u202e.txt": "odd\n",
  "new/name.txt": `${text(30)}more\n`,
};

export function writeBefore(directory: string): void {
  for (const name of ["old", "new", " b"]) mkdirSync(`${directory}/${name}`, { recursive: true });
  for (const [path, bytes] of Object.entries(before)) writeFileSync(`${directory}/${path}`, bytes);
}

export function makeOddChanges(directory: string): void {
  renameSync(`${directory}/old/name.txt`, `${directory}/new/name.txt`);
  for (const path of ["gone.txt", "gone.bin", "link.txt"]) rmSync(`${directory}/${path}`);
  for (const [path, bytes] of Object.entries(after)) writeFileSync(`${directory}/${path}`, bytes);
  symlinkSync("end.txt", `${directory}/link.txt`);
  chmodSync(`${directory}/run.sh`, 0o755);
  writeFileSync(Buffer.concat([Buffer.from(`${directory}/name-`), Buffer.from([0xe4, 0xff])]), "odd\n");
}
