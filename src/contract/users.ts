import * as z from "zod";
import { platformEndpoint } from "./endpoint.ts";
import { emailAddress, id, instant, nothing, plainText } from "./fields.ts";

/** What somebody is in this installation: an upper bound on what they may do in a company, never a way into one. */
export const platformRole = z.enum(["admin", "manager", "user"]);

const user = z.strictObject({
  id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: platformRole,
  createdAt: instant,
  /** Null when nobody signed in within the 180 days that are remembered. */
  lastSignInAt: instant.nullable(),
  hasSecondFactor: z.boolean(),
  disabledAt: instant.nullable(),
  /** Of how many companies the person is an active member. */
  companies: z.number().int(),
});

const invitation = z.strictObject({
  id,
  email: z.string(),
  role: platformRole,
  sentAt: instant,
  expiresAt: instant,
});

const always = ["forbidden", "second-factor-required"] as const;
const theUser = z.strictObject({ userId: id });
const theInvitation = z.strictObject({ invitationId: id });

export const users = {
  list: platformEndpoint({
    method: "GET",
    path: "/users",
    summary: "The accounts of this installation by their addresses, fifty at a time",
    input: z.strictObject({
      search: plainText(120).default(""),
      /** The last address of the page before. */
      after: plainText(254).default(""),
    }),
    output: z.strictObject({ users: z.array(user), next: z.string().nullable() }),
    fails: always,
  }),
  setRole: platformEndpoint({
    path: "/users/{userId}/role",
    summary: "Change a user's platform role; making somebody an admin asks who is there",
    input: theUser.extend({ role: platformRole }),
    output: nothing,
    fails: [...always, "not-found", "last-admin", "confirm-identity"],
  }),
  disable: platformEndpoint({
    path: "/users/{userId}/disable",
    summary: "Disable an account: its sessions end, and nothing opens it until it is enabled again",
    input: theUser,
    output: nothing,
    fails: [...always, "not-found", "last-admin"],
  }),
  enable: platformEndpoint({
    path: "/users/{userId}/enable",
    summary: "Enable a disabled account again",
    input: theUser,
    output: nothing,
    fails: [...always, "not-found"],
  }),
  endSessions: platformEndpoint({
    path: "/users/{userId}/end-sessions",
    summary: "Sign a user out everywhere",
    input: theUser,
    output: z.strictObject({ ended: z.number().int() }),
    fails: [...always, "not-found"],
  }),
  invitations: platformEndpoint({
    method: "GET",
    path: "/sign-up-invitations",
    summary: "Invitations to sign up that nobody has taken up yet",
    input: nothing,
    output: z.array(invitation),
    fails: always,
  }),
  invite: platformEndpoint({
    path: "/sign-up-invitations",
    summary: "Mail an invitation to sign up, good for seven days",
    input: z.strictObject({ email: emailAddress, role: platformRole.default("user") }),
    output: invitation,
    fails: [...always, "account-exists", "already-invited", "confirm-identity"],
  }),
  resendInvitation: platformEndpoint({
    path: "/sign-up-invitations/{invitationId}/resend",
    summary: "Mail an invitation again, with a new link and for seven days more",
    input: theInvitation,
    output: invitation,
    fails: [...always, "not-found"],
  }),
  cancelInvitation: platformEndpoint({
    method: "DELETE",
    path: "/sign-up-invitations/{invitationId}",
    summary: "Cancel an invitation; its link leads nowhere then",
    input: theInvitation,
    output: nothing,
    fails: [...always, "not-found"],
  }),
  acts: platformEndpoint({
    method: "GET",
    path: "/operator-acts",
    summary: "What platform admins did lately, the newest first",
    input: nothing,
    output: z.array(
      z.strictObject({
        id,
        at: instant,
        actor: z.string(),
        act: z.string(),
        subject: z.string(),
        details: z.record(z.string(), z.unknown()),
      }),
    ),
    fails: always,
  }),
};
