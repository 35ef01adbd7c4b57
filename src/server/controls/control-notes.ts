import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { callFunction } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";
import { fail } from "../app-error.ts";

const PAGE = 50;
/** Somebody whose account is gone, too. */
const formerMember = "A former member";

/** The notes of a control, newest first, fifty at a time; `after` is the last one of the page before. */
export async function pageOfNotes(tx: Tx, companyId: string, controlId: string, after: string | undefined) {
  const older =
    after === undefined
      ? sql`true`
      : sql`(n.written_at, n.id) < (SELECT a.written_at, a.id FROM app.control_notes a
          WHERE a.company_id = ${companyId} AND a.id = ${after})`;
  const rows = await readNotes(
    tx,
    companyId,
    sql`n.control_id = ${controlId} AND ${older} ORDER BY n.written_at DESC, n.id DESC LIMIT ${PAGE + 1}`,
  );
  const page = rows.slice(0, PAGE);
  return { notes: page.map(presentNote), next: rows.length > PAGE ? page.at(-1)!.id : null };
}

/** One note of a control; refuses `not-found`. */
export async function getNote(tx: Tx, companyId: string, controlId: string, noteId: string) {
  const [row] = await readNotes(tx, companyId, sql`n.id = ${noteId} AND n.control_id = ${controlId}`);
  return row ? presentNote(row) : fail("not-found");
}

/** Strikes a note out; refuses `note-of-another` to whom the policies do not let. */
export async function strikeNote(tx: Tx, by: { companyId: string; userId: string; at: Date }, noteId: string) {
  const { numUpdatedRows } = await tx
    .updateTable("app.control_notes")
    .set({ struck_by: by.userId, struck_at: by.at })
    .where("company_id", "=", by.companyId)
    .where("id", "=", noteId)
    .where("struck_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) fail("note-of-another");
}

interface NoteRow {
  id: string;
  body: string;
  written_by: string;
  written_at: Date;
  struck_by: string | null;
  struck_at: Date | null;
  author: string;
  striker: string;
}

async function readNotes(tx: Tx, companyId: string, which: RawBuilder<unknown>): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`SELECT n.id, n.body, n.written_by, n.written_at, n.struck_by, n.struck_at,
      concat_ws(' ', a.first_name, a.last_name) AS author, concat_ws(' ', s.first_name, s.last_name) AS striker
    FROM app.control_notes n LEFT JOIN app.profiles a ON a.id = n.written_by LEFT JOIN app.profiles s ON s.id = n.struck_by
    WHERE n.company_id = ${companyId} AND ${which}`.execute(tx);
  if (rows.every(({ author, striker, struck_by: by }) => author && (by === null || striker))) return rows;
  // Members who left are named by the company's record alone.
  const people = await callFunction(tx, "app.people_of_record", []);
  const named = new Map(people.map(({ id, first_name: first, last_name: last }) => [id, `${first} ${last}`]));
  return rows.map((row) => ({
    ...row,
    author: row.author || (named.get(row.written_by) ?? ""),
    striker: row.striker || (named.get(row.struck_by ?? "") ?? ""),
  }));
}

function presentNote(row: NoteRow) {
  return {
    id: row.id,
    body: row.body,
    author: { userId: row.written_by, name: row.author || formerMember },
    writtenAt: row.written_at.toISOString(),
    struck:
      row.struck_at === null || row.struck_by === null
        ? null
        : { at: row.struck_at.toISOString(), by: { userId: row.struck_by, name: row.striker || formerMember } },
  };
}
