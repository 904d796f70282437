// Sets how long each step of stopping a session may take. Their sum stays below the hall's timeout, after which the
// hall kills the whole workbench and the report of the end is lost.

/** The time for `claude` to end its turn after an interrupt. */
export const interruptMs = 400;
/**
 * The time for `claude` to write its session to disk once its input is closed: in a sandbox the first signal kills it.
 */
export const leaveMs = 400;
/** The time between SIGTERM and SIGKILL. */
export const graceMs = 200;
