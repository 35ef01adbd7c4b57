import * as z from "zod";
import { change, query } from "./endpoint.ts";
import { goneItem, pointedTo, withdrawal } from "./audit-items.ts";
import { recordState, sample, sealedRecord, sealedRegister, sealedSnapshot } from "./audit-registers.ts";
import { controlId, day, frameworkKey, id, instant, plainText, shortText } from "./fields.ts";
import { registerKey } from "./register-shapes.ts";

/** The largest sample that is drawn at once. */
export const largestSample = 500;

const longText = (empty: string) =>
  z
    .string()
    .trim()
    .min(1, empty)
    .max(4_000)
    .regex(/^[^\0]*$/, "Please remove control characters");

const requestState = z.enum(["open", "answered", "accepted", "closed"]);
const made = z.strictObject({ id });

const drawn = {
  size: z.number().int().min(1, "Draw at least one item").max(largestSample, `Draw ${largestSample} items at most`),
  /** Chosen by chance where it is left out. */
  seed: shortText("Please enter a seed", 100).optional(),
};

export const audit = {
  scope: query({
    access: "audit.read",
    path: "/companies/{companyId}/audit",
    summary: "Which projects the caller audits and until when; for a member, all projects and no end",
    input: z.strictObject({ companyId: id }),
    output: z.strictObject({
      endsAt: instant.nullable(),
      projects: z.array(z.strictObject({ id, name: z.string(), framework: frameworkKey, frameworkName: z.string() })),
    }),
  }),
  requests: query({
    access: "audit.read",
    path: "/companies/{companyId}/audit/requests",
    summary: "What auditors asked the company for, with its answers: what is open first, then the newest first",
    input: z.strictObject({ companyId: id, project: id.optional() }),
    output: z.array(
      z.strictObject({
        id,
        projectId: id,
        project: z.string(),
        control: controlId.nullable(),
        wanted: z.string(),
        dueOn: day,
        state: requestState,
        askedBy: z.string(),
        askedAt: instant,
        answers: z.array(
          z.strictObject({
            id,
            by: z.string(),
            at: instant,
            text: z.string(),
            items: z.array(pointedTo),
            /** Items of the answer that were withdrawn since. */
            gone: z.array(goneItem),
          }),
        ),
      }),
    ),
  }),
  ask: change({
    access: "audit.ask",
    path: "/companies/{companyId}/audit/requests",
    summary: "Ask the company for evidence, as an auditor, by a day",
    perMinute: 30,
    records: "audit.requested",
    input: z.strictObject({
      companyId: id,
      projectId: id,
      control: controlId.optional(),
      text: longText("Please say what you need"),
      dueOn: day,
    }),
    output: made,
    fails: ["not-found"],
  }),
  answer: change({
    access: "audit.answer",
    path: "/companies/{companyId}/audit/requests/{requestId}/answers",
    summary: "Answer an auditor's request, with items that are on file; who asked is told by mail",
    records: "audit.answered",
    input: z.strictObject({
      companyId: id,
      requestId: id,
      text: longText("Please write an answer"),
      items: z.array(id).max(50).default([]),
    }),
    output: made,
    fails: ["not-found", "request-not-open"],
  }),
  settle: change({
    access: "audit.ask",
    path: "/companies/{companyId}/audit/requests/{requestId}/state",
    summary: "Accept an answer, ask once more, or give a request up, as an auditor",
    perMinute: 60,
    records: "audit.settled",
    input: z.strictObject({ companyId: id, requestId: id, outcome: z.enum(["accepted", "open", "closed"]) }),
    output: made,
    fails: ["request-not-open"],
  }),
  comments: query({
    access: "audit.read",
    path: "/companies/{companyId}/audit/comments",
    summary: "What both sides said about a control or an item in a project, the oldest first",
    input: z.strictObject({
      companyId: id,
      project: id.optional(),
      control: controlId.optional(),
      item: id.optional(),
    }),
    output: z.array(
      z.strictObject({
        id,
        projectId: id,
        control: controlId.nullable(),
        item: pointedTo.nullable(),
        /** The item that it is about, where that was withdrawn since. */
        gone: goneItem.nullable(),
        by: z.string(),
        byAuditor: z.boolean(),
        at: instant,
        text: z.string(),
      }),
    ),
  }),
  comment: change({
    access: "audit.comment",
    path: "/companies/{companyId}/audit/comments",
    summary: "Comment on a control or an item of an audited project; both sides read it",
    perMinute: 60,
    records: "audit.commented",
    input: z
      .strictObject({
        companyId: id,
        projectId: id,
        control: controlId.optional(),
        item: id.optional(),
        text: longText("Please write a comment"),
      })
      .refine(({ control, item }) => (control === undefined) !== (item === undefined), "Name a control or an item"),
    output: made,
    fails: ["not-found"],
  }),
  samples: query({
    access: "audit.read",
    path: "/companies/{companyId}/audit/samples",
    summary: "Samples that were drawn, the newest first; of the company's people, for owners and admins",
    input: z.strictObject({ companyId: id }),
    output: z.array(sample),
  }),
  sample: change({
    access: "audit.ask",
    path: "/companies/{companyId}/audit/samples",
    summary:
      "Draw a seeded random sample of a control's evidence, as an auditor: anyone can draw it again from the same seed",
    perMinute: 30,
    records: "audit.sampled",
    input: z.strictObject({
      companyId: id,
      projectId: id,
      control: controlId,
      from: day,
      to: day,
      ...drawn,
    }),
    output: made,
    fails: ["not-found", "nothing-to-sample"],
  }),
  registers: query({
    access: "audit.read",
    path: "/companies/{companyId}/audit/registers",
    summary:
      "The registers that checks rest on, as they were sealed in the newest exhibit, in the newest up to the end of a day, or in the one that is named; null where there is none",
    input: z.strictObject({ companyId: id, evidenceId: id.optional(), on: day.optional() }),
    output: sealedSnapshot.nullable(),
    fails: ["not-found"],
  }),
  records: query({
    access: "audit.read",
    path: "/companies/{companyId}/audit/registers/{register}/records",
    summary:
      "Records of a register as an exhibit has them, a page at a time; personal and confidential values are withheld and counted",
    input: z.strictObject({
      companyId: id,
      register: registerKey,
      evidenceId: id,
      state: recordState.default("all"),
      /** In the record's number and any value that is shown. */
      search: plainText(200).optional(),
      /** The number after which the page begins. */
      after: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    output: z.strictObject({
      register: sealedRegister,
      records: z.array(sealedRecord),
      /** How many fit the filters. */
      total: z.number().int(),
      next: z.number().int().nullable(),
    }),
    fails: ["not-found"],
  }),
  sampleRecords: change({
    access: "audit.ask",
    path: "/companies/{companyId}/audit/registers/{register}/samples",
    summary:
      "Draw a seeded random sample of the records of a register, as an exhibit has them, as an auditor: anyone can draw it again",
    perMinute: 30,
    records: "audit.sampled",
    input: z.strictObject({
      companyId: id,
      register: registerKey,
      projectId: id,
      evidenceId: id,
      state: recordState.default("all"),
      ...drawn,
    }),
    output: made,
    fails: ["not-found", "nothing-to-sample"],
  }),
  getSample: query({
    access: "audit.read",
    path: "/companies/{companyId}/audit/samples/{sampleId}",
    summary: "A sample with its items or records, and what was drawn from",
    input: z.strictObject({ companyId: id, sampleId: id }),
    output: z.strictObject({
      sample,
      items: z.array(
        pointedTo.extend({ type: z.string(), source: z.string(), collectedAt: instant, validUntil: instant }),
      ),
      /** Null for a sample of evidence, and where the exhibit is not there for the caller any more. */
      records: z.strictObject({ register: sealedRegister, rows: z.array(sealedRecord) }).nullable(),
      /** What was drawn and is not there for the caller any more; `withdrawn` is null where it was not withdrawn. */
      gone: z.array(goneItem.extend({ withdrawn: withdrawal.nullable() })),
    }),
    fails: ["not-found"],
  }),
};
