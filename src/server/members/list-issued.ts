import { issuedKind } from "#domain/issued.ts";
import { callFunction } from "../db/functions.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { getMember } from "./member-list.ts";

/** What a member issued that goes on to work, and whether another may keep it. Refuses `not-found`. */
export const listIssued: HandlersOf<"members">["issued"] = async ({ input: { memberId }, tx }) => {
  await getMember(tx, memberId);
  const rows = await callFunction(tx, "app.issued_by_member", [memberId]);
  return rows.map(({ since, ...row }) => ({
    ...row,
    since: since.toISOString(),
    keepable: issuedKind(row.kind).keep !== null,
  }));
};
