import type { CourseContent } from "../course.ts";
import { clientConfidentiality } from "./client-confidentiality.ts";
import { hipaa } from "./hipaa.ts";
import { phishing } from "./phishing.ts";
import { privacy } from "./privacy.ts";
import { secureCoding } from "./secure-coding.ts";
import { security } from "./security.ts";

/** Texts and questions of all courses, with the right answers: for the server alone. */
export const courseContents: readonly CourseContent[] = [
  security,
  privacy,
  phishing,
  secureCoding,
  hipaa,
  clientConfidentiality,
];

const byKey = new Map(courseContents.map((content) => [content.key, content]));

/** The text and questions of a course. */
export function contentOf(key: string): CourseContent {
  const content = byKey.get(key);
  if (!content) throw new Error(`there is no content of the course ${key}`);
  return content;
}
