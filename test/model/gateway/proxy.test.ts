import { describe, expect, test } from "bun:test";
import { proxyFor } from "../../../src/rules/network/proxy.ts";

const proxy = { http: "http://plain:3128", https: "http://user:pass@secure:3128", no: null };

describe("which proxy a URL goes through", () => {
  test.each([
    ["https://api.anthropic.com/v1", "http://user:pass@secure:3128"],
    ["http://gateway.example:8080/", "http://plain:3128"],
  ])("%s goes through %s", (url, expected) => {
    expect(proxyFor(url, proxy)).toBe(expected);
  });

  test("there is none where none is set", () => {
    expect(proxyFor("https://a.example", { http: "http://plain:1", https: null, no: null })).toBeNull();
    expect(proxyFor("https://a.example", { http: null, https: "", no: null })).toBeNull();
  });

  test("a proxy without a scheme is an HTTP proxy", () => {
    expect(proxyFor("https://a.example", { ...proxy, https: "host:3128" })).toBe("http://host:3128");
  });

  test.each([
    ["*", "https://api.anthropic.com", true],
    ["api.anthropic.com", "https://api.anthropic.com", true],
    ["API.Anthropic.COM", "https://api.anthropic.com", true],
    ["anthropic.com", "https://api.anthropic.com", true],
    [".anthropic.com", "https://api.anthropic.com", true],
    ["*.anthropic.com", "https://api.anthropic.com", true],
    ["thropic.com", "https://api.anthropic.com", false],
    ["api.anthropic.com.evil", "https://api.anthropic.com", false],
    ["localhost, 127.0.0.1 ,::1", "http://127.0.0.1:9/", true],
    ["localhost,::1", "http://[::1]:9/", true],
    ["[::1]:9", "http://[::1]:9/", true],
    ["[::1]:8", "http://[::1]:9/", false],
    ["api.anthropic.com:443", "https://api.anthropic.com", true],
    ["api.anthropic.com:8443", "https://api.anthropic.com", false],
    ["api.anthropic.com:8443", "https://api.anthropic.com:8443", true],
    ["10.0.0.0/8", "https://10.20.30.40", true],
    ["10.0.0.0/8", "https://11.0.0.1", false],
    ["192.168.1.0/33,x/8,/8", "https://192.168.1.1", false],
    ["0.0.0.0/0", "https://1.2.3.4", true],
    ["", "https://api.anthropic.com", false],
    [" , .", "https://api.anthropic.com", false],
  ])("NO_PROXY=%j for %s: direct is %p", (no, url, direct) => {
    expect(proxyFor(url, { ...proxy, no }) === null).toBe(direct);
  });
});
