// What a hostile page in the person's browser does to an address on loopback. Each attack gives back what it got hold
// of, or nothing; what it changed is seen at the hall.
import type { Page, Request } from "playwright-core";
import { token } from "../../harness/served-app.ts";

export interface Attack {
  name: string;
  /** What it is after: to know something, or to have a commission made. */
  wants: "to read" | "to change";
  /** `page` shows a page of the attacker's. */
  carryOut(page: Page, target: string): Promise<string>;
}

const order = { worker: "researcher", title: "Made by a stranger", task: "Read." };

export const attacks: Attack[] = [
  {
    name: "a fetch that would read",
    wants: "to read",
    carryOut: (page, target) => page.evaluate(read, `${target}/api/v1/commissions`),
  },
  {
    name: "a fetch that would read, with the token stolen",
    wants: "to read",
    carryOut: (page, target) => page.evaluate(readWith, [`${target}/api/v1/commissions`, token] as const),
  },
  {
    name: "a fetch that asks for nothing back",
    wants: "to change",
    carryOut: (page, target) =>
      page.evaluate(post, [`${target}/api/v1/commissions`, JSON.stringify(order)] as const),
  },
  { name: "a beacon", wants: "to change", carryOut: sendBeacon },
  { name: "a form that is sent", wants: "to change", carryOut: sendForm },
  {
    name: "an EventSource",
    wants: "to read",
    carryOut: (page, target) => page.evaluate(listen, `${target}/api/v1/events`),
  },
  { name: "a frame around the page", wants: "to read", carryOut: frame },
  { name: "a window that it opens and keeps hold of", wants: "to read", carryOut: openWindow },
  {
    name: "a script of the page",
    wants: "to read",
    carryOut: (page, target) => page.evaluate(include, ["script", `${target}/assets/app-1a2b.js`] as const),
  },
  {
    name: "a style of the page",
    wants: "to read",
    carryOut: (page, target) => page.evaluate(include, ["link", `${target}/assets/app-1a2b.css`] as const),
  },
  {
    name: "an image of the page",
    wants: "to read",
    carryOut: (page, target) => page.evaluate(include, ["img", `${target}/icon.svg`] as const),
  },
  {
    name: "a fetch of the document",
    wants: "to read",
    carryOut: (page, target) => page.evaluate(read, `${target}/`),
  },
];

function read(url: string): Promise<string> {
  return fetch(url).then(
    (answer) => answer.text(),
    () => "",
  );
}

function readWith([url, token]: readonly [string, string]): Promise<string> {
  return fetch(url, { headers: { authorization: `Bearer ${token}` } }).then(
    (answer) => answer.text(),
    () => "",
  );
}

/** A request that a browser sends without asking the other side first. */
function post([url, body]: readonly [string, string]): Promise<string> {
  return fetch(url, {
    method: "POST",
    mode: "no-cors",
    headers: { "content-type": "text/plain" },
    body,
  }).then(
    (answer) => answer.text(),
    () => "",
  );
}

async function sendBeacon(page: Page, target: string): Promise<string> {
  const url = `${target}/api/v1/commissions`;
  const isIt = (request: Request) => request.url() === url;
  const over = [page.waitForEvent("requestfinished", isIt), page.waitForEvent("requestfailed", isIt)];
  await page.evaluate(([to, body]) => void navigator.sendBeacon(to, body), [
    url,
    JSON.stringify(order),
  ] as const);
  await Promise.any(over);
  for (const each of over) each.catch(() => undefined);
  return "";
}

function listen(url: string): Promise<string> {
  return new Promise((done) => {
    const source = new EventSource(url);
    const end = (got: string) => {
      source.close();
      done(got);
    };
    source.addEventListener("open", () => end("a stream"));
    source.addEventListener("error", () => end(""));
  });
}

/** Whether something of that address can be had as part of a page: that alone tells that a hall is here. */
function include([kind, url]: readonly ["script" | "link" | "img", string]): Promise<string> {
  return new Promise((done) => {
    const element = document.createElement(kind);
    if (element instanceof HTMLLinkElement) Object.assign(element, { rel: "stylesheet", href: url });
    else element.src = url;
    element.addEventListener("load", () => done(`a ${kind}`));
    element.addEventListener("error", () => done(""));
    document.head.append(element);
  });
}

/** The oldest trick: what a form sends as plain text is JSON all the same. */
async function sendForm(page: Page, target: string): Promise<string> {
  await page.evaluate((url) => {
    document.body.innerHTML =
      '<iframe name="hidden"></iframe><form target="hidden" method="post"><input></form>';
    const [form, input] = [document.forms[0], document.querySelector("input")];
    if (!form || !input) throw new Error("there is no form");
    Object.assign(form, { action: url, enctype: "text/plain" });
    Object.assign(input, { name: '{"worker":"researcher","task":"Read', value: '."}' });
    const loaded = new Promise((done) => document.querySelector("iframe")?.addEventListener("load", done));
    form.submit();
    return loaded.then(() => undefined);
  }, `${target}/api/v1/commissions`);
  return "";
}

async function frame(page: Page, target: string): Promise<string> {
  await page.evaluate(
    (url) =>
      new Promise((done) => {
        const element = document.createElement("iframe");
        element.addEventListener("load", done);
        element.src = url;
        document.body.append(element);
      }),
    `${target}/`,
  );
  const inner = page.frames().find((each) => each !== page.mainFrame());
  return (await inner?.evaluate(() => document.title)) === "Guild Hall" ? "the page in a frame" : "";
}

async function openWindow(page: Page, target: string): Promise<string> {
  const [opened] = await Promise.all([
    page.context().waitForEvent("page"),
    page.evaluate((url) => {
      Object.assign(window, { taken: window.open(url) });
    }, `${target}/`),
  ]);
  await opened.waitForURL(`${target}/`);
  const isHeld = await opened.evaluate(() => window.opener !== null);
  // Whoever opened it is told a moment later that it is gone.
  if (!isHeld) await page.waitForFunction(() => (window as unknown as { taken: Window }).taken.closed);
  await opened.close();
  return isHeld ? "a window of the hall" : "";
}
