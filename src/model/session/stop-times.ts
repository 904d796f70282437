// How long each step of a stop may take. Together they stay below the patience of the hall, which kills the whole
// workbench when it does not end in time, and with it what there is to say about the end.

/** For `claude` to end its turn when it is interrupted. */
export const interruptMs = 400;
/** For it to write down its session once its input is closed: in a sandbox the first signal is the last. */
export const leaveMs = 400;
/** Between SIGTERM and SIGKILL. */
export const graceMs = 200;
