import { companyRoles, memberRoles } from "./company-roles.ts";
import type { CompanyRole } from "./company-roles.ts";
import type { TokenScope } from "./token-scopes.ts";

/** Something that people of a company can do there. */
export interface Permission {
  readonly roles: readonly CompanyRole[];
  /** The scope that an API token needs; "never" for what only people do: members, protection, access, and the end of the company. */
  readonly scope: TokenScope | "never";
  /** As a person would say it. */
  readonly description: string;
}

const permission = (roles: readonly CompanyRole[], scope: TokenScope | "never", description: string): Permission => ({
  roles,
  scope,
  description,
});

const everyone: readonly CompanyRole[] = memberRoles;
const everyoneAndAuditors: readonly CompanyRole[] = companyRoles;
const contributors: readonly CompanyRole[] = ["owner", "admin", "member"];
const managers: readonly CompanyRole[] = ["owner", "admin"];
const ownerOnly: readonly CompanyRole[] = ["owner"];
const everyoneElse: readonly CompanyRole[] = ["admin", "member", "viewer"];

/**
 * Every permission, once. Page, API, token scopes and the published table of roles follow from it. Specification, section 6: admins
 * manage the company and all projects, members contribute to projects, viewers read.
 */
export const permissions = {
  "company.read": permission(everyone, "read", "See the company and search in it"),
  "limits.read": permission(managers, "read", "See usage and limits"),
  "company.rename": permission(managers, "never", "Rename the company"),
  "company.changePolicy": permission(managers, "never", "Require MFA of every member"),
  "company.export": permission(managers, "never", "Export all of the company's data"),
  "company.transfer": permission(ownerOnly, "never", "Transfer ownership to another member"),
  "company.delete": permission(ownerOnly, "never", "Delete the company, and cancel the deletion"),
  "members.read": permission(everyone, "read", "See the team"),
  "members.invite": permission(managers, "never", "Invite members"),
  "members.remove": permission(managers, "never", "Remove members"),
  "members.changeRole": permission(managers, "never", "Change a member's role"),
  "members.leave": permission(everyoneElse, "never", "Leave the company"),
  "invitations.read": permission(managers, "read", "See pending invitations"),
  "onboarding.read": permission(everyone, "read", "See the organization profile and setup progress"),
  "onboarding.answer": permission(contributors, "never", "Edit the organization profile"),
  "projects.read": permission(everyoneAndAuditors, "read", "See projects"),
  "projects.create": permission(contributors, "projects:write", "Create projects"),
  "projects.start": permission(contributors, "projects:write", "Start projects"),
  "projects.rename": permission(contributors, "projects:write", "Rename projects"),
  "projects.setWindow": permission(managers, "projects:write", "Set a project's audit window"),
  "projects.archive": permission(managers, "projects:write", "Archive and restore projects"),
  "controls.read": permission(everyoneAndAuditors, "read", "See controls and their status"),
  "controls.setApplicability": permission(
    managers,
    "projects:write",
    "Mark a control or an expected document as not applicable",
  ),
  "controls.readHistory": permission(everyone, "read", "See a control's history and covered days"),
  "controls.readWork": permission(everyone, "read", "See owners, due dates and notes of controls"),
  "controls.assign": permission(contributors, "projects:write", "Set the owner and due date of a control"),
  "controls.note": permission(contributors, "projects:write", "Write notes about a control"),
  "controls.test": permission(contributors, "never", "Test checks by hand and sign the result"),
  "controls.acceptFailure": permission(managers, "never", "Accept a failing check until a day"),
  "evidence.read": permission(everyoneAndAuditors, "read", "See and download evidence"),
  "evidence.file": permission(contributors, "evidence:write", "Add evidence, and manage CSV mappings"),
  "evidence.withdraw": permission(
    contributors,
    "never",
    "Withdraw evidence and restore it; members, only what they added or withdrew themselves",
  ),
  "evidence.erase": permission(ownerOnly, "never", "Erase the file of withdrawn evidence for good"),
  "evidence.change": permission(
    contributors,
    "never",
    "Rename evidence and change its controls; members, only what they added themselves",
  ),
  "documents.review": permission(contributors, "never", "Review documents that someone else filed"),
  "imports.create": permission(contributors, "imports:write", "Import reports from other tools"),
  "systems.read": permission(everyoneAndAuditors, "read", "See the list of systems and what is out of scope"),
  "systems.manage": permission(managers, "projects:write", "Add and rename systems, and decide what is out of scope"),
  "registers.read": permission(
    everyone,
    "read",
    "See registers: people, roles, approvals and other records; screenings, only owners and admins",
  ),
  "registers.write": permission(
    contributors,
    "registers:write",
    "Add, change, end and import records; of some registers, only owners and admins",
  ),
  "registers.approve": permission(contributors, "never", "Approve records that someone else wrote"),
  "registers.confirm": permission(contributors, "never", "Confirm that a register is complete"),
  "staff.manage": permission(managers, "never", "Send people links to the staff portal, and see who used them"),
  "training.read": permission(everyone, "read", "See courses, and who passed them"),
  "training.manage": permission(managers, "never", "Import lists of training from another provider, and undo that"),
  "policies.read": permission(everyone, "read", "See policies, their versions and who acknowledged them"),
  "policies.write": permission(contributors, "never", "Write policies and send them for approval"),
  "policies.approve": permission(contributors, "never", "Approve policies that someone else wrote"),
  "policies.assign": permission(managers, "never", "Assign policies to people, and end assignments"),
  "policies.acknowledge": permission(everyone, "never", "Acknowledge policies"),
  "reviews.read": permission(everyone, "read", "See access reviews, and what was decided"),
  "reviews.manage": permission(managers, "never", "Start and close access reviews, and name who decides"),
  "reviews.decide": permission(contributors, "never", "Decide on accounts in an access review; members, only theirs"),
  "tasks.read": permission(everyone, "read", "See what is missing or due in the program"),
  "tasks.plan": permission(contributors, "never", "Say who sees to a task, and put one off for up to two weeks"),
  "matters.read": permission(everyone, "never", "See the matters whose access list includes you"),
  "matters.manage": permission(
    ownerOnly,
    "never",
    "Open and close matters, manage their access lists, waive privilege",
  ),
  "auditors.manage": permission(managers, "never", "Invite auditors, manage their access, and see what they viewed"),
  "audit.read": permission(
    everyoneAndAuditors,
    "never",
    "See auditors' requests, with answers and comments, and registers as they were sealed",
  ),
  "audit.answer": permission(contributors, "never", "Answer auditors' requests"),
  "audit.comment": permission(
    ["owner", "admin", "member", "auditor"],
    "never",
    "Comment on controls and items in an audit",
  ),
  "audit.ask": permission(["auditor"], "never", "Request evidence as an auditor, close requests and draw samples"),
  "connections.manage": permission(managers, "connections:write", "Connect and disconnect providers"),
  "connections.collect": permission(contributors, "connections:write", "Collect from a provider now"),
  "exports.create": permission(everyone, "exports:write", "Export reports"),
  "activity.read": permission(everyone, "read", "See the activity log"),
  "apiTokens.manage": permission(managers, "never", "Create and revoke API tokens"),
  "webhooks.manage": permission(managers, "never", "Add, edit and remove webhooks"),
  "alerts.read": permission(everyone, "read", "See alerts about controls and evidence"),
  "alerts.acknowledge": permission(contributors, "never", "Acknowledge alerts"),
  "alerts.choose": permission(everyone, "never", "Choose your own email notifications"),
  "portal.manage": permission(managers, "never", "Edit and publish the public portal"),
  "activity.export": permission(managers, "never", "Export the activity log"),
} as const satisfies Record<string, Permission>;

/** What a member of a company may do there, `noun.verb`. */
export type CompanyAction = keyof typeof permissions;

export const companyActions = Object.keys(permissions) as readonly CompanyAction[];
