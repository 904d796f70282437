// What a worker is told when a script is rehearsed and nobody gave a task: the help names it too.
export const rehearsalTask = "Rehearse: carry out the script.";
