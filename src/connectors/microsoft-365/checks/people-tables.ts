import type { Table } from "#domain/facts/reading.ts";

/** Graph's types of users: "Member" in the directory, "member" in reports. */
export const PEOPLE: Table<"member" | "guest"> = { Member: "member", member: "member", Guest: "guest", guest: "guest" };
