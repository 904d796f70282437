// What lies over the view until it is left: a shade, and on it a sheet with a title.
import { Dialog } from "@base-ui/react/dialog";
import type { ReactElement, ReactNode } from "react";
import styles from "./overlay.module.css";

interface OverlayProps {
  isOpen: boolean;
  setOpen(isOpen: boolean): void;
  title: string;
  /** Narrow: a question; wide: something to read or write. */
  size?: "narrow" | "wide";
  /** What opens it, where it stands in the view. */
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

/** Over everything that cannot be reached meanwhile. */
export function Shade() {
  return <Dialog.Backdrop className={styles["shade"]} />;
}
