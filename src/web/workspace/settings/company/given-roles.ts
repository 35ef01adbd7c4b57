import { companyRoles } from "#domain/access.ts";

/** What a member can be made; an owner becomes one by a transfer only. */
export type GivenRole = Exclude<(typeof companyRoles)[number], "owner">;

export const givenRoles: readonly GivenRole[] = companyRoles.filter((role): role is GivenRole => role !== "owner");
