// Provides a home for the duration of a hunt. If the hunt fails, its processes are killed and the error is rethrown.
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
