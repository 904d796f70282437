// HTML as a reader needs it, and in time that follows its length, however it is made.
import { describe, expect, test } from "bun:test";
import { htmlToText } from "../../../src/workbench/fetch/html-text.ts";

const plain = (html: string, maxCharacters = 1_000_000) =>
  htmlToText({ html, isXml: false, base: "https://guild.org/docs/page", maxCharacters });

describe("a page's HTML", () => {
  test.each([
    ["<h1>Head <em>line</em></h1><p>One\n two</p><p>three", "# Head line\n\nOne two\n\nthree"],
    ["<title>A &amp; B</title><body>x", "A & B\n\nx"],
    ["<ul><li>a<li>b</ul>", "- a\n- b"],
    ["<ol><li>a<ul><li>deep</ul><li>b</ol>", "1. a\n\n  - deep\n\n2. b"],
    ['<a href="../x?a=1&amp;b">to</a>', "[to](https://guild.org/x?a=1&b)"],
    ["<a href='https://else.org/a b(c)'>to</a>", "[to](https://else.org/a%20b%28c%29)"],
    ['<a href="javascript:alert(1)">no</a> <a href="#here">here</a>', "no here"],
    ['<a href="/pic"><img src=x></a>.', "."],
    ['<a href="/pic"><img src=x alt="A &lt; B"></a>', "[[image: A < B]](https://guild.org/pic)"],
    ["<a href=/one>one<a href=/two>two", "[one](https://guild.org/one)[two](https://guild.org/two)"],
    ["<pre>a\n  b &gt; c</pre>x", "```\na\n  b > c\n```\n\nx"],
    ["use <code>a &lt; b</code> now", "use `a < b` now"],
    ["<table><tr><th>K<th>V<tr><td>1<td>2</table>", "K | V\n1 | 2"],
    ["a<br>b<hr>c", "a\nb\n\n---\n\nc"],
    ["<script>if (a<b) '</p>'</script>a<style>p{}</style><SVG><text>t</text></SVG>b", "ab"],
    ["<!-- <p>no</p> -->yes<!doctype x><?php ?>", "yes"],
    ['<p title="a > b" data-x=\'"\'>in</p>', "in"],
    ["1 < 2 & 3 &lt; 4 &unknown; &#8364;&#x41;&#0;", "1 < 2 & 3 < 4 &unknown; €A\u{fffd}"],
    ["<p>unclosed <b", "unclosed"],
    ["<a href='x", ""],
    ["", ""],
  ])("%j", (html, text) => {
    expect(plain(html).text).toBe(text);
  });

  test("is cut at a number of characters, and it is said", () => {
    expect(plain("<p>aa</p>".repeat(100), 20)).toMatchObject({ cut: true });
    expect(plain("a".repeat(100), 20)).toEqual({ text: "a".repeat(20), cut: true });
    expect(plain("<p>aa</p>", 20)).toEqual({ text: "aa", cut: false });
  });
});

describe("hostile HTML of five megabytes", () => {
  const pieces = [
    ..."<div>|<p><b>|<|< |<a b=\"|<a href='|<!--|<!|&amp|&|&#x|</p>|<script>|<script></script>|<title>".split(
      "|",
    ),
    ...'word |<a href=/x>y</a>|<ul><li>|<img alt="x">|<pre>|<code>|<td>|<svg>|<h1>|<a|\0| |<a x |x=|<script/>|<template/>|</scriptx|<svg/>'.split(
      "|",
    ),
  ];
  /** In milliseconds of this process alone: how busy the machine is must not matter. */
  const took = (html: string) => {
    const began = process.cpuUsage();
    plain(html, 400_000);
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1000;
  };

  test("takes time in proportion to its length, and no stack", () => {
    const large = 5 * 1024 * 1024;
    const slow = pieces
      .map((piece) => [piece, took(piece.repeat(large / piece.length))] as const)
      .filter(([, ms]) => ms > 1500); // at most 300 ms each; a search from each piece anew takes minutes
    expect(slow).toEqual([]);
  }, 120_000);
});
