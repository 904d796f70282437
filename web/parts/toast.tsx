// Says briefly that something was done, and offers a next step. It disappears by itself.
import { Toast } from "@base-ui/react/toast";
import styles from "./toast.module.css";

interface Word {
  title: string;
  /** The next step, such as undo. */
  action?: { says: string; act(): void };
}

const words = Toast.createToastManager();

const shown = new Set<string>();

export function say({ title, action }: Word): void {
  const id = words.add({
    title,
    timeout: 7000,
    onRemove: () => void shown.delete(id),
    ...(action && {
      actionProps: {
        children: action.says,
        onClick: () => {
          action.act();
          words.close(id);
        },
      },
    }),
  });
  shown.add(id);
}

/** Ends what is said now, because it would lie over the field in which the person begins to write. */
export function hush(): void {
  for (const id of shown) words.close(id);
}

/** Renders the toasts; mounted once for the whole page. */
export function Toasts() {
  return (
    <Toast.Provider toastManager={words} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className={styles["place"]}>
          <Said />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Said() {
  return Toast.useToastManager().toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={styles["toast"]}>
      <Toast.Content className={styles["content"]}>
        <Toast.Title className={styles["title"]} render={<p />} />
        <Toast.Action className={styles["action"]} />
        <Toast.Close className={styles["close"]} aria-label="Dismiss">
          ×
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
