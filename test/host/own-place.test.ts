// Whose a home is: another user of the machine must not be able to put other files in the place of the hall's.
import { describe, expect, test } from "bun:test";
import { chmodSync, chownSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { whyNotOwn } from "../../src/host/files/own-place.ts";
import { launch } from "../cli/support.ts";
import { tempDir } from "../harness/temp.ts";

const me = 1000;
const stranger = 1001;

/** Directories by their paths; those that are not named belong to root and are closed to others. */
function machine(directories: Record<string, { uid?: number; mode?: number }>) {
  return {
    uid: me,
    look: async (path: string) => ({ uid: 0, mode: 0o40755, ...directories[path] }),
  };
}

function setUp() {
  const place = tempDir();
  const above = `${place}/above`;
  const home = `${above}/home`;
  mkdirSync(home, { recursive: true });
  symlinkSync(home, `${place}/link`);
  const own = { [home]: { uid: me }, [above]: { uid: me }, [place]: { uid: me } };
  return { place, above, home, own };
}

describe("a home", () => {
  test("of one's own, in directories of one's own and of root's, is one's own", async () => {
    const { home, above, own } = setUp();
    expect(await whyNotOwn(home, machine(own))).toBeNull();
    expect(await whyNotOwn(`${home}/new/one`, machine(own))).toBeNull();
    const shared = { ...own, [above]: { uid: 0, mode: 0o41777 } }; // as /tmp is
    expect(await whyNotOwn(home, machine(shared))).toBeNull();
  });

  test.each([
    ["that belongs to another user", "home", { uid: stranger }, "It belongs to another user"],
    ["that belongs to root", "home", { uid: 0 }, "It belongs to another user"],
    ["in a directory of another user", "above", { uid: stranger }, "/above, which it lies in, belongs to"],
    ["in a directory that all may write to", "above", { uid: me, mode: 0o40777 }, "written to by every user"],
    ["far below a directory that all may write to", "place", { mode: 0o40777 }, ", which it lies in, may be"],
    [
      "in a shared directory of another user",
      "above",
      { uid: stranger, mode: 0o41777 },
      "belongs to another",
    ],
  ] as const)("%s is refused, also by way of a link", async (_what, which, changed, words) => {
    const { place, own, ...paths } = setUp();
    const there = machine({ ...own, [{ place, ...paths }[which]]: changed });
    const why = await whyNotOwn(paths.home, there);
    expect(why).toContain(words);
    expect(await whyNotOwn(`${place}/link`, there)).toBe(why);
  });

  test.each([
    ["of another user", "there/link", { uid: stranger }, "/there/link, a link that leads to it, belongs to"],
    ["in a directory of another user", "there", { uid: stranger }, "/there, which it lies in, belongs to"],
    ["in a directory that all may write to", "there", { mode: 0o40777 }, "may be written to by every user"],
  ] as const)(
    "is refused by way of a link %s, also the second of two",
    async (_what, which, changed, words) => {
      const { place, home, own } = setUp();
      mkdirSync(`${place}/there`);
      symlinkSync("../above", `${place}/there/link`);
      symlinkSync("there/link/home", `${place}/second`);
      const names = [`${place}/there/link/home`, `${place}/second`];
      for (const name of names) expect(await whyNotOwn(name, machine(own))).toBeNull(); // the control
      const there = machine({ ...own, [`${place}/${which}`]: changed });
      for (const name of names) expect(await whyNotOwn(name, there)).toContain(words);
      expect(await whyNotOwn(home, there)).toBeNull();
    },
  );

  test("on this machine is asked of the file system", async () => {
    const { home, above } = setUp();
    expect(await whyNotOwn(home)).toBeNull();
    chmodSync(above, 0o777);
    expect(await whyNotOwn(home)).toContain("may be written to by every user");
    expect(await whyNotOwn(`${above}/not-there-yet`)).toContain("may be written to by every user");
  });
});

const isRoot = process.getuid?.() === 0;
test.skipIf(!isRoot)(
  "a hall is not started in a home of another user, and leaves it as it is",
  async () => {
    const place = tempDir();
    const home = `${place}/home`;
    mkdirSync(home);
    chownSync(home, 65534, 65534);
    const { code, stderr } = await launch(["up"], { env: { GUILD_HALL_HOME: home, GUILD_HALL_PORT: "0" } })
      .ended;
    expect(code).toBe(1);
    expect(stderr).toContain(`${home} cannot be the home of your hall. It belongs to another user`);
    expect(readdirSync(home)).toEqual([]);
  },
  60_000,
);
