import * as z from "zod";
import { change, query } from "./endpoint.ts";
import { controlId, day, id, instant } from "./fields.ts";

const path = z.strictObject({ companyId: id, controlId });
const person = z.strictObject({ userId: id, name: z.string() });

const plan = z.strictObject({
  controlId,
  /** The owner; null for nobody. */
  owner: person.nullable(),
  /** A day in UTC, until the end of which it is due. */
  dueOn: day.nullable(),
});

const note = z.strictObject({
  id,
  body: z.string(),
  author: person,
  writtenAt: instant,
  /** A note that was struck out stays readable. */
  struck: z.strictObject({ at: instant, by: person }).nullable(),
});

/** What people do about controls: once for all projects, as evidence is. Not for auditors. */
export const controlWork = {
  plans: query({
    access: "controls.readWork",
    path: "/companies/{companyId}/control-plans",
    summary: "Who sees to which control, and until when; controls without either are left out",
    input: z.strictObject({ companyId: id }),
    output: z.array(plan),
  }),
  assign: change({
    access: "controls.assign",
    path: "/companies/{companyId}/controls/{controlId}/plan",
    summary: "Say who sees to a control and until when",
    records: "control.assigned",
    input: path.extend({ ownerId: id.nullable(), dueOn: day.nullable() }),
    output: plan,
    fails: ["not-found", "owner-not-member"],
  }),
  notes: query({
    access: "controls.readWork",
    path: "/companies/{companyId}/controls/{controlId}/notes",
    summary: "What people wrote about a control, newest first, a page at a time",
    input: path.extend({ after: id.optional() }),
    output: z.strictObject({
      notes: z.array(note),
      /** Give it as `after` for the next page; null at the end. */
      next: id.nullable(),
    }),
    fails: ["not-found"],
  }),
  note: change({
    access: "controls.note",
    path: "/companies/{companyId}/controls/{controlId}/notes",
    summary: "Write a note about a control; notes cannot be edited",
    records: "control.noted",
    input: path.extend({
      body: z
        .string()
        .trim()
        .min(1, "Please write something")
        .max(4000, "Please use at most 4000 characters")
        .regex(/^[^\0]*$/, "Please remove control characters"),
    }),
    output: note,
    fails: ["not-found"],
  }),
  strikeNote: change({
    access: "controls.note",
    path: "/companies/{companyId}/controls/{controlId}/notes/{noteId}/strike",
    summary: "Strike out a note, by its author or an admin; it stays readable",
    records: "control.noteStruck",
    input: path.extend({ noteId: id }),
    output: note,
    fails: ["not-found", "note-struck", "note-of-another"],
  }),
};
