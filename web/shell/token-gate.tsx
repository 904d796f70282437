// Stands before the page where it has no token, or not the hall's: how to come in.
import { useEffect, useState } from "react";
import { isToken, keepToken, readToken } from "../api/token.ts";
import { Button } from "../parts/button.tsx";
import styles from "./token-gate.module.css";

export function TokenGate() {
  const [token, setToken] = useState("");
  const isWrong = readToken() !== null;
  const enter = () => {
    keepToken(token.trim());
    location.reload();
  };
  useEffect(() => {
    document.title = "Come in · Guild Hall";
  }, []);
  return (
    <main className={styles["gate"]}>
      <p className={styles["name"]}>Guild Hall</p>
      <h1>{isWrong ? "This key is not this hall’s" : "The hall does not know this tab yet"}</h1>
      <p className={styles["prose"]}>
        Run <code>guild-hall open</code> in a terminal. It opens this page with the hall’s key, which stays in
        that tab alone and is gone when the tab is closed.
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          enter();
        }}
      >
        <label htmlFor="token">Or paste the token from the file “token” in the hall’s home</label>
        <div className={styles["line"]}>
          <input
            id="token"
            type="password"
            autoComplete="off"
            value={token}
            onChange={(event) => setToken(event.target.value)}
          />
          <Button look="main" type="submit" refusal={refusalOf(token.trim())}>
            Come in
          </Button>
        </div>
      </form>
    </main>
  );
}

function refusalOf(token: string): string | null {
  if (token === "") return "paste the token first";
  return isToken(token) ? null : "this is no token: paste the whole line, and nothing else";
}
