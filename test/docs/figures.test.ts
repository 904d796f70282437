// The numbers of the documents are those of the code. Each row is a phrase of a document, in which {} stands for a
// number, and the constant that it states.
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { inWords } from "../../src/base/text/number-words.ts";
import { constantIn } from "./constants.ts";

const [second, minute, MiB] = [1000, 60_000, 1024 * 1024];

/** The phrase, the file and the name of the constant, and how much of it one of the phrase's units is. */
type Row = readonly [phrase: string, file: string, name: string, unit?: number];

const files: readonly Row[] = [
  ["the number `{}` and a newline", "src/contract/home/home-layout.ts", "homeVersion"],
  ["longer than {} bytes; then only speed is lost", "src/host/network/nudge.ts", "maxSocketPathBytes"],
  ["fields of at most {} characters", "src/host/log.ts", "maxFieldCharacters"],
  ["At {} MB it becomes `hall.jsonl.1`", "src/hall/main.ts", "maxBytes", 1_000_000],
  ["and so on; {} older files", "src/hall/main.ts", "keep"],
  ["Over {} MB it becomes `hall.out.1`", "src/cli/hall/start-hall.ts", "maxOutBytes", 1_000_000],
  ["a file that grows over {} MB", "src/guild/members/process/printed.ts", "maxBytes", 1_000_000],
  ["The {} that were used last are kept", "src/workbench/checks/outcomes.ts", "mostKept"],
  ["added or changed, at most {};", "src/git/merge/marked-work.ts", "mostBlobs"],
  ["64 kB ({} bytes)", "src/contract/memory/memory.ts", "maxEntryBytes"],
  ["64 KiB ({} bytes without its newline)", "src/store/ledger/line.ts", "maxLineBytes"],
  ["whose `v` is above {} was written", "src/store/ledger/line.ts", "lineFormat"],
  ["are cut at {} characters", "src/model/session/facts.ts", "maxFactCharacters"],
  ["at most the last {} characters that it printed", "src/rules/course/describe-loss.ts", "mostCharacters"],
  ["at most its last {} characters, and `cut`", "src/workbench/checks/run-check.ts", "maxOutputCharacters"],
  ["At most {} are kept; the one that was not seen", "src/hall/http/page/page-keys.ts", "mostBrowsers"],
  ["`maxTurns` ({}), `maxBudgetUsd`", "src/contract/package/package.ts", "maxTurns"],
  ["`maxBudgetUsd` ({}), `maxSeconds`", "src/contract/package/package.ts", "maxBudgetUsd"],
  ["its posture, at most {} kB", "src/guild/roster/read-package.ts", "maxPostureBytes", 1024],
  ["| `package.json` | At most {} MB.", "src/guild/roster/read-package.ts", "maxPackageFileBytes", MiB],
  ["begins {} minutes after a start", "src/hall/upkeep/inspection.ts", "firstRoundMs", minute],
];

const protocol: readonly Row[] = [
  ["at most `bytes` (default {})", "src/hall/operations/operations.ts", "usualLogBytes"],
  ["A body has at most {} MiB; else 413 `too_large`", "src/hall/http/body.ts", "maxBodyBytes", MiB],
  ["takes at most {} KiB", "src/hall/http/body.ts", "maxOpenBodyBytes", 1024],
  ["no request has come within {} seconds", "src/hall/wiring/door.ts", "patienceMs", second],
  ["If there are more than {} of these", "src/hall/wiring/door.ts", "most"],
  ["an object of at most {} bytes, is given", "src/contract/commission/commission.ts", "maxMemberConfigBytes"],
  ["A key has at most {} visits", "src/hall/http/page/visits.ts", "mostPerKey"],
  ["not if it is {} or more behind", "src/hall/http/page/visits.ts", "window"],
  ["takes longer than {} seconds, the answer is 503", "src/git/review/work-sides.ts", "lookLimitMs", second],
  ["At most {} files are listed; `total`", "src/git/review/diff-trees.ts", "mostFiles"],
  ["the patch is longer than {} KiB", "src/git/review/diff-trees.ts", "mostOfOne", 1024],
  ["fill the answer ({} MiB)", "src/git/review/diff-trees.ts", "mostInAll", MiB],
  ["A file larger than {} MiB, or a patch", "src/git/review/patch-trees.ts", "mostOfOne", MiB],
  ["a patch longer than {} MiB, is 413", "src/git/review/patch-trees.ts", "mostInAll", MiB],
  ["holds a file larger than {} MiB", "src/git/snapshot/look-snapshot.ts", "mostOfOne", MiB],
  ["After {} seconds the answer is 503", "src/git/review/patch-work.ts", "limitMs", second],
  ["It lists at most {} of `total`", "src/workbench/workdir/show-artifacts.ts", "mostListed"],
  ["looks at no more than {}.", "src/host/files/list-inside.ts", "mostNames"],
  ["**`artifact`** answers at most {} MiB", "src/contract/commission/artifacts.ts", "maxArtifactBytes", MiB],
  ["the latest {} messages", "src/hall/http/stream/replay-buffer.ts", "keptMessages"],
  ["at most {} Mi characters", "src/hall/http/stream/replay-buffer.ts", "keptCharacters", MiB],
  ["A comment comes every {} seconds", "src/hall/http/stream/event-stream.ts", "heartbeatMs", second],
  ["silent for {} seconds belongs", "src/client/listen.ts", "silentMs", second],
  ["more than {} MiB behind", "src/hall/http/stream/event-stream.ts", "queuedBytes", MiB],
  ["for {} minutes after the end", "src/model/gateway/jobs/job-accounts.ts", "longestAfterMs", minute],
  ["waits at most {} seconds for an unknown job", "src/model/gateway/jobs/job-accounts.ts", "longestExpectedMs", second],
  ["`content-length` of at most {} MB", "src/model/gateway/door.ts", "maxBodyBytes", MiB],
  ["and has at most {} KiB", "src/guild/members/code/read-manifest.ts", "maxManifestBytes", 1024],
  ["before {} KiB of other output", "src/guild/members/process/await-address.ts", "headBytes", 1024],
  ["After {} s the hall kills what is left", "src/hall/wiring/wire-members.ts", "graceMs", second],
  ["at most {} MiB of a reply", "src/contract/member/worker-protocol.ts", "replyBytes", MiB],
  ["a reply, {} jobs of a list", "src/contract/member/worker-protocol.ts", "replyJobs"],
  ["jobs of a list and {} questions", "src/contract/member/worker-protocol.ts", "replyItems"],
  ["after {} tries without an answer", "src/hall/engine/member/ask.ts", "mostTries"],
  ["It keeps at most {} files, of", "src/contract/member/worker-protocol.ts", "files"],
]; // prettier-ignore

const internals: Readonly<Record<string, readonly Row[]>> = {
  "dispatch.md": [
    ["less than {} MB are free under the home", "src/contract/home/config.ts", "minFreeDiskMb"],
    ["less than {} MB are available", "src/contract/home/config.ts", "minFreeMemoryMb"],
    ["started in the last {} seconds", "src/rules/admission/gate.ts", "growingMs", second],
    ["is still there adds {} MB", "src/rules/admission/gate.ts", "workerMb"],
    ["and at most {} seconds ([`unfinished.ts`]", "src/hall/dispatch/unfinished.ts", "longestMs", second],
    ["occurs {} times in a row", "src/hall/dispatch/unfinished.ts", "mostTries"],
  ],
  "members.md": [
    ["1, 2, 4 ... {} seconds", "src/rules/member/member-life.ts", "longestWaitMs", second],
    ["After {} failures in a row", "src/rules/member/member-life.ts", "maxFailures"],
    ["After {} seconds it kills every process", "src/hall/wiring/wire-members.ts", "graceMs", second],
    ["with {} seconds from the connection", "src/contract/member/worker-protocol.ts", "callMs", second],
    ["read up to {} MiB", "src/contract/member/worker-protocol.ts", "replyBytes", MiB],
  ],
  "packages.md": [
    ["each call have {} seconds", "src/guild/roster/package-code.ts", "codeMs", second],
    ["not taken its lock after {} seconds", "src/hall/main.ts", "startWithinMs", second],
    ["has taken {} seconds of processor time", "src/workbench/main.ts", "limitSeconds"],
    ["more than {} characters is cut", "src/guild/toolboxes/package-tool.ts", "maxAnswerCharacters"],
    ["a prompt of more than {} bytes", "src/guild/roster/activate.ts", "maxPromptBytes"],
    ["The last {} characters of the output", "src/workbench/checks/run-check.ts", "maxOutputCharacters"],
  ],
  "fetching.md": [
    ["An answer has at most {} characters", "src/guild/toolboxes/web-fetch.ts", "maxAnswerCharacters"],
    ["a page at most {}.", "src/workbench/fetch/page-text.ts", "maxPageCharacters"],
    ["the first {} characters of the page", "src/guild/toolboxes/web-fetch.ts", "maxErrorCharacters"],
    ["`https`, at most {} characters", "src/base/network/page-url.ts", "maxUrlCharacters"],
    ["{} KiB of head", "src/workbench/fetch/response.ts", "maxHeadBytes", 1024],
    ["| Number | {} at once", "src/workbench/fetch/page-fetcher.ts", "atOnce"],
    ["at once, {} pages and", "src/workbench/fetch/page-fetcher.ts", "pages"],
  ],
  "gateway.md": [
    ["for {} seconds at most ([`patience.ts`]", "src/model/gateway/gateway.ts", "billMs", second],
    ["for {} seconds after a start", "src/model/gateway/jobs/open-jobs.ts", "recoveryMs", second],
  ],
  "git.md": [
    ["waits {} seconds for the lock of a ref", "src/git/repository/view.ts", "filesRefLockTimeout", second],
    ["no file of more than {} MiB", "src/git/snapshot/look-snapshot.ts", "mostOfOne", MiB],
  ],
  "sandbox.md": [
    ["After {} hosts it reaches no other", "src/workbench/fetch/host-uses.ts", "mostReached"],
    ["on the disk; {} are kept", "src/workbench/checks/outcomes.ts", "mostKept"],
  ],
  "checks.md": [["the last {} characters of the output", "src/workbench/checks/run-check.ts", "maxOutputCharacters"]],
}; // prettier-ignore

const all = [
  ...files.map((row) => ["docs/files.md", ...row] as const),
  ...protocol.map((row) => ["docs/protocol.md", ...row] as const),
  ...Object.entries(internals).flatMap(([name, rows]) =>
    rows.map((row) => [`docs/internals/${name}`, ...row] as const),
  ),
];

test.each(all)("%s: %s", (document, phrase, file, name, unit = 1) => {
  const value = constantIn(file, name) / unit;
  const text = readFileSync(document, "utf8");
  expect(phrasesOf(phrase, value).filter((each) => text.includes(each))).not.toEqual([]);
});

test("another number would be noticed", () => {
  expect(phrasesOf("after {} tries", 5)).toEqual(["after 5 tries", "after 5 tries", "after five tries"]);
  expect(phrasesOf("{} were kept", 4096)).toContain("4,096 were kept");
  expect(phrasesOf("after {} tries", 6).filter((each) => "after five tries".includes(each))).toEqual([]);
  expect(() => constantIn("src/hall/main.ts", "noSuchNumber")).toThrow("has no number");
});

/** The phrase with the number in digits, with separators, and in words. */
function phrasesOf(phrase: string, value: number): string[] {
  const numbers = [String(value), value.toLocaleString("en"), inWords(value)];
  return numbers.map((number) => phrase.replace("{}", number));
}
