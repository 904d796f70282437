// Shows a dialog over the view: a backdrop, and on it a sheet with a title.
import { Dialog } from "@base-ui/react/dialog";
import { type ReactElement, type ReactNode, useRef } from "react";
import styles from "./overlay.module.css";

interface OverlayProps {
  isOpen: boolean;
  setOpen(isOpen: boolean): void;
  title: string;
  /** Narrow for a question; wide for something to read or write. */
  size?: "narrow" | "wide";
  /** The element in the view that opens the dialog. */
  trigger?: ReactElement;
  children: ReactNode;
}

export function Overlay({ isOpen, setOpen, title, size = "narrow", trigger, children }: OverlayProps) {
  const sheet = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      {trigger && <Dialog.Trigger render={trigger} />}
      <Dialog.Portal>
        <Shade />
        <Dialog.Popup
          ref={sheet}
          className={styles["sheet"]}
          data-size={size}
          initialFocus={(how) => firstFocus(sheet.current, how)}
        >
          <Dialog.Title className={styles["title"]}>{title}</Dialog.Title>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/**
 * Returns what has the focus first: the field that says so, or else the first element that can have it. Otherwise a
 * person who begins to type would press the button before the field with a space. On a touch screen the focus stays
 * on the sheet, because a field would bring up the keyboard.
 */
function firstFocus(sheet: HTMLElement | null, how: string): HTMLElement | true | null {
  if (how === "touch") return sheet;
  return sheet?.querySelector<HTMLElement>("[data-autofocus]") ?? true;
}

/** Covers the page, which cannot be used while the dialog is open. */
export function Shade() {
  return <Dialog.Backdrop className={styles["shade"]} />;
}
