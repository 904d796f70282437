// A package that is replaced: whoever looks meanwhile finds the old one or the new one.
import { expect, test } from "bun:test";
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { homeLayout } from "../../../src/contract/home/home-layout.ts";
import { packageName } from "../../../src/contract/home/ids.ts";
import { type Disk, systemDisk } from "../../../src/host/files/disk.ts";
import { draftOf, putInPlace } from "../../../src/guild/packages/home-packages.ts";
import { tempDir } from "../../harness/temp.ts";
import { layFiles, workerFiles } from "./support.ts";

const name = packageName.parse("scribe");

/** What is there at each call to the disk, before it and after it. */
function watched(path: string, seen: boolean[]): Disk {
  const look = () => void seen.push(existsSync(`${path}/package.json`));
  const around = async (call: Promise<void>) => call.finally(look);
  return {
    ...systemDisk,
    move: (from, to) => (look(), around(systemDisk.move(from, to))),
    secureNames: (directory) => (look(), around(systemDisk.secureNames(directory))),
  };
}

test("one that cannot be put away is where it was", async () => {
  const home = homeLayout(tempDir());
  mkdirSync(home.packages);
  const path = layFiles(`${home.packages}/scribe`, { ...workerFiles(), "posture.md": "old" });
  const deps = { disk: systemDisk, home, newKey: () => "k" }; // there is no trash
  const draft = layFiles(draftOf(deps, name), workerFiles());
  await expect(putInPlace(deps, { name, draft })).rejects.toThrow("ENOENT");
  expect(readFileSync(`${path}/posture.md`, "utf8")).toBe("old");
});

test.each(["directory", "link"] as const)("a %s is there at every step while it is replaced", async (was) => {
  const place = tempDir();
  const home = homeLayout(`${place}/home`);
  for (const path of [home.packages, home.trash]) mkdirSync(path, { recursive: true });
  const path = `${home.packages}/scribe`;
  const old = layFiles(was === "link" ? `${place}/old` : path, { ...workerFiles(), "posture.md": "old" });
  if (was === "link") symlinkSync(old, path);
  const seen: boolean[] = [];
  const deps = { disk: watched(path, seen), home, newKey: () => "k" };
  const draft = layFiles(draftOf(deps, name), { ...workerFiles(), "posture.md": "new" });
  const movedTo = was === "link" ? null : `${home.trash}/package-scribe.k`;
  expect(await putInPlace(deps, { name, draft })).toEqual({ was, movedTo });
  expect(seen.length).toBeGreaterThan(1);
  expect(seen).not.toContain(false);
  expect(readFileSync(`${path}/posture.md`, "utf8")).toBe("new");
  expect(lstatSync(path).isDirectory()).toBe(true);
  expect(readFileSync(`${movedTo ?? old}/posture.md`, "utf8")).toBe("old");
  expect(readdirSync(home.packages)).toEqual(["scribe"]);
});
