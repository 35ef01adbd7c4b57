import { findRegister } from "#catalog/registers/index.ts";
import type { MemberRole } from "#domain/company-roles.ts";
import type { Register, RegisterRights } from "#domain/registers/register.ts";
import { fail } from "../app-error.ts";
import type { Caller } from "../endpoints/caller.ts";

/** Whether a role may do something in a register. The database holds the same by `app.my_registers`. */
export function mayIn(register: Register, right: keyof RegisterRights, role: string): boolean {
  return register.rights[right]?.includes(role as MemberRole) ?? false;
}

/** The register of this key, as far as the caller may read it; answers `not-found` otherwise, and `forbidden` for what they may not do. */
export function openRegister(
  key: string,
  caller: Pick<Caller, "role">,
  right: keyof RegisterRights = "read",
): Register {
  const register = findRegister(key);
  if (!register || !mayIn(register, "read", caller.role)) return fail("not-found");
  return mayIn(register, right, caller.role) ? register : fail("forbidden");
}
