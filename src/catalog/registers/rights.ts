import type { MemberRole } from "#domain/company-roles.ts";

export const everyone: readonly MemberRole[] = ["owner", "admin", "member", "viewer"];
export const contributors: readonly MemberRole[] = ["owner", "admin", "member"];
export const managers: readonly MemberRole[] = ["owner", "admin"];
