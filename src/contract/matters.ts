import * as z from "zod";
import { change, download, query } from "./endpoint.ts";
import { exhibitNumber, id, instant, nothing, shortText } from "./fields.ts";
import { registerKey } from "./register-shapes.ts";

/** What is claimed for a matter's items, in the terms of FRCP 26(b)(5). */
export const matterBasis = z.enum(["attorney-client", "work product"], "Please choose what is claimed");

const matter = z.strictObject({
  id,
  name: z.string(),
  basis: matterBasis,
  createdAt: instant,
  createdBy: z.string(),
  /** Nothing more is filed under a closed matter. */
  closedAt: instant.nullable(),
  /** Whether the caller is on its access list, and so sees its items. */
  onAccessList: z.boolean(),
  /** People on its access list. */
  people: z.number().int(),
  /** Items under its privilege; null for who is not on the access list. */
  items: z.number().int().nullable(),
  lastFiledAt: instant.nullable(),
});

const listedPerson = z.strictObject({
  userId: id,
  name: z.string(),
  email: z.string(),
  addedBy: z.string(),
  addedAt: instant,
});

const path = z.strictObject({ companyId: id, matterId: id });
const matterName = shortText("Please enter a name for the matter", 200);

export const matters = {
  mine: query({
    access: "matters.read",
    path: "/companies/{companyId}/own-matters",
    summary: "Open matters whose access list the caller is on: what evidence can be filed under",
    input: z.strictObject({ companyId: id }),
    output: z.array(z.strictObject({ id, name: z.string(), basis: matterBasis })),
  }),
  list: query({
    access: "matters.read",
    path: "/companies/{companyId}/matters",
    summary: "Matters whose access list the caller is on; for an owner, all of them",
    input: z.strictObject({ companyId: id }),
    output: z.array(matter),
  }),
  get: query({
    access: "matters.read",
    path: "/companies/{companyId}/matters/{matterId}",
    summary: "One matter with its access list: who is on it, added by whom and when",
    input: path,
    output: z.strictObject({ matter, accessList: z.array(listedPerson) }),
    fails: ["not-found"],
  }),
  create: change({
    access: "matters.manage",
    path: "/companies/{companyId}/matters",
    summary: "Open a matter; its access list is empty but for the caller, if they wish",
    records: "matter.opened",
    input: z.strictObject({ companyId: id, name: matterName, basis: matterBasis, join: z.boolean() }),
    output: matter,
  }),
  rename: change({
    method: "PATCH",
    access: "matters.manage",
    path: "/companies/{companyId}/matters/{matterId}",
    summary: "Rename a matter",
    records: "matter.renamed",
    input: path.extend({ name: matterName }),
    output: matter,
    fails: ["not-found"],
  }),
  close: change({
    access: "matters.manage",
    path: "/companies/{companyId}/matters/{matterId}/end",
    summary: "Close a matter: what is under it stays privileged, and nothing more is filed under it",
    records: "matter.closed",
    input: path,
    output: matter,
    fails: ["not-found"],
  }),
  reopen: change({
    method: "DELETE",
    access: "matters.manage",
    path: "/companies/{companyId}/matters/{matterId}/end",
    summary: "Open a closed matter again",
    records: "matter.reopened",
    input: path,
    output: matter,
    fails: ["not-found"],
  }),
  addPerson: change({
    access: "matters.manage",
    path: "/companies/{companyId}/matters/{matterId}/access-list",
    summary: "Add a member to the access list of a matter",
    records: "matter.personAdded",
    input: path.extend({ userId: z.uuid("Please choose a member") }),
    output: listedPerson,
    fails: ["not-found", "on-access-list-already"],
  }),
  removePerson: change({
    method: "DELETE",
    access: "matters.manage",
    path: "/companies/{companyId}/matters/{matterId}/access-list/{userId}",
    summary: "Remove a member from the access list of a matter",
    records: "matter.personRemoved",
    input: path.extend({ userId: id }),
    output: nothing,
    fails: ["not-found"],
  }),
  log: query({
    access: "matters.read",
    path: "/companies/{companyId}/matters/{matterId}/log",
    summary:
      "The matter's own record, for its access list: who looked at which item, when and how, and who changed the list",
    input: path.extend({
      after: z.coerce.number().int().min(0).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    output: z.strictObject({
      entries: z.array(
        z.strictObject({
          /** Its place in the ledger. */
          index: z.number().int(),
          at: instant,
          event: z.string(),
          person: z.string(),
          /** What they did, as a sentence without its subject. */
          sentence: z.string(),
        }),
      ),
      next: z.number().int().nullable(),
    }),
    fails: ["not-found"],
  }),
  items: query({
    access: "matters.read",
    path: "/companies/{companyId}/matters/{matterId}/items",
    summary:
      "Items under the matter's privilege, and those whose privilege was waived, for its access list; newest first",
    input: path.extend({
      after: z.coerce.number().int().min(0).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    output: z.strictObject({
      items: z.array(
        z.strictObject({
          id,
          exhibit: exhibitNumber,
          name: z.string(),
          type: z.string(),
          filedAt: instant,
          filedBy: z.string(),
          waived: z.strictObject({ at: instant, by: z.string(), reason: z.string() }).nullable(),
        }),
      ),
      next: z.number().int().nullable(),
    }),
    fails: ["not-found"],
  }),
  records: query({
    access: "matters.read",
    path: "/companies/{companyId}/matters/{matterId}/records",
    summary:
      "Records of registers that belong to the matter, for its access list, the newest first; each opens with `registers.get` and the matter's id",
    input: path,
    output: z.array(
      z.strictObject({
        id,
        register: registerKey,
        /** What one such record is called. */
        kind: z.string(),
        number: z.string(),
        title: z.string(),
        /** The ordinary record that it is about. */
        about: z.strictObject({ id, number: z.string(), title: z.string() }).nullable(),
        changedBy: z.string(),
        changedAt: instant,
        ended: z.boolean(),
      }),
    ),
    fails: ["not-found"],
  }),
  privilegeLog: download({
    access: "matters.read",
    path: "/companies/{companyId}/matters/{matterId}/privilege-log",
    summary:
      "The matter's privilege log as CSV, for its access list, in the terms of FRCP 26(b)(5); its export is recorded",
    input: path,
    output: z.unknown(),
    fails: ["not-found"],
  }),
  waive: change({
    access: "matters.manage",
    path: "/companies/{companyId}/evidence/{evidenceId}/privilege-waiver",
    summary: "Waive the privilege of an item, for good: by an owner on the access list of its matter, with a reason",
    records: "evidence.privilegeLifted",
    input: z.strictObject({ companyId: id, evidenceId: id, reason: shortText("Please give a reason", 1000) }),
    output: z.strictObject({ at: instant, by: z.string(), reason: z.string() }),
    fails: ["not-found"],
  }),
};
