// Which paths of the person's branch are offered to a person who names one in a task, in a real repository.
import { expect, test } from "bun:test";
import { symlinkSync, writeFileSync } from "node:fs";
import { listPaths } from "../../../src/git/repository/list-paths.ts";
import { gitIn, writeFiles } from "../../harness/git/repositories.ts";
import { openTestProject } from "../project.ts";

test("paths that begin with the text come first, and none that a task cannot name", async () => {
  const { deps, name, checkout } = await openTestProject({ "lib/src.ts": "a\n", "lib/asrc": "a\n" });
  const odd = ["a b", "line\nbreak", "q'uote", "end.", ":(top)x", "bi\u202edi"];
  writeFiles(checkout, {
    "src/main.ts": "export {};\n",
    ...Object.fromEntries(odd.map((each) => [`src/${each}`, ""])),
    ":src": "",
  });
  writeFileSync(Buffer.concat([Buffer.from(`${checkout}/src/`), Buffer.from([0xff])]), "");
  symlinkSync("/etc/passwd", `${checkout}/src/link`);
  gitIn(checkout, "add", "-A");
  gitIn(checkout, "commit", "-qm", "More");
  const list = async (text: string, limit = 50) => {
    const { branch, paths, more } = await listPaths(deps, { project: name, text, limit });
    return [branch, paths.map(({ path, is }) => (is === "directory" ? `${path}/` : path)), more];
  };
  // The integration branch does not have src/ yet: the person's own branch is listed.
  expect(await list("SRC")).toEqual(["main", ["src/", "src/main.ts", "lib/src.ts", "lib/asrc"], false]);
  expect(await list("src/m")).toEqual(["main", ["src/main.ts"], false]);
  expect(await list("src", 2)).toEqual(["main", ["src/", "src/main.ts"], true]);
  for (const nothing of ["*.ts", "../", "--help", "link", ":src", "a b", "\u0000", "nowhere"])
    expect(await list(nothing)).toEqual(["main", [], false]);
});

test("a search that takes too long answers with what it has", async () => {
  const { deps, name } = await openTestProject();
  const clock = {
    after: (ms: number, act: () => void) => {
      if (ms === 1000) act();
      return { cancel: () => undefined };
    },
  };
  const found = await listPaths({ ...deps, clock }, { project: name, text: "", limit: 50 });
  expect(found).toEqual({
    branch: "main",
    paths: [{ path: "a.txt", is: "file" }],
    more: true,
  } as typeof found);
});
