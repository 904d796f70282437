// Runs a task until it has succeeded once, and keeps that result.

/**
 * Returns a function that runs the task on its first call, and returns the same result on later calls. A failure is not
 * kept: the next call runs the task again.
 */
export function createFirstSuccess<T>(task: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | null = null;
  return () => {
    kept ??= task().catch((error: unknown) => {
      kept = null;
      throw error;
    });
    return kept;
  };
}
