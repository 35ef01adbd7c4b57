import type { Mail } from "#server/mail/outbox.ts";
import { accessRequestConfirmed, accessRequestReceived } from "#server/mail/templates/access-request.ts";
import { alreadyRegistered, confirmSignUp, magicLink, resetPassword } from "#server/mail/templates/account-links.ts";
import { accountDeleted, newDeviceSignIn, passwordChanged } from "#server/mail/templates/account-notices.ts";
import { providerConnected, providerDisconnected, providerJoined } from "#server/mail/templates/provider-notices.ts";
import { companyDeleted, deletionCancelled, deletionRequested } from "#server/mail/templates/company-deletion.ts";
import { invitationToCompany } from "#server/mail/templates/invitation.ts";
import { secondFactorChanged } from "#server/mail/templates/second-factor-changed.ts";
import type { SecondFactorChange } from "#server/mail/templates/second-factor-changed.ts";
import {
  controlDigest,
  controlFailing,
  controlNeedsEvidence,
  controlPassingAgain,
  evidenceExpiring,
} from "#server/mail/templates/control-alert.ts";
import { alertDigest } from "#server/mail/templates/alert-digest.ts";
import { auditAnswered } from "#server/mail/templates/audit-answered.ts";
import { documentReturned } from "#server/mail/templates/document-returned.ts";
import { connectionNeedsAttention } from "#server/mail/templates/connection-needs-attention.ts";
import { emptyRoster } from "#server/mail/templates/empty-roster.ts";
import { rightsEnded } from "#server/mail/templates/rights-ended.ts";
import { webhookTurnedOff } from "#server/mail/templates/webhook-turned-off.ts";
import { requestAnswer } from "#server/mail/templates/request-answer.ts";
import { contactTest } from "#server/mail/templates/contact-test.ts";
import { staffLink } from "#server/mail/templates/staff-link.ts";
import { reviewReminder } from "#server/mail/templates/review-reminder.ts";
import { holdNotice } from "#server/mail/templates/hold-notice.ts";
import { staffReminder } from "#server/mail/templates/staff-reminder.ts";
import { writeMail } from "#server/mail/templates/letter.ts";
import { staffReceipt } from "#server/mail/templates/staff-receipt.ts";
import { staffReport } from "#server/mail/templates/staff-report.ts";
import { installationAttention, installationWell } from "#server/mail/templates/installation-attention.ts";
import { noticeMail } from "#server/mail/templates/notice-mail.ts";
import { taskDigest } from "#server/mail/templates/task-digest.ts";
import { signUpInvitation } from "#server/mail/templates/sign-up-invitation.ts";
import { messageConfirmed, messageReceived, messageUnanswered } from "#server/mail/templates/contact-message.ts";
import { supportConfirmed, supportReceived } from "#server/mail/templates/support-message.ts";

export const SAMPLE_APP_URL = "https://exhibit.example";

/** What people and browsers say of themselves; a template repeats some of it. */
export interface Words {
  readonly firstName: string;
  readonly lastName: string;
  readonly company: string;
  readonly role: string;
  readonly subject: string;
  readonly message: string;
  readonly agent: string;
}

export const plainWords: Words = {
  firstName: "Maya",
  lastName: "Okafor",
  company: "Calder & Finch LLP",
  role: "Managing partner",
  subject: "A question about the Enterprise plan",
  message:
    "Good morning,\n\nwe are forty people in two offices and are asked for SOC 2 by a client. Can our auditor have read-only access from the first day?\n\nMaya Okafor",
  agent:
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36",
};

/** Markup, text from right to left, what turns its direction, and far too much of everything. */
export const hostileWords: Words = {
  firstName: '<img src=x onerror=alert(1)>"',
  lastName: "\u202e\u05d3\u05e0\u05d4 \u05db\u05d4\u05df\u202c & <b>",
  company: `${"Donaudampfschifffahrtsgesellschaft".repeat(6)} <script>alert(1)</script>`,
  role: "\u0645\u062f\u064a\u0631\u0629 \u0627\u0644\u0623\u0645\u0627\u0646 '\"><a href=//evil.example>",
  subject: `</title><style>*{display:none}</style> ${"very ".repeat(30)}long`,
  message:
    `</td></table><script>alert(1)</script>\n${"x".repeat(2_000)}\n\n\t${"A sentence that goes on. ".repeat(118)}`.slice(
      0,
      5_000,
    ),
  agent: `<svg onload=alert(1)> ${"Agent/1 ".repeat(40)}`,
};

interface Sample {
  readonly write: (words: Words) => Mail;
  /** As the interface says, for plain words. */
  readonly subject: string;
  /** The one link of its button, behind the origin. */
  readonly link?: string;
  /** Where its reader gets no more of them, behind the origin. */
  readonly stop?: string;
}

const appUrl = SAMPLE_APP_URL;
const to = "ops@example.test";
const at = new Date("2026-11-21T09:41:07Z");
const email = "maya@calderfinch.example";
const token = "Zk3vQ8sT1xYw0aBcDeFgHiJkLmNoPqRsTuVwXyZ0123";
const id = "0199b3c2-7d1e-7a44-8f10-5f0c2b6f9e21";
const answerDueAt = new Date("2026-11-22T09:41:07Z");
const user = ({ firstName, lastName }: Words) => ({ email, firstName, lastName });
const access = ({ firstName, lastName, company, role }: Words) => ({ firstName, lastName, company, role, email });
const message = ({ firstName, lastName, subject }: Words) => ({
  id,
  name: `${firstName} ${lastName}`,
  email,
  subject,
  answerDueAt,
});

const factorSubjects: Readonly<Record<SecondFactorChange, string>> = {
  "app-added": "An authenticator app was added to your account",
  "app-replaced": "The authenticator app of your account was replaced",
  "app-removed": "The authenticator app of your account was removed",
  "passkey-added": "A passkey was added to your account",
  "passkey-removed": "A passkey of your account was removed",
  "recovery-codes-renewed": "You have new recovery codes",
  "recovery-code-used": "A recovery code was used",
};

/** Every template by the name it is exported under, some in several forms. */
const control = (words: Words) => ({
  user: user(words),
  appUrl,
  company: words.company,
  slug: "calder-finch",
  control: { id: "XC-01", title: "Least privilege" },
  reason: `${words.subject}.`,
  beganAt: at,
});

export const sampleMails: Readonly<Record<string, readonly Sample[]>> = {
  accessRequestReceived: [
    {
      write: (words) => accessRequestReceived(to, appUrl, { kind: "access", ...access(words) }),
      subject: "Access request: Maya Okafor, Calder & Finch LLP",
    },
    {
      write: (words) => accessRequestReceived(to, appUrl, { kind: "waitlist", ...access(words) }),
      subject: "Waitlist: Maya Okafor, Calder & Finch LLP",
    },
  ],
  accessRequestConfirmed: [
    { write: () => accessRequestConfirmed(appUrl, { kind: "access", email }), subject: "We have your request" },
    { write: () => accessRequestConfirmed(appUrl, { kind: "waitlist", email }), subject: "You are on the waitlist" },
  ],
  confirmSignUp: [
    {
      write: (words) => confirmSignUp({ user: user(words), appUrl, token }),
      subject: "Confirm your email address",
      link: `/login#access_token=${token}&type=signup`,
    },
  ],
  staffReport: [
    {
      write: (words) =>
        staffReport({
          to: email,
          firstName: words.firstName,
          lastName: "",
          company: words.company,
          by: `${words.firstName}, PER-4`,
          what: "Lost or stolen device",
          number: "INC-3",
          id: "0b9b5c0e-5a9f-4e5a-9c53-1f0d6a3c2b11",
          at,
          appUrl,
        }),
      subject: "Incident reported: Lost or stolen device",
      link: "/dashboard/program/incidents?record=0b9b5c0e-5a9f-4e5a-9c53-1f0d6a3c2b11",
    },
  ],
  staffReceipt: [
    {
      write: (words) =>
        writeMail(
          staffReceipt({
            to: email,
            name: words.firstName,
            company: words.company,
            done: { kind: "course", title: "Security basics", version: 1, result: "Passed, 8 of 8", entry: "18211" },
            at,
            appUrl,
          }),
        ),
      subject: "You passed Security basics",
      link: "/me",
    },
    {
      write: (words) =>
        writeMail(
          staffReceipt({
            to: email,
            name: words.firstName,
            company: words.company,
            done: {
              kind: "policy",
              title: words.subject,
              version: 2,
              result: "Acknowledged",
              sha256: "e91d30ba".repeat(8),
              entry: "18211",
            },
            at,
            appUrl,
          }),
        ),
      subject: "You acknowledged A question about the Enterprise plan",
      link: "/me",
    },
  ],
  reviewReminder: [
    {
      write: (words) =>
        reviewReminder({
          user: user(words),
          company: words.company,
          review: { id, name: words.subject },
          due: new Date(at.getTime() + 3 * 86_400_000),
          left: [{ system: "Okta", accounts: 12 }],
          sentAt: at,
          appUrl,
        }),
      subject: "A question about the Enterprise plan: 12 accounts left to decide",
      link: `/dashboard/program/reviews/${id}`,
    },
  ],
  taskDigest: [
    {
      write: (words) =>
        taskDigest({
          user: { email, firstName: words.firstName, lastName: words.lastName },
          userId: "me",
          company: words.company,
          tasks: [
            { title: words.subject, detail: "", due: new Date(at.getTime() - 9 * 86_400_000), assignee: null },
            { title: "Confirm People", detail: "12 people", due: null, assignee: { userId: "me" } },
          ],
          timeZone: "Europe/Berlin",
          sentAt: at,
          appUrl,
        }),
      subject: "Calder & Finch LLP: 2 tasks this week, 1 overdue",
      link: "/dashboard/program",
    },
  ],
  noticeMail: [
    {
      write: (words) =>
        noticeMail({
          user: { email, firstName: words.firstName, lastName: words.lastName },
          company: words.company,
          incident: { id, number: "INC-2", title: words.subject },
          due: new Date(at.getTime() + 20 * 3_600_000),
          clocks: [
            { label: words.subject, dueAt: new Date(at.getTime() + 4 * 3_600_000).toISOString(), source: "" },
            { label: "Another country", dueAt: null, source: "" },
          ],
          sentAt: at,
          appUrl,
        }),
      subject: "Calder & Finch LLP: decide on notice of INC-2, 20 hours left",
      link: `/dashboard/program/incidents?record=${id}`,
    },
  ],
  holdNotice: (["notice", "reminder", "release"] as const).map((kind) => ({
    write: (words: Words) =>
      holdNotice({ kind, to: email, name: words.firstName, company: words.company, hold: "HLD-2", token, appUrl }),
    subject:
      kind === "release"
        ? "Calder & Finch LLP released you from a legal hold"
        : `Calder & Finch LLP: ${kind === "reminder" ? "reminder to confirm" : "please confirm"} a legal hold`,
    ...(kind !== "release" && { link: `/me/link?token=${token}` }),
  })),
  staffReminder: [
    {
      write: (words) =>
        staffReminder({
          to: email,
          name: words.firstName,
          company: words.company,
          owed: [
            { title: words.subject, since: at, due: new Date(at.getTime() - 9 * 86_400_000) },
            { title: "Security basics", since: at, due: new Date(at.getTime() + 86_400_000) },
          ],
          token,
          sentAt: at,
          appUrl,
        }),
      subject: "Calder & Finch LLP: 2 things to do, 1 overdue",
      link: `/me/link?token=${token}`,
      stop: `/me/stop?token=${token}`,
    },
  ],
  contactTest: [
    {
      write: (words) =>
        contactTest({
          to: email,
          company: words.company,
          site: "calder.example",
          token,
          until: at,
          appUrl,
        }),
      subject: "Calder & Finch LLP: is this your contact for security reports?",
      link: `/me/contact?token=${token}`,
    },
  ],
  staffLink: [
    {
      write: (words) =>
        staffLink({ to: email, name: words.firstName, company: words.company, token, sentAt: at, appUrl }),
      subject: "Calder & Finch LLP: your training and policies",
      link: `/me/link?token=${token}`,
    },
  ],
  alreadyRegistered: [
    {
      write: (words) => alreadyRegistered({ user: user(words), appUrl }),
      subject: "You already have an Exhibit account",
      link: "/login",
    },
  ],
  signUpInvitation: [
    {
      write: () => signUpInvitation({ to: email, appUrl, token }),
      subject: "You are invited to Exhibit",
      link: `/login#access_token=${token}&type=invite`,
    },
  ],
  requestAnswer: [
    {
      write: (words) =>
        requestAnswer({
          to: email,
          appUrl,
          replyTo: to,
          subject: words.subject,
          answer: "Yes, from the first day.\n\nYour auditor gets an account of their own.",
          asked: { lines: [["Subject", words.subject]], text: words.message },
        }),
      subject: "Re: A question about the Enterprise plan",
    },
  ],
  magicLink: [
    {
      write: (words) => magicLink({ user: user(words), appUrl, token }),
      subject: "Your sign-in link",
      link: `/login#access_token=${token}&type=magiclink`,
    },
  ],
  resetPassword: [
    {
      write: (words) => resetPassword({ user: user(words), appUrl, token }),
      subject: "Reset your password",
      link: `/reset-password#access_token=${token}&type=recovery`,
    },
  ],
  newDeviceSignIn: [
    {
      write: (words) =>
        newDeviceSignIn({ user: user(words), appUrl, at, address: "2001:db8:85a3::8a2e:370:7334", agent: words.agent }),
      subject: "New sign-in to your Exhibit account",
      link: "/dashboard/settings?tab=profile",
    },
  ],
  providerJoined: [
    {
      write: (words) => providerJoined({ user: user(words), appUrl, at, provider: "Google" }),
      subject: "Google can now sign in to your Exhibit account",
      link: "/dashboard/settings?tab=profile",
    },
  ],
  providerConnected: [
    {
      write: (words) => providerConnected({ user: user(words), appUrl, at, provider: "Google" }),
      subject: "Google was connected to your Exhibit account",
      link: "/dashboard/settings?tab=profile",
    },
  ],
  providerDisconnected: [
    {
      write: (words) => providerDisconnected({ user: user(words), appUrl, at, provider: "Google" }),
      subject: "Google was disconnected from your Exhibit account",
      link: "/dashboard/settings?tab=profile",
    },
  ],
  passwordChanged: [
    {
      write: (words) => passwordChanged({ user: user(words), appUrl, at }),
      subject: "Your Exhibit password was changed",
      link: "/reset-password",
    },
  ],
  secondFactorChanged: Object.entries(factorSubjects).map(([change, subject]) => ({
    write: (words) =>
      secondFactorChanged({
        user: user(words),
        appUrl,
        at,
        change: change as SecondFactorChange,
        ...(change === "recovery-code-used" ? { codesLeft: 1 } : {}),
      }),
    subject,
    link: "/dashboard/settings?tab=profile",
  })),
  accountDeleted: [
    {
      write: (words) => accountDeleted({ user: user(words), appUrl, at }),
      subject: "Your Exhibit account was deleted",
    },
  ],
  invitationToCompany: [
    {
      write: ({ firstName, lastName, company }) =>
        invitationToCompany({
          to: "cleo@calderfinch.example",
          inviter: `${firstName} ${lastName}`,
          company,
          role: "viewer",
          link: `${appUrl}/invite?token=${token}`,
          expiresAt: answerDueAt,
          appUrl,
        }),
      subject: "Maya Okafor invited you to join Calder & Finch LLP on Exhibit",
      link: `/invite?token=${token}`,
    },
  ],
  deletionRequested: [
    {
      write: (words) => deletionRequested({ user: user(words), company: words.company, due: answerDueAt, appUrl }),
      subject: "Calder & Finch LLP will be deleted",
      link: "/dashboard/settings",
    },
  ],
  deletionCancelled: [
    {
      write: (words) => deletionCancelled({ user: user(words), company: words.company, appUrl }),
      subject: "Calder & Finch LLP is kept",
      link: "/dashboard/settings",
    },
  ],
  companyDeleted: [
    {
      write: (words) => companyDeleted({ user: user(words), company: words.company, at, appUrl }),
      subject: "Calder & Finch LLP was deleted",
    },
  ],
  webhookTurnedOff: [
    {
      write: (words) =>
        webhookTurnedOff({
          user: user(words),
          appUrl,
          company: words.company,
          host: "hooks.calderfinch.example",
          failingSince: at,
        }),
      subject: "A webhook was turned off",
      link: "/dashboard/settings?tab=integrations",
    },
  ],
  rightsEnded: [
    {
      write: (words) =>
        rightsEnded({
          user: user(words),
          appUrl,
          company: words.company,
          person: `${words.firstName} ${words.lastName}`,
          reason: "removed",
          ended: [
            { kind: "invitation", label: "new.partner@calderfinch.example" },
            { kind: "api-token", label: words.subject },
            { kind: "connection", label: `GitHub ${words.company}` },
          ],
        }),
      subject: "What Maya Okafor issued has ended",
      link: "/dashboard/activity",
    },
  ],
  connectionNeedsAttention: [
    {
      write: (words) =>
        connectionNeedsAttention({
          user: user(words),
          appUrl,
          company: words.company,
          provider: "GitHub",
          account: words.company,
          reason: "The provider did not accept these credentials. Check them and try again.",
          connectionId: "6a1f2a5e-3b1c-4a57-9d0e-4a6f1c7d2e90",
        }),
      subject: "The connection to GitHub needs attention",
      link: "/dashboard/integrations?manage=6a1f2a5e-3b1c-4a57-9d0e-4a6f1c7d2e90",
    },
  ],
  emptyRoster: [
    {
      write: (words) =>
        emptyRoster({
          user: user(words),
          appUrl,
          company: words.company,
          provider: "Okta",
          account: words.company,
          listed: 12,
          at: new Date("2026-11-29T10:00:00Z"),
          connectionId: "6a1f2a5e-3b1c-4a57-9d0e-4a6f1c7d2e90",
        }),
      subject: "Okta lists no accounts any more",
      link: "/dashboard/integrations?manage=6a1f2a5e-3b1c-4a57-9d0e-4a6f1c7d2e90",
    },
  ],
  auditAnswered: [
    {
      write: (words) =>
        auditAnswered({
          user: user(words),
          appUrl,
          company: words.company,
          wanted: `The access reviews of ${words.role}`,
        }),
      subject: "Calder & Finch LLP answered your request for evidence",
      link: "/dashboard/audit",
    },
  ],
  documentReturned: [
    {
      write: (words) =>
        documentReturned({
          user: user(words),
          appUrl,
          company: words.company,
          document: "Access control policy",
          documentId: "auth.access-control-policy",
          controlId: "XC-08",
          exhibit: "EX-000123",
          reason: `It names ${words.role} of last year`,
        }),
      subject: "Access control policy was returned",
      link: "/dashboard/controls/XC-08?document=auth.access-control-policy",
    },
  ],
  alertDigest: [
    {
      write: (words) =>
        alertDigest({
          user: user(words),
          appUrl,
          company: words.company,
          kinds: ["security"],
          acts: [{ at, text: `${words.firstName} ${words.lastName} made an API token: ${words.role}` }],
        }),
      subject: "Calder & Finch LLP: Maya Okafor made an API token: Managing partner",
      link: "/dashboard/settings?tab=notifications",
    },
    {
      write: (words) =>
        alertDigest({
          user: user(words),
          appUrl,
          company: words.company,
          kinds: ["people", "security", "exports"],
          acts: Array.from({ length: 45 }, () => ({ at, text: `${words.firstName} ${words.lastName} made a bundle` })),
        }),
      subject: "Calder & Finch LLP: 45 changes",
      link: "/dashboard/settings?tab=notifications",
    },
  ],
  controlFailing: [
    {
      write: (words) => controlFailing(control(words)),
      subject: "Control failing: Least privilege",
      link: "/dashboard/controls/XC-01?company=calder-finch",
    },
  ],
  controlPassingAgain: [
    {
      write: (words) => controlPassingAgain({ ...control(words), endedAt: at, applies: true, failed: true }),
      subject: "Control passing again: Least privilege",
      link: "/dashboard/controls/XC-01?company=calder-finch",
    },
    {
      write: (words) => controlPassingAgain({ ...control(words), endedAt: at, applies: false, failed: false }),
      subject: "Control passing again: Least privilege",
      link: "/dashboard/controls/XC-01?company=calder-finch",
    },
  ],
  controlNeedsEvidence: [
    {
      write: (words) => controlNeedsEvidence(control(words)),
      subject: "Control needs evidence: Least privilege",
      link: "/dashboard/controls/XC-01?company=calder-finch",
    },
  ],
  evidenceExpiring: [
    {
      write: (words) => evidenceExpiring({ ...control(words), exhibit: `EX-000012, ${words.subject}`, endsAt: at }),
      subject: "Evidence about to expire: Least privilege",
      link: "/dashboard/controls/XC-01?company=calder-finch",
    },
  ],
  controlDigest: [
    {
      write: (words) =>
        controlDigest({
          ...control(words),
          lines: Array.from({ length: 45 }, () => ({ at, text: `Control failing: Least privilege. ${words.message}` })),
        }),
      subject: "Calder & Finch LLP: 45 alerts about controls",
      link: "/dashboard/alerts?company=calder-finch",
    },
  ],
  messageReceived: [
    {
      write: (words) => messageReceived(to, appUrl, { ...message(words), message: words.message }),
      subject: "Message from Maya Okafor: A question about the Enterprise plan",
    },
  ],
  supportReceived: [
    {
      write: (words) =>
        supportReceived(to, appUrl, { ...message(words), message: words.message, company: words.company }),
      subject: "Support: A question about the Enterprise plan",
    },
  ],
  supportConfirmed: [{ write: () => supportConfirmed(email, appUrl), subject: "We have your support message" }],
  messageConfirmed: [{ write: () => messageConfirmed(email, appUrl), subject: "We have your message" }],
  installationAttention: [
    {
      write: (words) =>
        installationAttention({
          user: user(words),
          appUrl,
          sentences: ["The disk is nearly full: 1.9 GB are left.", "Mails: 2 failed for good."],
        }),
      subject: "exhibit.example: 2 things need attention",
      link: "/dashboard/admin?tab=health",
    },
  ],
  installationWell: [
    {
      write: (words) => installationWell({ user: user(words), appUrl }),
      subject: "exhibit.example: all is well again",
      link: "/dashboard/admin?tab=health",
    },
  ],
  messageUnanswered: [
    {
      write: (words) => messageUnanswered(to, appUrl, { ...message(words), createdAt: at }),
      subject: "Answer due November 22, 2026, 09:41 UTC: A question about the Enterprise plan",
    },
  ],
};
