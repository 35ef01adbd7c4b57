import { companyRoles } from "./company-roles.ts";
import type { CompanyRole } from "./company-roles.ts";
import { companyActions, permissions } from "./permissions.ts";
import type { CompanyAction } from "./permissions.ts";

/** A line of the table of roles: what may be done, and which roles may. */
export interface RoleLine {
  readonly action: CompanyAction;
  readonly description: string;
  readonly roles: readonly CompanyRole[];
}

/** The table of roles, made from the rule that page and API ask. */
export const roleTable: readonly RoleLine[] = companyActions.map((action) => ({
  action,
  description: permissions[action].description,
  roles: companyRoles.filter((role) => permissions[action].roles.includes(role)),
}));
