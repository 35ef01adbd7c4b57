import { createHash, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { findCourse } from "#catalog/training/courses.ts";
import { formatExhibitNumber, parseExhibitNumber } from "#domain/exhibit-number.ts";
import { sha256OfText } from "#domain/sha256.ts";
import { textOfImport } from "#domain/training/sealed.ts";
import { fail } from "../../app-error.ts";
import type { Tx } from "../../db/as-caller.ts";
import type { Caller } from "../../endpoints/caller.ts";
import type { Changed } from "../../endpoints/handler.ts";
import { readCsv } from "../../registers/read-csv.ts";

/** A list of another provider, as somebody asks to import it. */
interface Asked {
  readonly csv: string;
  readonly exhibit: string;
  readonly course: string;
  readonly provider: string;
}

interface Listed {
  readonly personId: string;
  readonly at: Date;
}

export interface ReadList {
  readonly rows: readonly Listed[];
  readonly problems: readonly { readonly row: number; readonly message: string }[];
}

const people = /^(e-?mail|work e-?mail|e-?mail address|person|number|user|learner)/i;
const days = /^(completed|completion|date|passed|finished)/i;
const MOST_PROBLEMS = 300;

/** Reads a list against the register of people. Refuses `training-other-file` where the exhibit is not these bytes, or counts no more. */
export async function readList(
  tx: Tx,
  companyId: string,
  { csv, exhibit, course }: Asked,
  now: Date,
): Promise<ReadList> {
  if (!findCourse(course)) fail("not-found");
  const number = parseExhibitNumber(exhibit) ?? fail("not-found");
  const filed = await tx
    .selectFrom("app.evidence")
    .select(["sha256"])
    .where("company_id", "=", companyId)
    .where("number", "=", number)
    .where("matter_id", "is", null)
    .where("withdrawal_id", "is", null)
    .executeTakeFirst();
  const hash = createHash("sha256").update(csv, "utf8").digest();
  if (!filed?.sha256.equals(hash)) fail("training-other-file");
  const [header = [], ...rows] = await readCsv(csv);
  const [who, when] = [
    header.findIndex((name) => people.test(name.trim())),
    header.findIndex((name) => days.test(name.trim())),
  ];
  if (who < 0 || when < 0)
    return {
      rows: [],
      problems: [{ row: 1, message: "The header needs a column Email or Number, and a column Completed." }],
    };
  const { rows: known } = await sql<{
    id: string;
    number: number;
    email: string | null;
  }>`SELECT r.id, r.number::integer AS number,
      lower(btrim(r.fields ->> 'email')) AS email FROM app.records r WHERE r.company_id = ${companyId} AND r.register = 'people'`.execute(
    tx,
  );
  const found = Map.groupBy(
    known.flatMap(({ id, number: own, email }) => [{ key: `per-${own}`, id }, ...(email ? [{ key: email, id }] : [])]),
    ({ key }) => key,
  );
  const problems: { row: number; message: string }[] = [];
  const listed: Listed[] = [];
  for (const [at, cells] of rows.entries()) {
    const [name, day] = [(cells[who] ?? "").trim(), (cells[when] ?? "").trim().slice(0, 10)];
    const own = found.get(name.toLowerCase()) ?? [];
    const completed = /^\d{4}-\d\d-\d\d$/.test(day) ? new Date(`${day}T00:00:00Z`) : undefined;
    const isDay =
      completed !== undefined && !Number.isNaN(completed.getTime()) && completed.toISOString().startsWith(day);
    const wrong =
      own.length === 0
        ? "Nobody in People has this email address or number."
        : own.length > 1
          ? "Several people have this email address. Use their number."
          : !isDay
            ? "The day is not written as 2026-01-31."
            : completed > now
              ? "This day is in the future."
              : listed.some(({ personId }) => personId === own[0]!.id)
                ? "This person is in the file twice."
                : undefined;
    if (wrong === undefined) listed.push({ personId: own[0]!.id, at: completed! });
    else problems.push({ row: at + 2, message: wrong });
  }
  return { rows: listed, problems };
}

/** What a preview says of a list. */
export const previewOf = ({ rows, problems }: ReadList) => ({
  added: rows.length,
  problems: problems.slice(0, MOST_PROBLEMS),
});

/** Keeps a list, all of it or nothing, with one entry of the ledger over its rows. */
export async function importList(
  tx: Tx,
  caller: Pick<Caller, "companyId" | "userId">,
  asked: Asked,
  now: Date,
): Promise<Changed<{ batchId: string; added: number }>> {
  const { rows, problems } = await readList(tx, caller.companyId, asked, now);
  if (problems.length > 0 || rows.length === 0) return fail("record-rows-wrong");
  const { title } = findCourse(asked.course)!;
  const exhibit = parseExhibitNumber(asked.exhibit)!;
  const batchId = randomUUID();
  for (const { personId, at } of rows)
    await tx
      .insertInto("app.completions")
      .values({
        company_id: caller.companyId,
        id: randomUUID(),
        person_id: personId,
        course: asked.course,
        source: "import",
        passed: true,
        completed_at: at,
        provider: asked.provider,
        exhibit,
        batch_id: batchId,
        imported_by: caller.userId,
      })
      .execute();
  const { course, provider } = asked;
  const listed = rows.map(({ personId: person, at }) => ({ person, at: at.toISOString(), passed: true }));
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
