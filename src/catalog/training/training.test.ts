import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { coursesFor, courses } from "./courses.ts";
import { QUESTIONS_ASKED, requiredTopics } from "./course.ts";
import { isPassed } from "#domain/training/quiz.ts";
import { findPool, pools } from "./pools.ts";
import { contentOf, courseContents } from "./content/index.ts";

test("every course has its text, of the same version, and no text is without a course", () => {
  expect(courseContents.map(({ key, version }) => [key, version])).toEqual(
    courses.map(({ key, version }) => [key, version]),
  );
});

describe.each(courses.map((course) => [course.key, course] as const))("%s", (key, course) => {
  const { sections, questions } = contentOf(key);

  test("has the pool of each version that there was, the newest as its questions are", () => {
    expect(Object.keys(pools[key]!).map(Number)).toEqual(Array.from({ length: course.version }, (_, at) => at + 1));
    const { questions: ids, asked, right } = findPool(key, course.version)!;
    expect(ids).toEqual(questions.map(({ id }) => id));
    expect(asked).toBe(QUESTIONS_ASKED);
    expect([isPassed(right, asked), isPassed(right - 1, asked)]).toEqual([true, false]);
  });

  test("takes 5 to 12 minutes: 200 words a minute, and 25 seconds for each question", () => {
    const words = sections
      .flatMap(({ title, blocks }) => [title, ...blocks.flat()])
      .join(" ")
      .split(/\s+/).length;
    const minutes = Math.ceil(words / 200 + (QUESTIONS_ASKED * 25) / 60);
    expect(course.minutes).toBe(minutes);
    expect([minutes >= 5, minutes <= 12]).toEqual([true, true]);
  });

  test("has more questions than a quiz asks, each once, with one right answer and three wrong ones", () => {
    expect(questions.length).toBeGreaterThanOrEqual(QUESTIONS_ASKED * 1.5);
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
    for (const { id, answers } of questions) {
      expect(answers, id).toHaveLength(4);
      expect(new Set(answers).size, id).toBe(4);
    }
  });
});

test("the general course has a section about each topic that the check asks for", () => {
  const covered = contentOf("security").sections.flatMap(({ topic }) => topic ?? []);
  expect(covered.toSorted()).toEqual(requiredTopics.toSorted());
});

test("no page and no judge can import the questions: only the server has the right answers", () => {
  const root = path.resolve(import.meta.dirname, "../../..");
  const files = globSync("src/{web,contract,judge,domain,connectors}/**/*.{ts,tsx}", { cwd: root });
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => readFileSync(path.join(root, file), "utf8").includes("training/content"))).toEqual([]);
});

test("who needs which course", () => {
  const keys = (facts: Partial<Parameters<typeof coursesFor>[0]>) =>
    coursesFor({ frameworks: [], lawFirm: false, jobTitle: undefined, hasCodeAccount: false, ...facts }).map(
      ({ key }) => key,
    );
  const general = ["security", "privacy", "phishing"];
  expect(keys({})).toEqual(general);
  expect(keys({ jobTitle: "Senior Software Engineer" })).toEqual([...general, "secure-coding"]);
  expect(keys({ jobTitle: "Developer relations" })).toEqual([...general, "secure-coding"]);
  expect(keys({ jobTitle: "Partner" })).toEqual(general);
  expect(keys({ jobTitle: "Partner", hasCodeAccount: true })).toEqual([...general, "secure-coding"]);
  expect(keys({ frameworks: ["soc2", "hipaa"] })).toEqual([...general, "hipaa"]);
  expect(keys({ lawFirm: true })).toEqual([...general, "client-confidentiality"]);
});
