// How a file is shown depends on its name and its first bytes together, and nothing that runs is an image.
import { expect, test } from "bun:test";
import { artifactKindOf } from "../../../src/rules/show/artifact-kind.ts";

const png = Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
const cases: readonly [string, Buffer, string][] = [
  ["report.md", Buffer.from("# Done"), "markdown"],
  ["REPORT.MARKDOWN", Buffer.from(""), "markdown"],
  ["report.md", Buffer.from([0, 1]), "binary"],
  ["a.png", png, "image"],
  ["a.txt", png, "binary"],
  ["a.png", Buffer.from("<svg onload='x()'>"), "text"],
  ["a.svg", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "text"],
  ["a.svg", png, "binary"],
  ["a.html", Buffer.from("<script>x()</script>"), "text"],
  ["a.gif", Buffer.from("GIF89a=1;/*"), "image"],
  ["a.jpg", Buffer.from([0xff, 0xd8, 0xff, 0xe0]), "image"],
  ["a.webp", Buffer.from("RIFF\x10\0\0\0WEBPVP8 ", "latin1"), "image"],
  ["a.webp", Buffer.from("RIFF\x10\0\0\0WAVEfmt ", "latin1"), "binary"],
  ["a.avif", Buffer.from("\0\0\0\x1cftypavif", "latin1"), "image"],
  ["a.pdf", Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1"), "binary"],
  ["latin1.txt", Buffer.from("gr\xfc\xdfe", "latin1"), "binary"],
  ["cut.txt", Buffer.concat([Buffer.alloc(511, "a"), Buffer.from([0xc3])]), "text"],
  ["torn.txt", Buffer.from([0x61, 0xc3]), "binary"],
];

test.each(cases)("%s is shown by what it is: %#", (path, start, kind) => {
  expect<string>(artifactKindOf(path, start)).toBe(kind);
});
