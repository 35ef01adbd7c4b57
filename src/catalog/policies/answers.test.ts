import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { differingFrom, questionsIn, withKept } from "./answers.ts";
import type { KeptAnswer } from "./answers.ts";
import { composePolicy, policyEditions } from "./compose.ts";
import type { PolicyAnswer } from "./compose.ts";
import { libraryPolicies } from "./kinds.ts";
import { policyQuestions } from "./questions.ts";

const APPROVED = new Date("2026-11-01T00:00:00Z");
const [BEFORE, SINCE] = [new Date("2026-10-01T00:00:00Z"), new Date("2026-11-15T00:00:00Z")];
const kept = (answers: Readonly<Record<string, PolicyAnswer>>, at = SINCE) =>
  new Map<string, KeptAnswer>(Object.entries(answers).map(([key, answer]) => [key, { answer, at }]));
const someAnswers = fc.dictionary(
  fc.constantFrom(...policyQuestions.map(({ key }) => key)),
  fc.constantFrom<PolicyAnswer>("yes", "not yet", "none"),
);

describe("what a text says otherwise than its company answers", () => {
  const documentId = "accounts.access-control-policy";
  const text = composePolicy(documentId, "software", { mfa: "yes" }, "Acme")!.text;
  const differing = (answers: ReadonlyMap<string, KeptAnswer>, of = text) =>
    differingFrom({ documentId, text: of, since: APPROVED }, answers).map(({ question, promised }) => [
      question,
      promised,
    ]);

  test("is a promise whose question was answered with not yet, before or after the approval", () => {
    expect(differing(kept({ mfa: "not yet" }))).toEqual([["mfa", true]]);
    expect(differing(kept({ mfa: "not yet" }, BEFORE))).toEqual([["mfa", true]]);
  });

  test("is a missing promise whose question was answered with yes after the approval", () => {
    expect(differing(kept({ leavers: "yes" }))).toEqual([["leavers", false]]);
    expect(differing(kept({ leavers: "yes" }, BEFORE))).toEqual([]);
  });

  test("is nothing where a statement of the same check says it in other words", () => {
    const own = text.replace(
      "Everyone who works for us needs a second factor to sign in to our systems.",
      "We always ask for two factors.",
    );
    expect(differing(kept({ mfa: "yes" }), own)).toEqual([]);
    expect(differing(kept({ mfa: "not yet" }), own)).toEqual([["mfa", true]]);
  });

  test("is that a company has none of what it answered otherwise of, and the other way round", () => {
    const offices = "physical.physical-policy";
    const composed = (answer: PolicyAnswer) => composePolicy(offices, "software", { offices: answer }, "Acme")!.text;
    const found = (of: string, answer: PolicyAnswer) =>
      differingFrom({ documentId: offices, text: of, since: APPROVED }, kept({ offices: answer })).map(
        ({ promised, text: said }) => [promised, said.slice(0, 17)],
      );
    expect(found(composed("none"), "yes")).toEqual([
      [true, "We have no office"],
      [true, "We have no site f"],
      [false, "Every site is lis"],
      [false, "Offices are locke"],
    ]);
    expect(found(composed("none"), "not yet").map(([promised]) => promised)).toEqual([true, true]);
    expect(found(composed("yes"), "none").map(([promised]) => promised)).toEqual([false, false, true, true]);
    expect(found(composed("none"), "none")).toEqual([]);
  });

  test("is nothing where nobody answered, and in a policy that the library has not", () => {
    expect(differing(kept({}))).toEqual([]);
    expect(differingFrom({ documentId: "none", text, since: APPROVED }, kept({ mfa: "not yet" }))).toEqual([]);
  });

  test("is nothing in any text that the library composed from the same answers", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...libraryPolicies),
        fc.constantFrom(...policyEditions),
        someAnswers,
        (kind, edition, answers) => {
          const composed = composePolicy(kind.documentId, edition, answers, "Acme")!;
          const found = differingFrom({ ...kind, text: composed.text, since: APPROVED }, kept(answers));
          // A text of which no line is of one edition alone may be of either.
          expect(found.filter(({ question }) => questionsIn(kind.documentId, edition).includes(question))).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });
});

test("what is given for one text comes before what was kept, and null leaves a question open", () => {
  const own = { edition: "law" as const, answers: kept({ mfa: "yes", leavers: "not yet", ports: "yes" }) };
  expect(withKept({ answers: { leavers: "yes", ports: null } }, own)).toEqual({
    edition: "law",
    answers: { mfa: "yes", leavers: "yes" },
  });
  expect(withKept({ edition: "software", answers: {} }, own).edition).toBe("software");
  expect(withKept({ answers: {} }, { edition: null, answers: new Map() })).toEqual({
    edition: "software",
    answers: {},
  });
});
