// Shows what a commission has used so far, and its limits.
import type { CommissionDetail } from "../../../src/contract/commission/detail.ts";
import { ContextBar } from "../../parts/context-use.tsx";
import { Cost } from "../../parts/cost.tsx";
import { useNow } from "../../parts/now.ts";
import { clock, dollars, short } from "../../words/say.ts";
import { Fact, Facts, Group, Of } from "./timeline/group.tsx";
import styles from "./about.module.css";

export function Spent({ commission }: { commission: CommissionDetail }) {
  const { cost, turns, tokens, limits } = commission;
  const whole = (n: number) => n.toLocaleString("en-US");
  return (
    <Group title="Spent">
      <Facts>
        <Fact name="Cost">
          <Cost cost={cost} />
          {limits && !cost.rehearsed && <Of>{dollars(limits.maxBudgetUsd)}</Of>}
        </Fact>
        <Fact name="Turns">
          {turns}
          {limits && <Of>{limits.maxTurns}</Of>}
        </Fact>
        <Fact name="Tokens">
          <span title={`${whole(tokens.cacheRead)} of it read from the cache`}>
            {whole(tokens.input + tokens.cacheRead + tokens.cacheWrite)} in
          </span>
          {" · "}
          {whole(tokens.output)} out
        </Fact>
        <Fact name="Context">
          <Context commission={commission} />
        </Fact>
        <Fact name="Elapsed">
          <Elapsed commission={commission} />
        </Fact>
      </Facts>
    </Group>
  );
}

function Context({ commission: { contextTokens, contextWindow } }: { commission: CommissionDetail }) {
  if (contextTokens === 0) return "–";
  return (
    <span className={styles["bar"]}>
      <span>
        {short(contextTokens)} tokens
        <Of>{contextWindow === null ? "unknown" : short(contextWindow)}</Of>
      </span>
      {contextWindow !== null && <ContextBar tokens={contextTokens} window={contextWindow} />}
    </span>
  );
}

function Elapsed({ commission }: { commission: CommissionDetail }) {
  const elapsed = elapsedMs(commission, useNow());
  const { limits } = commission;
  if (elapsed === null) return "not begun";
  return (
    <>
      {clock(elapsed)}
      {limits?.maxSeconds && <Of>{clock(limits.maxSeconds * 1000)} at work</Of>}
    </>
  );
}

/** Returns `null` if the commission never began. */
export function elapsedMs(
  { startedAt, endedAt }: Pick<CommissionDetail, "startedAt" | "endedAt">,
  now: number,
): number | null {
  if (startedAt === null) return null;
  return (endedAt === null ? now : Date.parse(endedAt)) - Date.parse(startedAt);
}
