// Shows a dialog over the view: a backdrop, and on it a sheet with a title.
import { Dialog } from "@base-ui/react/dialog";
import type { ReactElement, ReactNode } from "react";
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
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      {trigger && <Dialog.Trigger render={trigger} />}
      <Dialog.Portal>
        <Shade />
        <Dialog.Popup className={styles["sheet"]} data-size={size}>
          <Dialog.Title className={styles["title"]}>{title}</Dialog.Title>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Covers the page, which cannot be used while the dialog is open. */
export function Shade() {
  return <Dialog.Backdrop className={styles["shade"]} />;
}
