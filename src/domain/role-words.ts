import { can } from "./access.ts";
import type { CompanyAction, CompanyRole } from "./access.ts";

/** What a role comes down to, action by action, in the order in which it is said. */
const phrases: readonly (readonly [CompanyAction, string])[] = [
  ["company.rename", "change the company's settings"],
  ["company.delete", "transfer or delete it"],
  ["members.invite", "invite and remove people"],
  ["connections.manage", "connect tools"],
  ["projects.create", "create projects"],
  ["evidence.file", "add evidence"],
  ["evidence.read", "read projects and evidence"],
];

const list = new Intl.ListFormat("en-US", { type: "conjunction" });

/** A role as a person reads it: `Member`. */
export function roleName(role: CompanyRole): string {
  return role.charAt(0).toUpperCase() + role.slice(1);
}

/** What somebody in this role may do, in one sentence that follows from the same table by which the server refuses. */
export function roleSummary(role: CompanyRole): string {
  // What an auditor reads is chosen for each of them.
  if (role === "auditor") return "May read controls and evidence of chosen projects until a day, and ask for more.";
  return `May ${list.format(phrases.filter(([action]) => can(role, action)).map(([, phrase]) => phrase))}.`;
}
