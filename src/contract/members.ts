import * as z from "zod";
import { change, query } from "./endpoint.ts";
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

const one = z.strictObject({ companyId: id, memberId: id });

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
    summary: "Change a member's role",
    records: "member.roleChanged",
    input: one.extend({ role: givenRole }),
    output: member,
    fails: ["not-found", "owner-role"],
  }),
  remove: change({
    method: "DELETE",
    access: "members.remove",
    path: "/companies/{companyId}/members/{memberId}",
    summary: "Remove a member; what they filed stays",
    records: "member.removed",
    input: one,
    output: nothing,
    fails: ["not-found", "owner-kept"],
  }),
  leave: change({
    access: "members.leave",
    path: "/companies/{companyId}/leave",
    summary: "Leave the company; what the caller filed stays. An owner transfers the ownership first",
    records: "member.left",
    input: z.strictObject({ companyId: id }),
    output: nothing,
  }),
};
