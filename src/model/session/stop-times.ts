// Sets how long each step of a stop may take. Their sum stays below the hall's timeout: after it the hall kills the
// whole workbench, and the report of the end is lost.

/** For `claude` to end its turn after an interrupt. */
export const interruptMs = 400;
/** For `claude` to write its session to disk once its input is closed: in a sandbox the first signal kills it. */
export const leaveMs = 400;
/** Between SIGTERM and SIGKILL. */
export const graceMs = 200;
