import * as z from "zod";
import { change, query } from "./endpoint.ts";
import { issuedKindKeys } from "#domain/issued.ts";
import { id, instant, memberRole, nothing } from "./fields.ts";

/** What a member can be made; an owner becomes one by a transfer only. */
export const givenRole = z.enum(["admin", "member", "viewer"], "Please choose a role");

const member = z.strictObject({
  id,
  userId: id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: memberRole,
  /** Who invited them; empty for whoever founded the company. */
  invitedBy: z.string(),
  joinedAt: instant,
  /** Null for whom it does not concern: members and viewers. */
  hasSecondFactor: z.boolean().nullable(),
});

const path = z.strictObject({ companyId: id, memberId: id });

/**
 * Ids of what the member issued that shall go on: the caller is its issuer from then on. Everything else that only an owner
 * or admin may issue ends with the member's rights.
 */
const keep = z.array(id).max(500).default([]);

/** Something that a member issued and that still works. */
const issued = z.strictObject({
  id,
  kind: z.enum(issuedKindKeys),
  /** An address, a name, a repository, a host or an account. */
  label: z.string(),
  since: instant,
  /** Whether another owner or admin can take it over. */
  keepable: z.boolean(),
});

export const members = {
  list: query({
    access: "members.read",
    path: "/companies/{companyId}/members",
    summary: "The company's people, the first one first",
    input: z.strictObject({ companyId: id }),
    output: z.array(member),
  }),
  changeRole: change({
    method: "PATCH",
    access: "members.changeRole",
    path: "/companies/{companyId}/members/{memberId}",
    summary: "Change a member's role; what an admin issued ends with that role, unless it is kept",
    records: "member.roleChanged",
    input: path.extend({ role: givenRole, keep }),
    output: member,
    fails: ["not-found", "owner-role", "issued-changed"],
  }),
  issued: query({
    access: "members.remove",
    path: "/companies/{companyId}/members/{memberId}/issued",
    summary: "What a member issued that ends with their rights: invitations, tokens, pipelines, webhooks, connections",
    input: path,
    output: z.array(issued),
    fails: ["not-found"],
  }),
  remove: change({
    method: "DELETE",
    access: "members.remove",
    path: "/companies/{companyId}/members/{memberId}",
    summary: "Remove a member; what they filed stays, what they issued ends unless it is kept",
    records: "member.removed",
    input: path.extend({ keep }),
    output: nothing,
    fails: ["not-found", "owner-kept", "issued-changed"],
  }),
  leave: change({
    access: "members.leave",
    path: "/companies/{companyId}/leave",
    summary:
      "Leave the company; what the caller filed stays, what they issued ends. An owner transfers the ownership first",
    records: "member.left",
    input: z.strictObject({ companyId: id }),
    output: nothing,
  }),
};
