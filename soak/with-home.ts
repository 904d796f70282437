// A home for as long as a hunt needs it. A hunt that fails says why, and leaves nobody at work.
import { TestHome } from "../test/harness/hall.ts";
import { endAllNaming } from "./scratch.ts";

export async function withHome<T>(use: (home: TestHome) => Promise<T>, home = new TestHome()): Promise<T> {
  try {
    return await use(home);
  } catch (error) {
    endAllNaming(home.root);
    throw error;
  } finally {
    await home.dispose();
  }
}
