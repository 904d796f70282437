// Takes the text of the task, and completes the paths that it names with "@".
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef } from "react";
import { withPath } from "../../../src/rules/prompt/named-path-search.ts";
import { plainLine } from "../../words/plain.ts";
import { counted } from "../../words/say.ts";
import type { Control } from "./labelled.tsx";
import { type PathOffer, type PathOffers, usePathOffers } from "./use-path-offers.ts";
import styles from "./task-text.module.css";
import view from "./view.module.css";

interface TaskTextProps {
  control: Control;
  task: string;
  /** The project whose paths can be named; `null` if there is none with a repository. */
  project: string | null;
  change(task: string): void;
}

export function TaskText({ control, task, project, change }: TaskTextProps) {
  const list = useId();
  const offered = usePathOffers(project);
  const field = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current !== null) field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [task]);
  const take = (offer: PathOffer | undefined) => {
    if (offered.word === null || offer === undefined) return;
    const next = withPath(task, offered.word, offer);
    caret.current = next.caret;
    change(next.task);
    offered.close();
  };
  const isOpen = offered.word !== null;
  return (
    <div className={styles["around"]}>
      <textarea
        {...control}
        ref={field}
        className={view["write"]}
        rows={11}
        value={task}
        placeholder="What to find out, make or change; what exists already; how to tell that it is done."
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? list : undefined}
        aria-activedescendant={isOpen ? `${list}-${offered.active}` : undefined}
        onChange={({ target }) => {
          change(target.value);
          offered.look(target.value, target.selectionStart);
        }}
        onSelect={({ currentTarget: { selectionStart, selectionEnd } }) => {
          if (offered.word && (selectionStart !== offered.word.end || selectionEnd !== selectionStart))
            offered.close();
        }}
        onBlur={offered.close}
        onKeyDown={(event) => isOpen && onKey(event, offered, take)}
      />
      {isOpen && <Offers {...{ list, offered, take, task, field }} />}
      <p className="unseen" role="status">
        {isOpen && `${counted(offered.offers.length, "path")} of the project. Enter takes the chosen path.`}
      </p>
    </div>
  );
}

function onKey(
  event: KeyboardEvent,
  { offers, active, move, close }: PathOffers,
  take: (offer: PathOffer | undefined) => void,
): void {
  if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
    return;
  const acts: Record<string, () => void> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => take(offers[active]),
    Tab: () => take(offers[active]),
    Escape: close,
  };
  const act = acts[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

interface OffersProps {
  list: string;
  offered: PathOffers;
  task: string;
  field: RefObject<HTMLTextAreaElement | null>;
  take(offer: PathOffer): void;
}

/** Shows the list below the line with the "@", which an unseen copy of the text finds. */
function Offers({ list, offered: { word, offers, active }, task, field, take }: OffersProps) {
  const shown = useRef<HTMLUListElement>(null);
  const at = useRef<HTMLSpanElement>(null);
  const before = task.slice(0, word?.start);
  useLayoutEffect(() => {
    if (!shown.current || !at.current || !field.current) return;
    const { offsetTop, offsetHeight } = at.current;
    const top = Math.min(offsetTop + offsetHeight - field.current.scrollTop, field.current.offsetHeight);
    shown.current.style.top = `${Math.max(0, top)}px`;
    shown.current.scrollIntoView({ block: "nearest" });
  }, [before, offers.length, field]);
  useLayoutEffect(() => {
    shown.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <>
      <div className={`${view["write"]} ${styles["copy"]}`} aria-hidden>
        {before}
        <span ref={at}>@</span>
      </div>
      <ul ref={shown} id={list} role="listbox" aria-label="Paths of the project" className={styles["list"]}>
        {offers.map((offer, place) => (
          <li
            key={offer.path}
            id={`${list}-${place}`}
            role="option"
            aria-selected={place === active}
            data-highlighted={place === active || undefined}
            className={styles["offer"]}
            // The field keeps the focus, so that the list stays open until the click.
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(offer)}
          >
            {plainLine(offer.path)}
            {offer.is === "directory" && "/"}
          </li>
        ))}
      </ul>
    </>
  );
}
