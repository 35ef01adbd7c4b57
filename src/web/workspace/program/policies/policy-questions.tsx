import type { ReactNode } from "react";
import type { PolicyAnswer } from "#catalog/policies/compose.ts";
import { Field } from "#web/design/field.tsx";
import { Select } from "#web/design/input.tsx";
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

/** Questions about what is so today, each with its answer. */
export function PolicyQuestions({ questions, answerOf, about, onAnswer }: PolicyQuestionsProps) {
  return (
    <ul className="policy-questions">
      {questions.map(({ key, question, answers }) => (
        <li key={key}>
          <Field label={question} help={about(key)}>
            <Select
              value={answerOf(key) ?? ""}
              onChange={({ target }) => onAnswer(key, target.value === "" ? null : (target.value as PolicyAnswer))}
            >
              <option value="">Not answered</option>
              {answers.map(({ answer, label }) => (
                <option key={answer} value={answer}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
        </li>
      ))}
    </ul>
  );
}
