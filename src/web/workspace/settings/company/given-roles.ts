import { memberRoles } from "#domain/access.ts";

/** What a member can be made; an owner becomes one by a transfer only. */
export type GivenRole = Exclude<(typeof memberRoles)[number], "owner">;

export const givenRoles: readonly GivenRole[] = memberRoles.filter((role): role is GivenRole => role !== "owner");
