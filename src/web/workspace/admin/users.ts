import type * as z from "zod";
import type { contract } from "#contract/index.ts";

export type User = z.output<typeof contract.users.list.output>["users"][number];
export type Role = User["role"];

/** The platform roles from most to least, and what each may do. */
export const roles: readonly { readonly key: Role; readonly label: string; readonly description: string }[] = [
  { key: "admin", label: "Admin", description: "Runs this installation. Requires MFA." },
  { key: "manager", label: "Manager", description: "Creates companies and manages projects and evidence." },
  { key: "user", label: "User", description: "Works in companies that invite them, with the member role at most." },
];

/** A user's name, or the address where there is none. */
export const nameOf = ({ firstName, lastName, email }: User): string => `${firstName} ${lastName}`.trim() || email;
