import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Person } from "#tests/support/person.ts";
import { textOfPdf } from "#tests/support/pdf-text.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { addToStaff, fieldsOf, signInStaff } from "#tests/support/staff.ts";
import type { StaffPage } from "#tests/support/staff.ts";
import { answerQuiz, askedOn, beginQuiz } from "#tests/support/take-quiz.ts";
import { certificatePdf } from "./certificate.ts";

let running: RunningApp;
let owner: Person;
let company: string;
let people = 0;

beforeAll(async () => {
  running = await runApp();
  owner = await running.person("Olga");
  company = await owner.found("Calder & Finch");
});
afterAll(() => running.close());
beforeEach(() => running.forgetTries());

async function someone(jobTitle = "Clerk") {
  people += 1;
  const email = `ben-${people}@calder.test`;
  const id = await addToStaff(owner, company, { name: "Ben Adeyemi", email, jobTitle });
  return { id, email, browser: await signInStaff(running, owner, company, id, email) };
}

const rows = async (person: string) =>
  (await running.database.admin.query("SELECT * FROM app.completions WHERE person_id = $1 ORDER BY number", [person]))
    .rows;

describe("a quiz", () => {
  test("passes with seven of eight, is sealed with what was asked and answered, and mails a receipt", async () => {
    const { id, email, browser } = await someone();
    const page = await answerQuiz(browser, 7);
    expect([page.status, page.html.includes("Thank you, Ben"), page.html.includes("Passed, 7 of 8")]).toEqual([
      200,
      true,
      true,
    ]);
    expect(page.html, "what was wrong is explained afterwards").toContain("1 wrong answer");
    const [row] = await rows(id);
    expect(row).toMatchObject({
      course: "security",
      course_version: 1,
      source: "quiz",
      score: 7,
      out_of: 8,
      passed: true,
    });
    expect(row.answers).toHaveLength(8);
    const { rows: acts } = await running.database.admin.query("SELECT * FROM app.ledger_acts WHERE seq = $1", [
      row.ledger_index,
    ]);
    expect(acts[0]).toMatchObject({ event: "training.passed", subject: row.id, actor_id: id });
    expect(JSON.parse(acts[0].details)).toMatchObject({
      course: "security",
      score: 7,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    await running.app.runTasks();
    expect(running.mails.findLast(({ to }) => to === email)!.subject).toBe("You passed Security basics");
    expect((await browser.open("/me")).html).toContain("Passed, 7 of 8");
  });

  test("does not pass with six, and asks other questions when it is repeated", async () => {
    const { id, browser } = await someone();
    const first = await beginQuiz(browser);
    const page = await answerQuiz(browser, 6, first);
    expect(page.html).toContain("Not passed, 6 of 8");
    const again = await browser.submit(page, "/me/training/security/quiz");
    await answerQuiz(browser, 8, again);
    const [failed, passed] = await rows(id);
    expect([failed.passed, passed.passed]).toEqual([false, true]);
    const asked = ({ answers }: { answers: { question: string }[] }) => answers.map(({ question }) => question);
    expect(asked(passed)).not.toEqual(asked(failed));
  });

  test("asks the same when it is opened again, and is answered once", async () => {
    const { id, browser } = await someone();
    const page = await beginQuiz(browser);
    const { path, question } = askedOn(page);
    expect(askedOn(await browser.open(path)).question).toEqual(question);
    const fields = {
      ...fieldsOf(page, path),
      ...Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`a${at}`, "0"])),
    };
    await Promise.all([browser.post(path, fields), browser.post(path, fields)]);
    const { rows: kept } = await running.database.admin.query("SELECT * FROM app.completions WHERE person_id = $1", [
      id,
    ]);
    expect(kept).toHaveLength(1);
    expect((await browser.open(path)).html).toContain("Ledger entry");
  });

  test("says what is missing, and takes no answer that was not shown", async () => {
    const { id, browser } = await someone();
    const page = await beginQuiz(browser);
    const { path } = askedOn(page);
    const missing = await browser.submit(page, path);
    expect([missing.status, missing.html.includes("Choose an answer.")]).toEqual([200, true]);
    for (const given of ["4", "-1", "", "right", "00"])
      expect((await browser.submit(page, path, { a0: given })).html).toContain("Question 1 of 8");
    expect(await rows(id)).toEqual([]);
  });

  test("shows no right answer before it is graded: the pages for right and wrong choices are the same", async () => {
    const { browser } = await someone();
    let page = await beginQuiz(browser);
    for (let at = 0; at < 7; at += 1) {
      const { question, shown, path } = askedOn(page);
      expect(page.html).not.toContain(question.why.slice(0, 30));
      expect(shown.map(({ answer: text }) => text).toSorted()).toEqual([...question.answers].toSorted());
      const next = async (isRight: boolean) => {
        const pick = shown.find((option) => (option.answer === question.answers[0]) === isRight)!;
        return await browser.submit(page, path, { [pick.name]: pick.value });
      };
      const [right, wrong] = [await next(true), await next(false)];
      const plain = ({ html }: StaffPage) => html.replaceAll(/name="a\d" value="\d"/g, "");
      expect(plain(right)).toBe(plain(wrong));
      page = right;
    }
  });

  test("and its result are the person's own: a colleague finds neither", async () => {
    const [ben, eve] = [await someone(), await someone()];
    const quiz = askedOn(await beginQuiz(ben.browser)).path;
    const done = await answerQuiz(ben.browser, 8);
    const result = /href="(\/me\/completions\/[^"]+)\/certificate"/.exec(done.html)![1]!;
    const token = fieldsOf(await eve.browser.open("/me"), "/me/sign-out")["token"]!;
    const all = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`a${at}`, "0"]));
    expect((await eve.browser.post(quiz, { token, ...all })).status).toBe(404);
    for (const path of [quiz, result, `${result}/certificate`]) expect((await eve.browser.open(path)).status).toBe(404);
    expect(await rows(eve.id)).toEqual([]);
  });
});

test("what is to do follows from who somebody is", async () => {
  const clerk = await someone();
  const developer = await someone("Software Engineer");
  const [ofClerk, ofDeveloper] = [(await clerk.browser.open("/me")).html, (await developer.browser.open("/me")).html];
  expect(ofClerk).toContain("3 things to do");
  expect([ofClerk.includes("Secure coding"), ofDeveloper.includes("Secure coding")]).toEqual([false, true]);
  await owner.post(`/companies/${company}/projects`, { name: "HIPAA", framework: "hipaa" });
  expect((await clerk.browser.open("/me")).html).toContain("HIPAA");
});

test("the certificate says who passed what, and is the same each time", async () => {
  const at = new Date("2026-11-23T10:00:00Z");
  const facts = {
    company: "Calder & Finch",
    name: "Ben Adéyemi",
    number: "PER-4",
    title: "Security basics",
    version: 1,
    score: 8,
    outOf: 8,
    at,
    until: at,
    ledgerIndex: 42,
  };
  const pdf = await certificatePdf(facts, { compress: false });
  const text = textOfPdf(pdf);
  for (const part of ["Calder & Finch", "Ben Adéyemi", "Security basics", "8 of 8", "Entry 42"])
    expect(text).toContain(part);
  expect(await certificatePdf(facts, { compress: false })).toEqual(pdf);
  const { browser } = await someone();
  const done = await answerQuiz(browser, 8);
  const { response } = await browser.open(/href="(\/me\/completions\/[^"]+\/certificate)"/.exec(done.html)![1]!);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/pdf"]);
});
