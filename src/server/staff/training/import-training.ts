import { createHash, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { findCourse } from "#catalog/training/courses.ts";
import { listedRows } from "#contract/training.ts";
import { formatExhibitNumber, parseExhibitNumber } from "#domain/exhibit-number.ts";
import { sha256OfText } from "#domain/sha256.ts";
import { readCompletions } from "#domain/training/read-list.ts";
import type { ListedPerson, ReadCompletions } from "#domain/training/read-list.ts";
import { textOfImport } from "#domain/training/sealed.ts";
import { AppError, fail } from "../../app-error.ts";
import type { Tx } from "../../db/as-caller.ts";
import { callFunction } from "../../db/functions.ts";
import type { Caller } from "../../endpoints/caller.ts";
import type { Changed } from "../../endpoints/handler.ts";
import { bytesOf } from "../../registers/file-bytes.ts";
import { readCsv } from "../../registers/read-csv.ts";

/** A list of another provider. */
interface Asked {
  readonly csv: string;
  readonly course: string;
}

/** One that is to be imported: it is on file under this number. */
interface Filed extends Asked {
  readonly exhibit: string;
  readonly provider: string;
  readonly encoding: "utf-8" | "windows-1252";
}

interface ReadList extends ReadCompletions {
  readonly people: ReadonlyMap<string, ListedPerson & { readonly name: string }>;
}

/** Reads a list against the register of people. Refuses `not-found` for a course that there is not, and `record-csv`. */
async function readList(tx: Tx, companyId: string, { csv, course }: Asked, now: Date): Promise<ReadList> {
  if (!findCourse(course)) fail("not-found");
  const rows = await readCsv(csv);
  const { rows: people } = await sql<ListedPerson & { name: string }>`SELECT r.id, r.number::integer AS number,
      r.fields ->> 'name' AS name, nullif(lower(btrim(r.fields ->> 'email')), '') AS email,
      r.ended_at IS NOT NULL OR coalesce((r.fields ->> 'endsAt')::timestamptz <= ${now}, false) AS ended
    FROM app.records r WHERE r.company_id = ${companyId} AND r.register = 'people'`.execute(tx);
  return { ...readCompletions(rows, people, now), people: new Map(people.map((person) => [person.id, person])) };
}

/** What importing a list would do, row by row. */
export async function previewList(tx: Tx, companyId: string, asked: Asked, now: Date) {
  const { taken, left, problems, people } = await readList(tx, companyId, asked, now);
  return {
    added: taken.length,
    left: left.length,
    wrong: problems.length,
    sample: taken.slice(0, listedRows).map(({ row, personId, number, at }) => ({
      row,
      number: `PER-${number}`,
      name: people.get(personId)!.name,
      completedOn: at.toISOString().slice(0, 10),
    })),
    leftRows: left.slice(0, listedRows).map((own) => ({ ...own })),
    problems: problems.slice(0, listedRows).map((own) => ({ ...own })),
  };
}

/** Refuses `not-found` for what is no number, and `training-other-file` where the exhibit is not these bytes, or counts no more. */
async function holdFiled(tx: Tx, companyId: string, { csv, exhibit, encoding }: Filed): Promise<number> {
  const bytes = bytesOf(csv, encoding) ?? fail("training-other-file");
  const number = parseExhibitNumber(exhibit) ?? fail("not-found");
  const filed = await tx
    .selectFrom("app.evidence")
    .select(["sha256"])
    .where("company_id", "=", companyId)
    .where("number", "=", number)
    .where("matter_id", "is", null)
    .where("withdrawal_id", "is", null)
    .executeTakeFirst();
  const hash = createHash("sha256").update(bytes).digest();
  if (!filed?.sha256.equals(hash)) fail("training-other-file");
  return number;
}

/** Keeps a list, all of it or nothing, with one entry of the ledger over its rows. */
export async function importList(
  tx: Tx,
  caller: Pick<Caller, "companyId" | "userId">,
  asked: Filed,
  now: Date,
): Promise<Changed<{ batchId: string; added: number }>> {
  const exhibit = await holdFiled(tx, caller.companyId, asked);
  const { taken, problems } = await readList(tx, caller.companyId, asked, now);
  if (problems[0]) {
    const { row, message } = problems[0];
    throw new AppError("record-rows-wrong", {
      message: `Nothing was imported. Row ${row}: ${message}`,
      data: { rows: problems.slice(0, listedRows) },
    });
  }
  if (taken.length === 0) return fail("record-rows-wrong");
  const { course, provider } = asked;
  const { title } = findCourse(course)!;
  const batchId = randomUUID();
  const first = Number(await callFunction(tx, "app.next_completion", []));
  const rows = taken.map(({ personId, at }) => ({ id: randomUUID(), person: personId, at: at.toISOString() }));
  // Numbered in this order, which their hash has, too.
  await sql`INSERT INTO app.completions (company_id, id, person_id, course, source, passed, completed_at, provider, exhibit, batch_id, imported_by)
    SELECT ${caller.companyId}, x.id, x.person, ${course}, 'import', true, x.at, ${provider}, ${exhibit}, ${batchId}, ${caller.userId}
    FROM jsonb_to_recordset(${JSON.stringify(rows.map((row, place) => ({ ...row, place })))})
      x (id uuid, person uuid, at timestamptz, place integer) ORDER BY x.place`.execute(tx);
  const listed = rows.map(({ person, at }, place) => ({ number: first + place, person, at, passed: true }));
  const digest = sha256OfText(textOfImport({ course, provider, exhibit: formatExhibitNumber(exhibit), rows: listed }));
  return {
    answer: { batchId, added: rows.length },
    entry: {
      subject: batchId,
      details: { course, title, provider, exhibit: formatExhibitNumber(exhibit), added: rows.length, digest },
    },
  };
}

/** Undoes an import: its rows stay, and count no more. */
export async function undoImport(
  tx: Tx,
  caller: Pick<Caller, "companyId" | "userId">,
  batchId: string,
  now: Date,
): Promise<Changed<{ undone: number }>> {
  const undone = await tx
    .updateTable("app.completions")
    .set({ undone_at: now, undone_by: caller.userId })
    .where("company_id", "=", caller.companyId)
    .where("batch_id", "=", batchId)
    .where("undone_at", "is", null)
    .returning(["course"])
    .execute();
  const [first] = undone;
  if (!first) return fail("not-found");
  return {
    answer: { undone: undone.length },
    entry: { subject: batchId, details: { course: first.course, undone: undone.length } },
  };
}
