/** The roles of a company's members, from most to least. */
export const memberRoles = ["owner", "admin", "member", "viewer"] as const;

export type MemberRole = (typeof memberRoles)[number];

/** Everyone whom a company lets in. An auditor is no member: they read what they were invited to, until a day. */
export const companyRoles = [...memberRoles, "auditor"] as const;

export type CompanyRole = (typeof companyRoles)[number];

const everyone: readonly CompanyRole[] = memberRoles;
const everyoneAndAuditors: readonly CompanyRole[] = companyRoles;
const contributors: readonly CompanyRole[] = ["owner", "admin", "member"];
const managers: readonly CompanyRole[] = ["owner", "admin"];
const ownerOnly: readonly CompanyRole[] = ["owner"];
const everyoneElse: readonly CompanyRole[] = ["admin", "member", "viewer"];

// Specification, section 6: admins manage the company and all projects, members contribute to projects, viewers read.
const allowed = {
  "company.read": everyone,
  "limits.read": managers,
  "company.rename": managers,
  "company.changePolicy": managers,
  "company.export": managers,
  "company.transfer": ownerOnly,
  "company.delete": ownerOnly,
  "members.read": everyone,
  "members.invite": managers,
  "members.remove": managers,
  "members.changeRole": managers,
  "members.leave": everyoneElse,
  "invitations.read": managers,
  "onboarding.read": everyone,
  "onboarding.answer": contributors,
  "projects.read": everyoneAndAuditors,
  "projects.create": contributors,
  "projects.start": contributors,
  "projects.rename": contributors,
  "projects.setWindow": managers,
  "projects.archive": managers,
  "controls.read": everyoneAndAuditors,
  "controls.setApplicability": managers,
  "controls.readHistory": everyone,
  "controls.readWork": everyone,
  "controls.assign": contributors,
  "controls.note": contributors,
  "evidence.read": everyoneAndAuditors,
  "evidence.file": contributors,
  "imports.create": contributors,
  "matters.read": everyone,
  "matters.manage": ownerOnly,
  "auditors.manage": managers,
  "audit.read": everyoneAndAuditors,
  "audit.answer": contributors,
  "audit.comment": ["owner", "admin", "member", "auditor"],
  "audit.ask": ["auditor"],
  "connections.manage": managers,
  "connections.collect": contributors,
  "exports.create": everyone,
  "activity.read": everyone,
  "apiTokens.manage": managers,
  "webhooks.manage": managers,
  "alerts.read": everyone,
  "alerts.acknowledge": contributors,
  "alerts.choose": everyone,
  "portal.manage": managers,
  "activity.export": managers,
} as const satisfies Record<string, readonly CompanyRole[]>;

/** What a member of a company may do there, `noun.verb`. */
export type CompanyAction = keyof typeof allowed;

export const companyActions = Object.keys(allowed) as readonly CompanyAction[];

/**
 * Whether a role allows an action in its company. The page hides by it, the API refuses by it; the database holds the
 * same limits by itself.
 */
export function can(role: CompanyRole, action: CompanyAction): boolean {
  const roles: readonly CompanyRole[] = allowed[action];
  return roles.includes(role);
}
