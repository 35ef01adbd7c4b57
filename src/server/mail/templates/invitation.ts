import type { CompanyRole } from "#domain/access.ts";
import { roleName } from "#domain/role-words.ts";
import { moment } from "../layout/moment.ts";
import type { Mail } from "../outbox.ts";
import { writeMail } from "./letter.ts";

interface Facts {
  readonly to: string;
  readonly inviter: string;
  readonly company: string;
  readonly role: CompanyRole;
  readonly link: string;
  readonly expiresAt: Date;
  readonly appUrl: string;
  /** For an auditor: what they may see, and until when. */
  readonly audit?: { readonly projects: readonly string[]; readonly endsAt: string } | null;
}

/** Somebody is invited to a company. The link opens the invitation until it ends. */
export function invitationToCompany({ to, inviter, company, role, link, expiresAt, appUrl, audit }: Facts): Mail {
  if (audit) {
    return writeMail({
      to,
      appUrl,
      subject: `${inviter} invited you to audit ${company} on Exhibit`,
      greeting: "Hello,",
      before:
        "You are invited as an auditor. You can read the controls and evidence of these projects, draw samples and request evidence. You cannot change anything, and your access is logged.",
      facts: [
        ["Company", company],
        ["Invited by", inviter],
        ["Projects", audit.projects.join(", ")],
        ["Access ends", moment(new Date(audit.endsAt))],
        ["Open until", moment(expiresAt)],
      ],
      action: { label: "See the invitation", link },
      after: "If you do not know this person, ignore this email or decline the invitation.",
      because: `You receive this email because someone invited ${to}.`,
    });
  }
  return writeMail({
    to,
    appUrl,
    subject: `${inviter} invited you to join ${company} on Exhibit`,
    greeting: "Hello,",
    before: "You are invited to join a company on Exhibit, where it collects and keeps the evidence for its audits.",
    facts: [
      ["Company", company],
      ["Invited by", inviter],
      ["Your role", roleName(role)],
      ["Open until", moment(expiresAt)],
    ],
    action: { label: "See the invitation", link },
    after: "If you do not know this person, ignore this email or decline the invitation.",
    because: `You receive this email because someone invited ${to}.`,
  });
}
