// Reads and writes questions.md: a numbered heading per question, then its text. Each line of the text is
// quoted, so that any text survives a round trip. Other lines are ignored, because a person may write answers
// below a question.

const heading = /^## Question \d+$/;

export function formatQuestions(questions: readonly string[]): string {
  const parts = questions.map((text, i) => `## Question ${i + 1}\n\n${quote(text)}\n`);
  return ["# Questions\n", ...parts].join("\n");
}

/** Appends a question and leaves everything else in the file as it is. */
export function addQuestion(file: string, question: string): string {
  if (file.trim() === "") return formatQuestions([question]);
  const number = parseQuestions(file).length + 1;
  return `${file.endsWith("\n") ? file : `${file}\n`}\n## Question ${number}\n\n${quote(question)}\n`;
}

export function parseQuestions(file: string): string[] {
  const questions: string[][] = [];
  for (const line of file.split("\n")) {
    if (heading.test(line)) questions.push([]);
    else if (line.startsWith(">")) questions.at(-1)?.push(line.slice(line.startsWith("> ") ? 2 : 1));
  }
  return questions.map((lines) => lines.join("\n"));
}

function quote(text: string): string {
  return text
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
}
