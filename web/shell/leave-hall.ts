// Signs this browser out. If the hall could not be told, says what is left to do.
import { signOut } from "../api/sign-out.ts";
import { say } from "../parts/toast.tsx";

export async function leaveHall(): Promise<void> {
  if (await signOut()) return location.assign("/");
  say({
    title:
      "This browser is signed out, but the hall did not answer. Once the hall is up, run guild-hall browsers forget --all.",
  });
}
