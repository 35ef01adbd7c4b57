import { can, companyActions, companyRoles } from "./access.ts";
import type { CompanyAction, CompanyRole } from "./access.ts";

/** What each action lets a member do, as a person would say it; the published table of roles is made of these. */
export const actionWords: Readonly<Record<CompanyAction, string>> = {
  "company.read": "See the company and search in it",
  "limits.read": "See how much of each limit is used",
  "company.rename": "Rename the company",
  "company.changePolicy": "Ask every member for a second factor",
  "company.export": "Export all of the company's records",
  "company.transfer": "Hand the company to another member",
  "company.delete": "Delete the company, and keep it after all",
  "members.read": "See the team",
  "members.invite": "Invite members",
  "members.remove": "Remove members",
  "members.changeRole": "Change a member's role",
  "members.leave": "Leave the company",
  "invitations.read": "See pending invitations",
  "onboarding.read": "See what the organization says about itself, and how far it has come",
  "onboarding.answer": "Answer for the organization",
  "projects.read": "See projects",
  "projects.create": "Create projects",
  "projects.start": "Start projects",
  "projects.rename": "Rename projects",
  "projects.setWindow": "Set a project's audit window",
  "projects.archive": "Archive projects, and restore them",
  "controls.read": "See controls and their status",
  "controls.setApplicability": "Declare a control not applicable",
  "controls.readHistory": "See since when a control has its status, and the days it covered",
  "controls.readWork": "See owners, due dates and notes of controls",
  "controls.assign": "Say who sees to a control, and until when",
  "controls.note": "Write notes about a control",
  "evidence.read": "See and download evidence",
  "evidence.file": "File evidence, and say how CSV files are read",
  "imports.create": "Import reports of other tools",
  "matters.read": "See the matters whose circle one is in",
  "matters.manage": "Open and close matters, choose their circles, lift a privilege as one of the circle",
  "auditors.manage": "Invite auditors, change what they may see and until when, and see what they looked at",
  "audit.read": "See what auditors ask for, with answers and comments",
  "audit.answer": "Answer what auditors ask for",
  "audit.comment": "Comment on controls and items of an audit",
  "audit.ask": "Ask for evidence as an auditor, settle requests and draw samples",
  "connections.manage": "Connect and disconnect providers",
  "connections.collect": "Collect from a provider now",
  "exports.create": "Export the report",
  "activity.read": "See who did what",
  "activity.export": "Export the activity",
  "apiTokens.manage": "Make and revoke API tokens",
  "webhooks.manage": "Add, change and remove webhooks",
  "alerts.read": "See alerts about controls and evidence",
  "alerts.acknowledge": "Acknowledge alerts",
  "portal.manage": "Decide what the public portal says",
  "alerts.choose": "Choose what one is mailed about",
};

/** A line of the table of roles: what may be done, and which roles may. */
export interface RoleLine {
  readonly action: CompanyAction;
  readonly says: string;
  readonly roles: readonly CompanyRole[];
}

/** The table of roles, made from the rule that page and API ask. */
export const roleTable: readonly RoleLine[] = companyActions.map((action) => ({
  action,
  says: actionWords[action],
  roles: companyRoles.filter((role) => can(role, action)),
}));
