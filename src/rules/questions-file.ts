// questions.md: one numbered heading a question, its text quoted line by line, so that any text comes back whole.

const heading = /^## Question (\d+)$/;

export function formatQuestions(questions: readonly string[]): string {
  const parts = questions.map((text, i) => `## Question ${i + 1}\n\n${quote(text)}\n`);
  return ["# Questions\n", ...parts].join("\n");
}

export function parseQuestions(file: string): string[] {
  const questions: string[][] = [];
  for (const line of file.split("\n")) {
    if (heading.test(line)) questions.push([]);
    else if (line.startsWith(">"))
      questions.at(-1)?.push(line.startsWith("> ") ? line.slice(2) : line.slice(1));
  }
  return questions.map((lines) => lines.join("\n"));
}

function quote(text: string): string {
  return text
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
}
