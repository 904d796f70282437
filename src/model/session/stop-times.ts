// Sets how long each step of stopping a session may take. The sum of these times stays below the hall's
// timeout, after which the hall kills the whole workbench and the report of the end is lost.

/** The time for `claude` to end its turn after an interrupt. */
export const interruptMs = 400;
/**
 * The time for `claude` to write its session to disk once its input is closed. No signal is sent during this
 * time, because in a sandbox the first one kills `claude`.
 */
export const leaveMs = 400;
/** The time between SIGTERM and SIGKILL. */
export const graceMs = 200;
