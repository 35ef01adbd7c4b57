import { createHash } from "node:crypto";
import { sql } from "kysely";
import { contentOf } from "#catalog/training/content/index.ts";
import { courses } from "#catalog/training/courses.ts";
import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import type { CanonicalValue } from "#domain/ledger/canonical-json.ts";
import { PAGE_ROWS } from "#domain/registers/snapshot.ts";
import type { SnapshotPage, SnapshotRow, TrainingScope } from "#domain/registers/snapshot.ts";
import { COMPLETION_PAGES, COURSE_PAGES } from "#domain/training/sealed.ts";
import type { GivenAnswer } from "#domain/training/quiz.ts";
import type { Tx } from "../db/as-caller.ts";
import { hmacSha256 } from "../hmac.ts";
import { readAskedSystems } from "./asked-systems.ts";

/** Pages of a list that is sealed in the form of records. */
export interface SealedList {
  readonly key: string;
  readonly count: number;
  readonly pages: readonly { readonly sha256: string; readonly page: SnapshotPage }[];
}

interface CompletionRow {
  readonly id: string;
  readonly number: number;
  readonly person_id: string;
  readonly course: string;
  readonly source: "quiz" | "import";
  readonly course_version: number | null;
  readonly seed: Buffer | null;
  readonly answers: readonly GivenAnswer[] | null;
  readonly score: number | null;
  readonly out_of: number | null;
  readonly passed: boolean;
  readonly completed_at: Date;
  readonly vouched: string | null;
  readonly provider: string | null;
  readonly exhibit: string | null;
  readonly batch_id: string | null;
  readonly withdrawn: boolean;
  readonly undone: boolean;
  readonly details: string | null;
  readonly salt: Buffer | null;
  readonly entry: string | null;
}

const hash = (text: string) => createHash("sha256").update(text).digest("hex");

/** Courses and completions as they are now, read as the company itself; with what their checks ask beside them; undefined where nobody finished a course. */
export async function sealTraining(
  tx: Tx,
  companyId: string,
  now: Date,
): Promise<{ readonly lists: readonly SealedList[]; readonly scope: TrainingScope } | undefined> {
  const { rows } =
    await sql<CompletionRow>`SELECT c.id, c.number::integer AS number, c.person_id, c.course, c.source, c.course_version,
      q.seed, c.answers, c.score, c.out_of, c.passed, c.completed_at, c.vouched, c.provider, c.batch_id,
      'EX-' || lpad(c.exhibit::text, greatest(6, length(c.exhibit::text)), '0') AS exhibit, x.withdrawal_id IS NOT NULL AS withdrawn,
      c.undone_at IS NOT NULL AS undone, l.details, l.salt, e.entry
    FROM app.completions c
    LEFT JOIN app.quiz_attempts q ON q.company_id = c.company_id AND q.id = c.attempt_id
    LEFT JOIN app.evidence x ON x.company_id = c.company_id AND x.number = c.exhibit
    LEFT JOIN app.ledger_acts l ON l.company_id = c.company_id AND l.seq = c.ledger_index
      AND l.subject = coalesce(c.batch_id, c.id)::text
    LEFT JOIN app.ledger_entries e ON e.company_id = c.company_id AND e.seq = c.ledger_index
    WHERE c.company_id = ${companyId} ORDER BY c.number`.execute(tx);
  if (rows.length === 0) return undefined;
  const taught = courses.map(({ key, version, title, topics }, at) =>
    rowOf(key, at + 1, {
      course: key,
      version,
      title,
      topics,
      text: hash(canonicalJson(contentOf(key) as unknown as CanonicalValue)),
    }),
  );
  const finished = rows.map((row) => ({
    ...rowOf(row.id, row.number, {
      personId: row.person_id,
      course: row.course,
      source: row.source,
      at: row.completed_at.toISOString(),
      passed: row.passed,
      vouched: row.vouched,
      version: row.course_version,
      seed: row.seed?.toString("hex") ?? null,
      answers: row.answers?.map(({ question, answer }) => `${question}:${answer}`) ?? null,
      score: row.score,
      outOf: row.out_of,
      provider: row.provider,
      exhibit: row.exhibit,
      batchId: row.batch_id,
      leaf: leafOf(row),
    }),
    state: row.undone ? ("ended" as const) : ("open" as const),
    withdrawn: row.withdrawn && row.exhibit ? [row.exhibit] : [],
  }));
  return {
    lists: [sealed(COURSE_PAGES, taught), sealed(COMPLETION_PAGES, finished)],
    scope: { codeHosting: await readAskedSystems(tx, companyId, "code", now) },
  };
}

/** The hash that the entry of the ledger has, if its details are those that the log commits to. */
function leafOf({ details, salt, entry }: CompletionRow): string | null {
  if (details === null || salt === null || entry === null) return null;
  const commitment = hmacSha256(salt, details, "base64");
  if ((JSON.parse(entry) as { c?: unknown }).c !== commitment) return null;
  const { digest } = JSON.parse(details) as { digest?: unknown };
  return typeof digest === "string" ? digest : null;
}

function rowOf(id: string, number: number, fields: Readonly<Record<string, unknown>>): SnapshotRow {
  const present = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
  return {
    id,
    number,
    version: 1,
    state: "open",
    fields: present as SnapshotRow["fields"],
    approval: null,
    withdrawn: [],
    account: null,
  };
}

function sealed(register: string, rows: readonly SnapshotRow[]): SealedList {
  const pages = [...Map.groupBy(rows, ({ number }) => Math.floor((number - 1) / PAGE_ROWS)).values()].map((own) => {
    const page: SnapshotPage = { register, rows: own };
    const content = canonicalJson(page as unknown as CanonicalValue);
    return { page, sha256: hash(content) };
  });
  return { key: register, count: rows.filter(({ state }) => state !== "ended").length, pages };
}
