// The task of a rehearsal if the person gave none. The help of the command line shows it too.
export const rehearsalTask = "Rehearse: carry out the script.";
