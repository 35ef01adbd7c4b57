import { contentOf } from "#catalog/training/content/index.ts";
import type { Block } from "#catalog/training/course.ts";
import { QUESTIONS_ASKED } from "#catalog/training/course.ts";
import { findCourse } from "#catalog/training/courses.ts";
import { calendarDate } from "#domain/calendar-date.ts";
import { PASSED_FOR_DAYS } from "#domain/training/quiz.ts";
import { fail } from "../../app-error.ts";
import { escapeHtml } from "../../escape-html.ts";
import { moment } from "../../mail/layout/moment.ts";
import { certificatePdf } from "../training/certificate.ts";
import { findOwnCompletion, titleOf } from "../training/own-training.ts";
import { answerQuiz, beginQuiz, findQuiz } from "../training/quizzes.ts";
import type { OpenQuiz } from "../training/quizzes.ts";
import { backLink, button, buttonLink, form, heading } from "./html.ts";
import type { PageAnswer, PageRoute, StaffAsk, StaffPageDeps } from "./page.ts";

/** Quizzes that somebody begins in a day. */
const QUIZZES_A_DAY = 30;
const DAY_SECONDS = 24 * 60 * 60;
const DAY_MS = DAY_SECONDS * 1_000;
/** Right answers that are enough. */
const ENOUGH = Math.ceil((QUESTIONS_ASKED * 4) / 5);

const isId = (text: string | undefined): text is string =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text ?? "");

/** Courses, their quizzes, and what came of them. */
export function trainingRoutes({ sessions, rateLimits, sendReceipt, now }: StaffPageDeps): readonly PageRoute[] {
  const quizOf = async ({ staff, parameters: { quiz: id } }: StaffAsk) =>
    (isId(id) ? await sessions.within(staff, (tx) => findQuiz(tx, id)) : undefined) ?? fail("not-found");
  const completionOf = async ({ staff, parameters: { completion: id } }: StaffAsk) =>
    (isId(id) ? await sessions.within(staff, (tx) => findOwnCompletion(tx, id)) : undefined) ?? fail("not-found");
  return [
    {
      method: "GET",
      path: "/me/training/:course",
      access: "staff",
      answer: async ({ staff, parameters }) => {
        const { key, title, summary, minutes } = findCourse(parameters["course"]!) ?? fail("not-found");
        const sections = contentOf(key).sections.map(
          ({ title: of, blocks }) => `<h2>${escapeHtml(of)}</h2>${blocks.map(blockHtml).join("")}`,
        );
        return {
          title,
          main: `${backLink}${heading(title, `${summary} About ${minutes} minutes with the quiz.`)}
<div class="me-text">${sections.join("")}</div>
<div class="me-bar"><p>The quiz has ${QUESTIONS_ASKED} questions. ${ENOUGH} right answers are enough. If you do not pass, you can repeat it with new questions.</p>
${form(`/me/training/${key}/quiz`, button("Start the quiz"), { staff })}</div>`,
        };
      },
    },
    {
      method: "POST",
      path: "/me/training/:course/quiz",
      access: "staff",
      answer: async ({ staff, parameters }) => {
        await rateLimits.take(`quiz|${staff.companyId}|${staff.personId}`, QUIZZES_A_DAY, DAY_SECONDS);
        return {
          goTo: `/me/quiz/${await sessions.within(staff, (tx) => beginQuiz(tx, parameters["course"]!, now()))}`,
        };
      },
    },
    {
      method: "GET",
      path: "/me/quiz/:quiz",
      access: "staff",
      answer: async (ask) => {
        const quiz = await quizOf(ask);
        return quiz.completion === null
          ? questionPage(ask, quiz, [], false)
          : { goTo: `/me/completions/${quiz.completion}` };
      },
    },
    {
      method: "POST",
      path: "/me/quiz/:quiz",
      access: "staff",
      fields: /^(a\d|asked)$/,
      answer: async (ask) => {
        const quiz = await quizOf(ask);
        if (quiz.completion !== null) return { goTo: `/me/completions/${quiz.completion}` };
        const chosen = chosenIn(ask.form, quiz);
        const missing = String(chosen.length) === ask.form.get("asked");
        if (chosen.length < quiz.questions.length) return questionPage(ask, quiz, chosen, missing);
        const { staff } = ask;
        const at = now();
        const { id, passed, score, outOf } = await sessions.within(staff, (tx) =>
          answerQuiz(tx, staff, quiz, chosen, at),
        );
        const { title, version } = quiz;
        if (passed) {
          const kept = await sessions.within(staff, (tx) => findOwnCompletion(tx, id));
          const done = { title, version, result: `Passed, ${score} of ${outOf}`, entry: String(kept!.ledger_index) };
          await sendReceipt(staff, { kind: "course", ...done }, at);
        }
        return { goTo: `/me/completions/${id}` };
      },
    },
    {
      method: "GET",
      path: "/me/completions/:completion",
      access: "staff",
      answer: async (ask) => {
        const row = await completionOf(ask);
        const title = titleOf(row.course);
        const { passed, score, out_of: outOf } = row;
        const result = score === null ? "Passed" : `${passed ? "Passed" : "Not passed"}, ${score} of ${outOf}`;
        const lead = passed
          ? `Your result is recorded. It is good until ${calendarDate(goodUntil(row.completed_at))}.`
          : `You need ${ENOUGH} right answers. Read the course again and repeat the quiz with new questions.`;
        const facts: [string, string][] = [
          ["Person", `${ask.staff.name}, ${ask.staff.number}`],
          ["Result", result],
          ["Recorded", moment(row.completed_at)],
          ...(row.course_version === null ? [] : ([["Course", `Version ${row.course_version}`]] as [string, string][])),
          ...(row.provider === null ? [] : ([["Provider", row.provider]] as [string, string][])),
          ["Ledger entry", String(row.ledger_index)],
        ];
        const acts = [
          passed &&
            row.source === "quiz" &&
            buttonLink("Download certificate", `/me/completions/${row.id}/certificate`, "secondary"),
          !passed && form(`/me/training/${row.course}/quiz`, button("Repeat the quiz"), { staff: ask.staff }),
          !passed && `<a class="link" href="/me/training/${row.course}">Read the course again</a>`,
          buttonLink("Back to my page", "/me", passed ? "primary" : "secondary"),
        ].filter((act) => act !== false);
        return {
          title: `${title}: ${passed ? "passed" : "not passed"}`,
          main: `${heading(passed ? `Thank you, ${ask.staff.name.split(/\s+/, 1)[0]!}` : "Not passed yet", lead)}
<section class="me-receipt"><h2>${escapeHtml(title)}</h2><dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`).join("")}</dl></section>
${wrongAnswers(row.course, row.answers ?? [])}<div class="me-acts">${acts.join("")}</div>`,
        };
      },
    },
    {
      method: "GET",
      path: "/me/completions/:completion/certificate",
      access: "staff",
      answer: async (ask) => {
        const row = await completionOf(ask);
        if (!row.passed || row.score === null || row.out_of === null || row.course_version === null)
          return fail("not-found");
        const { company, name, number } = ask.staff;
        const bytes = await certificatePdf({
          company,
          name,
          number,
          title: titleOf(row.course),
          version: row.course_version,
          score: row.score,
          outOf: row.out_of,
          at: row.completed_at,
          until: goodUntil(row.completed_at),
          ledgerIndex: row.ledger_index,
        });
        return { fileName: `certificate-${row.course}.pdf`, mediaType: "application/pdf", bytes };
      },
    },
  ];
}

const goodUntil = (at: Date) => new Date(at.getTime() + PASSED_FOR_DAYS * DAY_MS);

const blockHtml = (block: Block) =>
  typeof block === "string"
    ? `<p>${escapeHtml(block)}</p>`
    : `<ul>${block.map((item) => `<li>${escapeHtml(item)}</li>`).join("")}</ul>`;

/** Answers that were chosen so far, from the first question on; what is no place of an answer ends them. */
function chosenIn(fields: ReadonlyMap<string, string>, { questions }: OpenQuiz): number[] {
  const chosen: number[] = [];
  for (const [at, { order }] of questions.entries()) {
    const given = fields.get(`a${at}`) ?? "";
    const place = Number(given);
    if (!/^\d$/.test(given) || order[place] === undefined) break;
    chosen.push(place);
  }
  return chosen;
}

/** The next question. The page has its answers in the order that was drawn, and nothing of which is right. */
function questionPage({ staff }: StaffAsk, quiz: OpenQuiz, chosen: readonly number[], missing: boolean): PageAnswer {
  const at = chosen.length;
  const { question, order } = quiz.questions[at]!;
  const of = quiz.questions.length;
  const ticks = quiz.questions.map(
    (_, place) => `<i${place < at ? ' class="done"' : place === at ? ' class="now"' : ""}></i>`,
  );
  const options = order.map(
    (answer, place) =>
      `<label><input type="radio" name="a${at}" value="${place}" required><span>${escapeHtml(question.answers[answer]!)}</span></label>`,
  );
  const hidden = {
    asked: String(at),
    ...Object.fromEntries(chosen.map((place, earlier) => [`a${earlier}`, String(place)])),
  };
  const wrong = missing ? '<p class="field-error" role="alert"><span>Choose an answer.</span></p>' : "";
  const inside = `<fieldset class="me-options" aria-labelledby="question">${options.join("")}</fieldset>${wrong}
<div class="me-bar"><p>${ENOUGH} of ${of} right answers are enough.</p>${button(at + 1 < of ? "Next question" : "Finish")}</div>`;
  return {
    title: `Question ${at + 1} of ${of}: ${quiz.title}`,
    main: `<div class="me-question">${backLink}<div class="me-spread"><span>${escapeHtml(quiz.title)}</span><span>Question ${at + 1} of ${of}</span></div>
<div class="me-ticks" role="img" aria-label="${at} of ${of} answered">${ticks.join("")}</div>
<h1 id="question">${escapeHtml(question.text)}</h1>${question.story ? `<p class="me-lead">${escapeHtml(question.story)}</p>` : ""}
${form(`/me/quiz/${quiz.id}`, inside, { staff, hidden })}</div>`,
  };
}

/** What to know about the questions that were answered wrongly. */
function wrongAnswers(course: string, answers: readonly { question: string; answer: number }[]): string {
  const wrong = answers
    .filter(({ answer }) => answer !== 0)
    .flatMap(({ question }) => contentOf(course).questions.find(({ id }) => id === question) ?? []);
  if (wrong.length === 0) return "";
  const items = wrong.map(({ text, why }) => `<li><h3>${escapeHtml(text)}</h3><p>${escapeHtml(why)}</p></li>`);
  return `<h2>Worth knowing <span>${wrong.length === 1 ? "1 wrong answer" : `${wrong.length} wrong answers`}</span></h2><ul class="me-list">${items.join("")}</ul>`;
}
