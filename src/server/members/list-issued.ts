import { issuedKind } from "#domain/issued.ts";
import { sql } from "kysely";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { IssuedRow } from "./issued.ts";
import { getMember } from "./member-list.ts";

/** What a member issued that goes on to work, and whether another may keep it. Refuses `not-found`. */
export const listIssued: HandlersOf<"members">["issued"] = async ({ input: { memberId }, tx }) => {
  await getMember(tx, memberId);
  const { rows } = await sql<IssuedRow & { since: Date }>`SELECT * FROM app.issued_by_member(${memberId})`.execute(tx);
  return rows.map(({ since, ...row }) => ({
    ...row,
    since: since.toISOString(),
    keepable: issuedKind(row.kind).keep !== null,
  }));
};
