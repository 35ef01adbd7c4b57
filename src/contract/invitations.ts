import * as z from "zod";
import { publicEndpoint, change, selfEndpoint, query } from "./endpoint.ts";
import { emailAddress, id, instant, nothing } from "./fields.ts";
import { givenRole } from "./members.ts";
import { newcomer } from "./newcomer.ts";
import { user } from "./session.ts";

/** What somebody can be invited as: a member of some role, or an auditor. */
const invitedRole = z.enum([...givenRole.options, "auditor"]);
export type InvitedRole = z.output<typeof invitedRole>;

/** What an auditor is let into: which projects, and until when. Null for a member. */
const invitedAudit = z.strictObject({ projects: z.array(z.string()), endsAt: instant }).nullable();

const invitation = z.strictObject({
  id,
  email: z.string(),
  role: invitedRole,
  audit: invitedAudit,
  invitedBy: z.string(),
  createdAt: instant,
  expiresAt: instant,
  /** Past its end; it can be renewed or cancelled. */
  expired: z.boolean(),
});

/** The link is in this answer only: of its token, the server keeps a hash. */
export const withLink = z.strictObject({ invitation, link: z.url() });

const path = z.strictObject({ companyId: id, invitationId: id });

const token = z.string().min(1).max(200);
/** What navigator.credentials.create() takes and answers, in the JSON form of WebAuthn level 3. */
const webAuthn = z.record(z.string(), z.unknown());

/** Who joined, signed in already, and which company. */
const joined = z.strictObject({ user: user.nullable(), companyId: id, company: z.string() });
const joiningFails = ["invitation-invalid", "invitation-ended", "invitation-sign-in", "users-limit"] as const;

/** By the link, or, for whom it was sent to, by the id that `invitations.mine` lists. */
const answered = z.union([z.strictObject({ token }), z.strictObject({ invitationId: id })]);

export const invitations = {
  list: query({
    access: "invitations.read",
    path: "/companies/{companyId}/invitations",
    summary: "Invitations that nobody has answered yet, the newest first",
    input: z.strictObject({ companyId: id }),
    output: z.array(invitation),
  }),
  create: change({
    access: "members.invite",
    signedOut: "invite-signed-out",
    path: "/companies/{companyId}/invitations",
    summary: "Invite somebody by email; the link is mailed, and answered once",
    records: "invitation.created",
    input: z.strictObject({ companyId: id, email: emailAddress, role: givenRole }),
    output: withLink,
    fails: ["already-invited", "already-on-team", "is-auditor", "users-limit"],
  }),
  renew: change({
    access: "members.invite",
    path: "/companies/{companyId}/invitations/{invitationId}/links",
    summary: "Make one more link for an invitation, mail it if wished, and let the invitation run seven days from now",
    records: "invitation.renewed",
    input: path.extend({ mail: z.boolean() }),
    output: withLink,
    fails: ["not-found", "users-limit"],
  }),
  cancel: change({
    method: "DELETE",
    access: "members.invite",
    path: "/companies/{companyId}/invitations/{invitationId}",
    summary: "Cancel an invitation; none of its links opens any more",
    records: "invitation.cancelled",
    input: path,
    output: nothing,
    fails: ["not-found"],
  }),
  preview: publicEndpoint({
    path: "/invitations/look",
    summary: "What an invitation says, for a person who holds its link",
    perMinute: 60,
    input: z.strictObject({ token }),
    output: z.strictObject({
      company: z.string(),
      inviter: z.string(),
      role: invitedRole,
      audit: invitedAudit,
      email: z.string(),
      /** Ended: expired, or answered in the meantime. */
      state: z.enum(["open", "declined", "ended"]),
      /** The link was mailed to the address, which has no account yet: `join` makes one. */
      joins: z.boolean(),
    }),
    fails: ["invitation-invalid"],
  }),
  join: publicEndpoint({
    path: "/invitations/join",
    summary:
      "Make an account for the invited address, join and sign in; only with the link that was mailed there, which proves the address",
    perMinute: 30,
    input: newcomer.extend({ token }),
    output: joined,
    fails: [...joiningFails, "password-common"],
  }),
  beginPasskey: publicEndpoint({
    path: "/invitations/join/passkey/begin",
    summary: "Begin to join with a passkey in place of a password: what navigator.credentials.create() is called with",
    perMinute: 30,
    input: newcomer.pick({ name: true }).extend({ token }),
    output: webAuthn,
    fails: [...joiningFails],
  }),
  joinWithPasskey: publicEndpoint({
    path: "/invitations/join/passkey",
    summary: "Join with the passkey that the browser made, which counts as both factors; answers with recovery codes",
    perMinute: 30,
    input: z.strictObject({ token, credential: webAuthn }),
    output: joined.extend({ recoveryCodes: z.array(z.string()) }),
    fails: [...joiningFails, "passkey-failed"],
  }),
  mine: selfEndpoint({
    method: "GET",
    path: "/invitations",
    summary: "Open invitations to the caller's own address",
    input: nothing,
    output: z.array(
      z.strictObject({ id, company: z.string(), inviter: z.string(), role: invitedRole, expiresAt: instant }),
    ),
  }),
  accept: change({
    access: "signed-in",
    path: "/invitations/accept",
    summary: "Become a member. Repeating it answers that the caller is one already",
    perMinute: 60,
    records: "invitation.accepted",
    input: answered,
    output: z.strictObject({
      outcome: z.enum(["joined", "already-member"]),
      companyId: id,
      company: z.string(),
    }),
    fails: ["invitation-invalid", "invitation-ended", "invitation-other-address", "users-limit"],
  }),
  decline: publicEndpoint({
    path: "/invitations/decline",
    summary: "Decline an invitation; its link is enough",
    perMinute: 60,
    input: answered,
    output: nothing,
    fails: ["invitation-invalid", "invitation-ended", "invitation-other-address"],
  }),
};
