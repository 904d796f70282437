// The task of a rehearsed script if the person gave none; the help names it too.
export const rehearsalTask = "Rehearse: carry out the script.";
