import type { ReactNode } from "react";
import type { PolicyAnswer } from "#catalog/policies/compose.ts";
import { Radio, RadioGroup } from "#web/design/choice.tsx";
import { counted } from "./policies.ts";
import type { PolicyLibrary } from "./policies.ts";

/** What is answered on a screen and not kept yet; null takes an answer back. */
export type NewAnswers = Readonly<Record<string, PolicyAnswer | null>>;

const NAMED = 2;

/** "For Access control policy, Patch policy and 3 more": where an answer is used. */
export function usedIn(titles: readonly string[]): string {
  const more = titles.length - NAMED;
  if (more <= 0) return `For ${titles.join(" and ")}`;
  return `For ${titles.slice(0, NAMED).join(", ")} and ${more} more`;
}

interface PolicyQuestionsProps {
  questions: PolicyLibrary["questions"];
  /** As it is on the screen: what was answered there, or before. */
  answerOf: (key: string) => PolicyAnswer | null;
  /** What stands below a question: where its answer is used, and what else is to be said of it. */
  about: (key: string) => ReactNode;
  onAnswer: (key: string, answer: PolicyAnswer | null) => void;
}

/** What is answered of a question: on the screen, or else before. */
export const answerIn =
  (answers: NewAnswers, kept: ReadonlyMap<string, PolicyAnswer>): PolicyQuestionsProps["answerOf"] =>
  (key) =>
    key in answers ? answers[key]! : (kept.get(key) ?? null);

/** "12 of 39 questions answered". */
export function Answered({ questions, answerOf }: Pick<PolicyQuestionsProps, "questions" | "answerOf">) {
  const answered = questions.filter(({ key }) => answerOf(key) !== null);
  return (
    <span className="policy-progress fine quiet">
      {answered.length} of {counted(questions.length, "question")} answered
    </span>
  );
}

/** Questions about what is so today, each with its answer. */
export function PolicyQuestions({ questions, answerOf, about, onAnswer }: PolicyQuestionsProps) {
  return (
    <ul className="policy-questions">
      {questions.map(({ key, question, answers }) => (
        <li key={key}>
          <RadioGroup row name={`answer ${key}`} label={question} help={about(key)}>
            {[...answers, { answer: null, label: "Not answered" }].map(({ answer, label }) => (
              <Radio
                key={label}
                label={label}
                checked={answerOf(key) === answer}
                onChange={() => onAnswer(key, answer)}
              />
            ))}
          </RadioGroup>
        </li>
      ))}
    </ul>
  );
}
