import * as z from "zod";
import { change, query } from "./endpoint.ts";
import { id, instant } from "./fields.ts";

const ofCompany = z.strictObject({ companyId: id });
const ofVersion = ofCompany.extend({ versionId: id });
const pathOfVersion = "/companies/{companyId}/policy-versions/{versionId}";

const edition = z.enum(["law", "software"]);
const answer = z.enum(["yes", "not yet", "none"]);

/** Answers for one text. What is not given is as the company answered it before; null leaves a question open. */
export const givenAnswers = {
  /** Without it, the one that was chosen before, or else that of a software company. */
  edition: edition.optional(),
  answers: z.record(z.string().max(40), answer.nullable()).default({}),
};

const keptAnswers = z.strictObject({
  /** Which edition fits the company; null where nobody said. */
  edition: edition.nullable(),
  answers: z.array(
    z.strictObject({
      question: z.string(),
      answer,
      by: z.strictObject({ userId: id, name: z.string() }),
      at: instant,
    }),
  ),
  /** Sentences by which policies in force say otherwise than the answers. Nothing changes a text that was approved. */
  differing: z.array(
    z.strictObject({
      policyId: id,
      title: z.string(),
      question: z.string(),
      text: z.string(),
      /** The policy says what is answered otherwise; false: it does not say what has been answered since. */
      promised: z.boolean(),
    }),
  ),
});

/** What the library writes into policies, what it would promise beyond a text, and what checks say of the promises in one. */
export const policyLibrary = {
  library: query({
    access: "policies.read",
    path: "/companies/{companyId}/policy-library",
    summary:
      "The policies of the library, which of them the company has, the questions that fill them, what the company answered, and which policies in force say otherwise",
    input: ofCompany,
    output: keptAnswers.extend({
      policies: z.array(
        z.strictObject({
          /** The expected document that it is; a name of its own where it is none, such as the code of conduct. */
          documentId: z.string(),
          title: z.string(),
          controlId: z.string(),
          /** An open framework of the company asks for it. */
          required: z.boolean(),
          /** The company's own, where it has one. */
          policyId: id.nullable(),
          /** Keys of the questions that fill it. */
          questions: z.array(z.string()),
          /** The same, by edition. */
          asked: z.strictObject({ law: z.array(z.string()), software: z.array(z.string()) }),
        }),
      ),
      questions: z.array(
        z.strictObject({
          key: z.string(),
          question: z.string(),
          /** The answers that it takes, each as people read it. “None” is for what a company does not have at all. */
          answers: z.array(z.strictObject({ answer, label: z.string() })),
        }),
      ),
    }),
  }),
  answer: change({
    method: "PATCH",
    access: "policies.write",
    path: "/companies/{companyId}/policy-answers",
    summary:
      "Keep what the company answers for all policies of the library, and which edition fits it; null takes an answer back. No text changes by it: what policies in force say otherwise is told",
    records: "library.answered",
    input: ofCompany.extend({
      edition: edition.nullable().optional(),
      answers: z.record(z.string().max(40), answer.nullable()).default({}),
    }),
    output: keptAnswers,
    fails: ["policy-question"],
  }),
  compose: query({
    method: "POST",
    access: "policies.write",
    path: "/companies/{companyId}/policy-library/{documentId}",
    summary:
      "A policy of the library for this company, by the given answers and those that are kept; a promise that no answer affirms is left out",
    input: ofCompany.extend({ documentId: z.string().max(100), ...givenAnswers }),
    output: z.strictObject({
      title: z.string(),
      text: z.string(),
      left: z.array(
        z.strictObject({ question: z.string(), text: z.string(), controlId: z.string(), notYet: z.boolean() }),
      ),
    }),
    fails: ["not-found"],
  }),
  statements: query({
    access: "policies.read",
    path: `${pathOfVersion}/statements`,
    summary: "What the checks say of the statements of a version that are bound to one",
    input: ofVersion,
    output: z.array(
      z.strictObject({
        check: z.string(),
        title: z.string(),
        controlId: z.string(),
        /** Not measured: the check passes, and does not measure the figure that the statement promises. */
        state: z.enum(["kept", "contradicted", "unknown", "not measured"]),
        reason: z.string(),
        exhibit: z.string().nullable(),
        observedAt: instant.nullable(),
      }),
    ),
    fails: ["not-found"],
  }),
  promises: query({
    access: "policies.read",
    path: `${pathOfVersion}/promises`,
    summary: "Promises that the library has for this policy and the text of a version has not",
    input: ofVersion,
    output: z.array(
      z.strictObject({
        /** What somebody affirms who puts it in. */
        question: z.string(),
        text: z.string(),
        /** The check that decides it, and its title; null where none does. */
        check: z.strictObject({ id: z.string(), title: z.string() }).nullable(),
        /** The heading under which the library has it. */
        heading: z.string(),
      }),
    ),
    fails: ["not-found"],
  }),
};
