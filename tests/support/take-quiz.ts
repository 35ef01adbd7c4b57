import { contentOf } from "#catalog/training/content/index.ts";
import type { StaffBrowser, StaffPage } from "./staff.ts";

/** Questions of every quiz. */
const QUESTIONS = 8;

const unescaped = (html: string) =>
  html
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

/** What a page of a quiz asks. */
export function askedOn({ html }: StaffPage, course = "security") {
  const text = unescaped(/<h1 id="question">([^<]*)<\/h1>/.exec(html)![1]!);
  const shown = [...html.matchAll(/name="(a\d)" value="(\d)" required><span>([^<]*)</g)].map(
    ([, name, value, answer]) => ({
      name: name!,
      value: value!,
      answer: unescaped(answer!),
    }),
  );
  const question = contentOf(course).questions.find((candidate) => candidate.text === text)!;
  return { question, shown, path: /action="(\/me\/quiz\/[^"]+)"/.exec(html)![1]! };
}

/** Begins the quiz of a course. */
export async function beginQuiz(browser: StaffBrowser, course = "security"): Promise<StaffPage> {
  return await browser.submit(await browser.open(`/me/training/${course}`), `/me/training/${course}/quiz`);
}

/** Answers a quiz, so many of its questions right; of another course from where it was begun. */
export async function answerQuiz(
  browser: StaffBrowser,
  right = QUESTIONS,
  from?: StaffPage,
  course = "security",
): Promise<StaffPage> {
  let page = from ?? (await beginQuiz(browser, course));
  for (let at = 0; at < QUESTIONS; at += 1) {
    const { question, shown, path } = askedOn(page, course);
    const pick = shown.find((option) => (option.answer === question.answers[0]) === at < right)!;
    page = await browser.submit(page, path, { [pick.name]: pick.value });
  }
  return page;
}
