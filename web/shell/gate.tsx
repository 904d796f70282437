// Replaces the page when the hall does not know this browser: says why, and how to sign in.
import { useEffect, useState } from "react";
import { codeIn } from "../api/link.ts";
import { isHallProblem } from "../api/problem.ts";
import { comeIn, isKnownNow, type OutsideFor, whyOutside } from "../api/visit.ts";
import { Button } from "../parts/button.tsx";
import styles from "./gate.module.css";

const headings: Readonly<Record<OutsideFor, string>> = {
  new: "The hall does not know this browser yet",
  unknown: "The hall does not know this browser any more",
  "put-away": "Another program answered at the hall’s address",
  "used-link": "This link was used already, or is too old",
  "old-link": "This link is from an earlier release",
  "no-proofs": "This browser cannot sign its requests here",
};

/**
 * How often to check whether this browser is known now: another tab may have signed in, or the hall may be back at an
 * address where another program answered.
 */
const lookAgainMs = 2000;

export function Gate() {
  const reason = whyOutside();
  useEffect(() => {
    document.title = "Sign in · Guild Hall";
    const timer = setInterval(() => {
      void isKnownNow().then((isKnown) => isKnown && location.reload());
    }, lookAgainMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <main className={styles["gate"]}>
      <p className={styles["name"]}>Guild Hall</p>
      <h1>{headings[reason]}</h1>
      {reason === "old-link" && (
        <p className={styles["prose"]}>
          It contains the hall’s token. The page no longer accepts the token and has sent it nowhere, but your
          browser may have kept the link. To get a new token, stop the hall, delete the file “token” in its
          home and start the hall again.
        </p>
      )}
      {reason === "put-away" && (
        <p className={styles["prose"]}>
          That program could not prove that it is the hall, so this browser removed its key from storage: no
          page of that program can find it. If another tab of the hall is still open, that tab restores the
          key once the hall is back.
        </p>
      )}
      {reason === "no-proofs" ? (
        <p className={styles["prose"]}>
          The page needs WebCrypto, which browsers offer only at trusted addresses. Open the page at
          127.0.0.1, in a recent browser.
        </p>
      ) : (
        <>
          <p className={styles["prose"]}>
            Run <code>guild-hall open</code> in a terminal. It opens this page with a link that works once.
            From then on the hall knows this browser, in every tab, until you sign out.
          </p>
          <LinkForm />
        </>
      )}
    </main>
  );
}

function LinkForm() {
  const [link, setLink] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const enter = async () => {
    const code = codeIn(link);
    if (code === null || isBusy) return;
    setBusy(true);
    try {
      await comeIn(code);
      location.reload();
    } catch (thrown) {
      setProblem(sayProblem(thrown));
      setBusy(false);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void enter();
      }}
    >
      <label htmlFor="link">Or paste the link that “guild-hall open --print” prints</label>
      <div className={styles["line"]}>
        <input
          id="link"
          type="password"
          autoComplete="off"
          value={link}
          onChange={(event) => setLink(event.target.value)}
        />
        <Button look="main" type="submit" refusal={refusalOf(link)} busy={isBusy && "Signing in…"}>
          Sign in
        </Button>
      </div>
      {problem !== null && <p role="alert">{problem}</p>}
    </form>
  );
}

function refusalOf(link: string): string | null {
  if (link.trim() === "") return "paste the link first";
  return codeIn(link) === null
    ? "this is not a link from “guild-hall open”; paste the whole line, and nothing else"
    : null;
}

function sayProblem(thrown: unknown): string {
  if (isHallProblem(thrown) && thrown.code === "unknown_key") return `${headings["used-link"]}.`;
  return isHallProblem(thrown) ? thrown.message : "The hall does not answer.";
}
