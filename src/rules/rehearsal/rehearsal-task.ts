// The task of a rehearsal if the person gave none; the help of the command line names it too.
export const rehearsalTask = "Rehearse: carry out the script.";
