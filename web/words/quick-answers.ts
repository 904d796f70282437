// Answers that fit a question without typing: only where the question leaves no doubt about what they would mean. Pure.
interface QuickAnswer {
  says: string;
  answer: string;
}

const asksYesOrNo = /^(should|shall|may|can|could|must|is|are|do|does|did|was|were|will|would|has|have)\b/i;
/** Its own one: what others assume is not the worker's to be right about. */
const namesAssumption =
  /\b(I|we)( have|'ve|’ve|'ll|’ll| will| am| are|'m|’m)? assum|\b(my|the|our|best|working) assumption\b|(^|[.?!]\s+)assum(ed|ing)\b|\bunless you say\b/i;

export function quickAnswers(question: string): readonly QuickAnswer[] {
  const text = question.trim();
  return [
    ...(namesAssumption.test(text)
      ? [{ says: "Agree with the assumption", answer: "Your assumption is right." }]
      : []),
    ...(isYesOrNo(text)
      ? [
          { says: "Yes", answer: "Yes." },
          { says: "No", answer: "No." },
        ]
      : []),
  ];
}

/** "A or B?" wants a choice, and of two questions nobody knows which one a yes is for. */
function isYesOrNo(text: string): boolean {
  const asked = text.split(/(?<=[?.!])\s+/).filter((sentence) => sentence.endsWith("?"));
  const [only] = asked;
  return asked.length === 1 && only !== undefined && asksYesOrNo.test(only) && !/\bor\b/i.test(only);
}
