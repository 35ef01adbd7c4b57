import type { CompanyRole } from "./company-roles.ts";
import { permissions } from "./permissions.ts";
import type { CompanyAction, Permission } from "./permissions.ts";

export { companyRoles, memberRoles } from "./company-roles.ts";
export type { CompanyRole, MemberRole } from "./company-roles.ts";
export { companyActions } from "./permissions.ts";
export type { CompanyAction } from "./permissions.ts";

/**
 * Whether a role allows an action in its company. The page hides by it, the API refuses by it; the database holds the
 * same limits by itself.
 */
export function can(role: CompanyRole, action: CompanyAction): boolean {
  const known: Permission | undefined = permissions[action];
  return known?.roles.includes(role) ?? false;
}
