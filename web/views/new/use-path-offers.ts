// Finds paths of the project for the "@" word that a person is typing. The paths are a hint: a search that fails shows none.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { PathList } from "../../../src/contract/project/paths.ts";
import { type NamedWord, namedWordAt, rankOf } from "../../../src/rules/prompt/named-path-search.ts";
import { queries } from "../../store/queries.ts";

export type PathOffer = PathList["paths"][number];

/** A person who types on sends no request for each character. */
const pauseMs = 150;

export interface PathOffers {
  /** The word to complete; `null` if the list is closed. */
  word: NamedWord | null;
  offers: readonly PathOffer[];
  active: number;
  /** Opens or closes the list for what the task says now. */
  look(task: string, caret: number): void;
  move(by: number): void;
  close(): void;
}

/** `project` is `null` if there is none with a repository. */
export function usePathOffers(project: string | null): PathOffers {
  const [word, setWord] = useState<NamedWord | null>(null);
  const [active, setActive] = useState(0);
  const text = usePaused(word?.text ?? "");
  const { data } = useQuery({
    ...queries.paths(project ?? "", text),
    enabled: project !== null && word !== null && text !== "",
    placeholderData: keepPreviousData,
  });
  const offers = project === null || word === null ? [] : fitting(data?.paths ?? [], word.text);
  return {
    word: offers.length > 0 ? word : null,
    offers,
    active: Math.min(active, offers.length - 1),
    look: (task, caret) => {
      setWord(namedWordAt(task, caret));
      setActive(0);
    },
    move: (by) => setActive((Math.min(active, offers.length - 1) + by + offers.length) % offers.length),
    close: () => setWord(null),
  };
}

/** Leaves out what was found for an earlier text, and a path that is typed already and alone. */
function fitting(paths: readonly PathOffer[], text: string): readonly PathOffer[] {
  const offers = paths.filter(({ path }) => rankOf(path, text) !== null);
  return offers.length === 1 && offers[0]?.path === text ? [] : offers;
}

/** Returns the text once it has not changed for a moment. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
