// A page may send us on, and its name may lead elsewhere the next moment.
import { afterEach, describe, expect, test } from "bun:test";
import {
  answer,
  closeListeners,
  fetchOne,
  host,
  listen,
  privateAddress,
  publicAddress,
  redirect,
  says,
  serves,
} from "./support.ts";

afterEach(closeListeners);

describe("a redirect", () => {
  test("is followed, relative or not, and the last URL is named", async () => {
    const { port, heard } = await listen(
      serves({
        "/a?x=1": redirect("../b#part", 301),
        "/b": redirect("?c", 307),
        "/b?c": redirect(`//${host}:${String(0)}`, 302),
      }),
    );
    expect(await fetchOne(`http://${host}:${port}/a?x=1`)).toMatchObject({
      finalUrl: `http://${host}:${port}/b?c`,
      status: 302,
      refused: expect.stringContaining("A page on port 0 is not fetched."),
    });
    expect(heard.map((head) => head.split(" ", 2)[1])).toEqual(["/a?x=1", "/b", "/b?c"]);
    // Nothing is carried along from page to page.
    expect(heard.join("")).not.toMatch(/referer|cookie|authorization|origin/i);
  });

  test.each([
    ["UTF-8", "/caf\u00c3\u00a9", "/caf%C3%A9"],
    ["Latin-1", "/caf\u00e9", "/caf%C3%A9"],
    ["escapes", "/caf%C3%A9", "/caf%C3%A9"],
  ])("leads where its letters say, written in %s", async (_, location, path) => {
    const { port, heard } = await listen(serves({ "/": redirect(location), [path]: answer("here") }));
    expect((await fetchOne(`http://${host}:${port}/`)).text).toBe("here");
    expect(heard).toHaveLength(2);
  });

  const inside = [
    `http://${privateAddress}:PORT/`,
    "http://inside.guild.org:PORT/",
    "//127.0.0.2:PORT/",
    "http://0x7f.2:PORT/",
    "http://[::ffff:127.0.0.2]:PORT/",
  ];
  const refused = [
    ...inside,
    "file:///etc/passwd",
    "ftp://127.0.0.1/",
    "javascript:alert(1)",
    `http://user:pass@${host}/`,
    `http://${host}:25/`,
    "http://localhost/",
    "http://denied.guild.org/",
    "http://169.254.169.254/latest/meta-data/",
    "http://[",
  ];
  const resolve = async (name: string) => {
    if (name === host) return [publicAddress];
    return name === "inside.guild.org" ? [privateAddress] : [name.replace(/^::ffff:.*$/, privateAddress)];
  };

  test("from a public page to one that is not is refused, and nobody is connected to", async () => {
    const secret = await listen(says(answer("secret")), privateAddress);
    for (const location of refused.map((url) => url.replace("PORT", String(secret.port)))) {
      const { port } = await listen(says(redirect(location)));
      const url = `http://${host}:${port}/`;
      const outcome = await fetchOne(url, { resolve, limits: { deny: ["denied.guild.org"] } });
      expect([location, outcome.finalUrl, outcome.text]).toEqual([location, url, ""]);
      expect(outcome.refused).toContain("redirected it, and the redirect was refused");
    }
    expect(secret.heard).toEqual([]);
  });

  test("the control: without the address rule it would be followed inside", async () => {
    const secret = await listen(says(answer("secret")), privateAddress);
    for (const location of inside.map((url) => url.replace("PORT", String(secret.port)))) {
      const { port } = await listen(says(redirect(location)));
      const outcome = await fetchOne(`http://${host}:${port}/`, { resolve, whyForbidden: () => null });
      expect([location, outcome.text]).toEqual([location, "secret"]);
    }
    expect(secret.heard).toHaveLength(inside.length);
  });

  test("in a circle ends", async () => {
    const { port, heard } = await listen(says(redirect("/again")));
    const outcome = await fetchOne(`http://${host}:${port}/`, { limits: { maxRedirects: 3 } });
    expect(outcome.refused).toBe("It was redirected more than 3 times.");
    expect(heard).toHaveLength(4);
  });
});

describe("a name that leads elsewhere the second time", () => {
  /** First to a public address, from then on inside. */
  const rebinding = () => {
    let asked = 0;
    const resolve = async () => ((asked += 1) === 1 ? [publicAddress] : [privateAddress]);
    return { resolve, asked: () => asked };
  };

  test("is looked up once: what was checked is what is connected to", async () => {
    const { port, heard } = await listen(says(answer("outside")));
    const names = rebinding();
    expect((await fetchOne(`http://${host}:${port}/`, names)).text).toBe("outside");
    expect(names.asked()).toBe(1);
    expect(heard[0]).toContain(`\r\nHost: ${host}:${port}\r\n`);
  });

  test("is checked again when the page sends us back to it", async () => {
    const secret = await listen(says(answer("secret")), privateAddress);
    const { port } = await listen(says(redirect(`http://${host}:${secret.port}/`)));
    const outcome = await fetchOne(`http://${host}:${port}/`, rebinding());
    expect(outcome.refused).toContain(
      `${host} leads to ${privateAddress}, which is an address of this machine`,
    );
    expect(secret.heard).toEqual([]);
  });
});

describe("the lists of hosts", () => {
  const cases: [string, { allow?: string[]; deny?: string[] }, boolean][] = [
    ["a.guild.org", {}, true],
    ["a.guild.org", { deny: ["a.guild.org"] }, false],
    ["a.guild.org", { deny: ["*.guild.org"] }, false],
    ["x.a.guild.org", { deny: ["*.guild.org"] }, false],
    ["guild.org", { deny: ["*.guild.org"] }, true],
    ["notguild.org", { deny: ["*.guild.org"] }, true],
    ["A.Guild.ORG.", { deny: ["a.guild.org"] }, false],
    ["a.guild.org", { allow: ["b.guild.org"] }, false],
    ["a.guild.org", { allow: ["*.GUILD.org"] }, true],
    ["a.guild.org", { allow: ["*.guild.org"], deny: ["a.guild.org"] }, false],
    ["127.0.0.2", { allow: ["127.0.0.2"] }, false],
  ];
  test.each(cases)("%s with %j: %p", async (name, limits, isFetched) => {
    const { port } = await listen(says(answer("page")));
    const resolve = async (asked: string) => [asked === privateAddress ? privateAddress : publicAddress];
    const { text } = await fetchOne(`http://${name}:${port}/`, { limits, resolve });
    expect(text).toBe(isFetched ? "page" : "");
  });
});
