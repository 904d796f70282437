// Shows the tabs of a commission. The address says which one is open.
import { Tabs } from "@base-ui/react/tabs";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense } from "react";
import type { CommissionDetail } from "../../../src/contract/commission/detail.ts";
import { fetchCode } from "../../api/visit.ts";
import { ProblemNote } from "../../parts/note.tsx";
import { useOffer } from "../../shell/at-hand.ts";
import { useKeys } from "../../shell/keys.ts";
import { queries } from "../../store/queries.ts";
import { counted } from "../../words/say.ts";
import { ChecksTab } from "./checks-tab.tsx";
import type { LedgerPicture } from "./ledger.ts";
import { LedgerTab } from "./ledger-tab.tsx";
import { ResultTab } from "./result-tab.tsx";
import { SayFoot } from "./say/say-foot.tsx";
import { type Tab, tabs, tabWords } from "./tabs.ts";
import { TimelineTab } from "./timeline/timeline-tab.tsx";
import styles from "./parts.module.css";

const DiffTab = lazy(() =>
  fetchCode(() => import("./changes/diff-tab.tsx")).then(({ DiffTab }) => ({ default: DiffTab })),
);
const ArtifactsTab = lazy(() =>
  fetchCode(() => import("./changes/artifacts-tab.tsx")).then(({ ArtifactsTab }) => ({
    default: ArtifactsTab,
  })),
);

const ToldTab = lazy(() =>
  fetchCode(() => import("./told-tab.tsx")).then(({ ToldTab }) => ({ default: ToldTab })),
);

interface PartsProps {
  tab: Tab;
  commission: CommissionDetail;
  picture: LedgerPicture;
  load(): void;
  /** Shown beside the open tab. */
  children: ReactNode;
}

export function Parts({ tab, commission, picture, load, children }: PartsProps) {
  const choose = useChooseTab();
  useTabKeys(choose);
  return (
    <Tabs.Root value={tab} onValueChange={(value) => choose(value as Tab)}>
      <Tabs.List className={styles["tabs"]} aria-label="Parts of this commission">
        {tabs.map((each) => (
          <Tabs.Tab key={each} value={each} className={styles["tab"]}>
            {tabWords[each]}
            <Count tab={each} commission={commission} isRead={picture.isComplete} />
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {picture.problem !== null && <ProblemNote problem={picture.problem} retry={load} />}
      <div className={children ? styles["beside"] : undefined}>
        <div className={styles["panel"]}>
          <Tabs.Panel key={tab} value={tab} className={styles["panel"]}>
            <Suspense fallback={<p className={styles["opening"]}>Opening…</p>}>
              <Part tab={tab} commission={commission} picture={picture} />
            </Suspense>
          </Tabs.Panel>
          <SayFoot commission={commission} talk={picture.talk} tab={tab} />
        </div>
        {children}
      </div>
    </Tabs.Root>
  );
}

function Part({ tab, commission, picture }: { tab: Tab } & Pick<PartsProps, "commission" | "picture">) {
  switch (tab) {
    case "timeline":
      return <TimelineTab commission={commission} picture={picture} />;
    case "result":
      return <ResultTab commission={commission} planned={picture.planned} />;
    case "diff":
      return <DiffTab commission={commission} />;
    case "checks":
      return <ChecksTab commission={commission} planned={picture.planned} />;
    case "artifacts":
      return <ArtifactsTab commission={commission} />;
    case "ledger":
      return <LedgerTab picture={picture} />;
    case "told":
      return <ToldTab commission={commission} />;
  }
}

/** Shows the number of items in a tab, if it is known. The timeline, the result and the ledger show none. */
function Count({ tab, commission, isRead }: { tab: Tab; commission: CommissionDetail; isRead: boolean }) {
  // The timeline comes first: git is asked only once the ledger is read.
  const diff = useQuery({
    ...queries.diff(commission.id, commission.endedAt !== null),
    enabled: tab === "diff" && isRead && commission.tree !== null,
  });
  const artifacts = useQuery({ ...queries.artifacts(commission.id), enabled: tab === "artifacts" && isRead });
  const words = {
    diff: diff.data && counted(diff.data.total, "file"),
    artifacts: artifacts.data?.total || undefined,
    checks: commission.checked && `${commission.checked.passed} of ${commission.checked.total}`,
    timeline: undefined,
    result: undefined,
    ledger: undefined,
    told: undefined,
  }[tab];
  return words ? <span className={styles["count"]}> {words}</span> : null;
}

function useChooseTab(): (tab: Tab) => void {
  const navigate = useNavigate({ from: "/commissions/$id" });
  return (tab) => void navigate({ search: { tab }, replace: true, resetScroll: false });
}

function useTabKeys(choose: (tab: Tab) => void): void {
  const ways = tabs.map((tab, at) => ({
    keys: String(at + 1),
    says: tabWords[tab],
    act: () => choose(tab),
  }));
  useKeys(ways.map((way) => ({ ...way, group: "This commission" })));
  useOffer(
    "Parts of this commission",
    ways.map((way) => ({ ...way, refusal: null })),
  );
}
