// Offers one-click answers to a question, only if the question leaves no doubt about what they mean. Pure.
interface QuickAnswer {
  says: string;
  answer: string;
}

const asksYesOrNo = /^(should|shall|may|can|could|must|is|are|do|does|did|was|were|will|would|has|have)\b/i;
/** Matches only the worker's own assumption: a person cannot confirm what others assume. */
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

/**
 * Returns whether "yes" and "no" answer the text. "A or B?" asks for a choice, and with two questions it is unclear
 * which one a yes answers.
 */
function isYesOrNo(text: string): boolean {
  const asked = text.split(/(?<=[?.!])\s+/).filter((sentence) => sentence.endsWith("?"));
  const [only] = asked;
  return asked.length === 1 && only !== undefined && asksYesOrNo.test(only) && !/\bor\b/i.test(only);
}
