// Lists every place and action that the command palette offers.
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import type { ListedCommission } from "../../src/contract/api/api.ts";
import { copyText } from "../parts/copy-button.tsx";
import { say } from "../parts/toast.tsx";
import { useHall } from "../store/hall-store.ts";
import { queries } from "../store/queries.ts";
import { attemptWords } from "../words/attempt.ts";
import { statusWords } from "../words/status.ts";
import { workerShown, workerToldApart } from "../words/worker-name.ts";
import { type AtHand, useAtHand } from "./at-hand.ts";
import { openHelp } from "./help.tsx";
import { shownKey } from "./key-words.ts";
import type { PaletteEntry } from "./palette-find.ts";
import { leaveHall } from "./leave-hall.ts";
import { places, sidePlaces } from "./side.tsx";
import { setTheme, type Theme } from "./theme.ts";

type Go = ReturnType<typeof useNavigate>;

export function useEntries(): readonly PaletteEntry[] {
  const go = useNavigate();
  const newest = useHall((state) => state.newest);
  const continued = useHall((state) => state.continued);
  const workers = useQuery(queries.workers()).data?.workers;
  const projects = useQuery(queries.projects()).data?.projects;
  const scopes = useQuery(queries.memoryScopes()).data?.scopes;
  const commissions = useMemo(
    () => newest.map((each) => commissionEntry(each, { attempt: attemptWords(each, continued), go })),
    [newest, continued, go],
  );
  const others = useMemo(() => {
    const names = (workers ?? []).map(({ name }) => name);
    return {
      first: placeEntries(go),
      last: [
        ...names.map((name) => workerEntry(name, go)),
        ...(projects ?? []).map(({ name }) => projectEntry(name, go)),
        ...(scopes ?? []).map(({ scope }) => scopeEntry(scope, go)),
        ...deeds(go),
        ...names.map((name) => handEntry(name, go)),
      ],
    };
  }, [workers, projects, scopes, go]);
  const offers = useAtHand((state) => state.offers);
  const here = useMemo(
    () => [...offers.values()].flatMap(({ group, own }) => own.map((each) => hereEntry(each, group))),
    [offers],
  );
  return useMemo(
    () => [...here, ...others.first, ...commissions, ...others.last],
    [here, others, commissions],
  );
}

function hereEntry({ says, keys, refusal, act }: AtHand, group: string): PaletteEntry {
  return {
    key: `here:${says}`,
    group,
    says,
    beside: refusal ?? (keys === null ? "" : shownKey(keys)),
    isOfView: true,
    isRefused: refusal !== null,
    act,
  };
}

function placeEntries(go: Go): PaletteEntry[] {
  return [...places, ...sidePlaces].map(({ to, name, keys }) => ({
    key: `go:${to}`,
    group: "Go to",
    says: name,
    beside: keys,
    act: () => void go({ to }),
  }));
}

function commissionEntry(
  commission: ListedCommission,
  { attempt, go }: { attempt: string | null; go: Go },
): PaletteEntry {
  const { id, title, worker, project, status, rehearsed } = commission;
  return {
    key: `commission:${id}`,
    group: "Commissions",
    says: title,
    beside: [attempt, workerShown(worker), project, statusWords[status].word].filter(Boolean).join(" · "),
    worker,
    rehearsed,
    act: () => void go({ to: "/commissions/$id", params: { id } }),
  };
}

function workerEntry(name: string, go: Go): PaletteEntry {
  return {
    key: `worker:${name}`,
    group: "Workers",
    says: workerToldApart(name),
    beside: "worker",
    worker: name,
    act: () => void go({ to: "/workers/$name", params: { name } }),
  };
}

function projectEntry(name: string, go: Go): PaletteEntry {
  const act = () => void go({ to: "/projects/$name", params: { name } });
  return { key: `project:${name}`, group: "Projects", says: name, beside: "project", act };
}

function scopeEntry(scope: string, go: Go): PaletteEntry {
  const act = () => void go({ to: "/memory/$scope", params: { scope } });
  return { key: `memory:${scope}`, group: "Memory", says: scope, beside: "memory", act };
}

function handEntry(name: string, go: Go): PaletteEntry {
  return {
    key: `new:${name}`,
    group: "Hand over",
    says: `New commission for ${workerToldApart(name)}`,
    beside: "",
    worker: name,
    act: () => void go({ href: `/new?worker=${encodeURIComponent(name)}` }),
  };
}

function deeds(go: Go): PaletteEntry[] {
  const deed = (key: string, says: string, act: () => void): PaletteEntry => ({
    key: `do:${key}`,
    group: "Do",
    says,
    beside: "",
    act,
  });
  const theme = (to: Theme, says: string) => deed(`theme-${to}`, says, () => setTheme(to));
  return [
    deed("new", "New commission", () => void go({ to: "/new" })),
    deed("link", "Copy the link to this view", copyLink),
    deed("help", "Show the keys", openHelp),
    deed("doctor", "Open the doctor", () => void go({ to: "/doctor" })),
    deed("sign-out", "Sign out of this browser", () => void leaveHall()),
    theme("light", "Theme: light"),
    theme("dark", "Theme: dark"),
    theme("system", "Theme: same as the system"),
  ];
}

/** Copies the address, which is safe to share: a one-time code is removed from it as soon as the page loads. */
function copyLink(): void {
  copyText(location.href).then(
    () => say({ title: "Copied the link. It opens in a browser that the hall knows." }),
    () => say({ title: "The browser does not let this page copy. Copy the link from the address bar." }),
  );
}
