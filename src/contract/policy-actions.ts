import * as z from "zod";
import { change, query } from "./endpoint.ts";
import { id } from "./fields.ts";
import { givenAnswers } from "./policy-library.ts";
import { givenFields } from "./register-shapes.ts";

const ofCompany = z.strictObject({ companyId: id });

/** Actions for what a policy of the library does not promise yet: each is a record of Actions, named as its promise. */
export const policyActions = {
  addActions: change({
    access: "policies.write",
    path: "/companies/{companyId}/policy-library/{documentId}/actions",
    summary:
      "Add an action for each promise of a policy of the library that is answered with “not yet”, now or before, named as the promise, with an owner and a due date, all of them or none; where one is open it stays alone. All are undone in one act",
    records: "record.actionsAdded",
    input: ofCompany.extend({
      documentId: z.string().max(100),
      ...givenAnswers,
      /** Fields of each action; `ownerId` and `dueOn` are required. */
      fields: givenFields,
    }),
    output: z.strictObject({
      /** Undoes them all, as an import; null where none was added. */
      batchId: id.nullable(),
      added: z.number().int(),
    }),
    fails: ["not-found", "forbidden", "record-link", "record-rules"],
  }),
  actions: query({
    access: "policies.read",
    path: "/companies/{companyId}/policy-versions/{versionId}/actions",
    summary: "Open actions that are named as a promise of this policy, and whether this version promises it",
    input: ofCompany.extend({ versionId: id }),
    output: z.array(
      z.strictObject({
        recordId: id,
        number: z.string(),
        title: z.string(),
        dueOn: z.string().nullable(),
        /** The version has the statement: once it is in force, the action can be closed. */
        promised: z.boolean(),
      }),
    ),
    fails: ["not-found"],
  }),
};
