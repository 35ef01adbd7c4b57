import { createHash } from "node:crypto";
import { sql } from "kysely";
import { contentOf } from "#catalog/training/content/index.ts";
import { courses } from "#catalog/training/courses.ts";
import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import type { CanonicalValue } from "#domain/ledger/canonical-json.ts";
import { PAGE_ROWS } from "#domain/registers/snapshot.ts";
import type { SnapshotRow, TrainingScope } from "#domain/registers/snapshot.ts";
import { COMPLETION_PAGES, COURSE_PAGES } from "#domain/training/sealed.ts";
import type { GivenAnswer } from "#domain/training/quiz.ts";
import type { Tx } from "../db/as-caller.ts";
import { hmacSha256 } from "../hmac.ts";
import { readAskedSystems } from "./asked-systems.ts";
import { sealedPage } from "./keep-pages.ts";
import type { SealedPage } from "./keep-pages.ts";
import { rowBatches } from "./row-batches.ts";

/** Pages of a list that is sealed in the form of records. */
export interface SealedList {
  readonly key: string;
  readonly count: number;
  readonly pages: readonly SealedPage[];
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
  const completions = await sealCompletions(tx, companyId);
  if (completions.pages.length === 0) return undefined;
  const taught = courses.map(({ key, version, title, topics }, at) =>
    rowOf(key, at + 1, {
      course: key,
      version,
      title,
      topics,
      text: hash(canonicalJson(contentOf(key) as unknown as CanonicalValue)),
    }),
  );
  const taughtPage = sealedPage({ register: COURSE_PAGES, rows: taught });
  return {
    lists: [{ key: COURSE_PAGES, count: taught.length, pages: [taughtPage] }, completions],
    scope: { codeHosting: await readAskedSystems(tx, companyId, "code", now) },
  };
}

const pageOf = ({ number }: SnapshotRow) => Math.floor((number - 1) / PAGE_ROWS);

/** What people finished, a page as soon as its rows were read: of many people nobody holds all of it. */
async function sealCompletions(tx: Tx, companyId: string): Promise<SealedList> {
  const query = sql`SELECT c.id, c.number::integer AS number, c.person_id, c.course, c.source, c.course_version,
      q.seed, c.answers, c.score, c.out_of, c.passed, c.completed_at, c.vouched, c.provider, c.batch_id,
      'EX-' || lpad(c.exhibit::text, greatest(6, length(c.exhibit::text)), '0') AS exhibit, x.withdrawal_id IS NOT NULL AS withdrawn,
      c.undone_at IS NOT NULL AS undone, l.details, l.salt, e.entry
    FROM app.completions c
    LEFT JOIN app.quiz_attempts q ON q.company_id = c.company_id AND q.id = c.attempt_id
    LEFT JOIN app.evidence x ON x.company_id = c.company_id AND x.number = c.exhibit
    LEFT JOIN app.ledger_acts l ON l.company_id = c.company_id AND l.seq = c.ledger_index
      AND l.subject = coalesce(c.batch_id, c.id)::text
    LEFT JOIN app.ledger_entries e ON e.company_id = c.company_id AND e.seq = c.ledger_index
    WHERE c.company_id = ${companyId} ORDER BY c.number`;
  const pages: SealedPage[] = [];
  let [rows, count]: [SnapshotRow[], number] = [[], 0];
  const seal = () => {
    if (rows.length > 0) pages.push(sealedPage({ register: COMPLETION_PAGES, rows }));
    rows = [];
  };
  for await (const read of rowBatches<CompletionRow>(tx, "completions", query, PAGE_ROWS))
    for (const own of read) {
      const row = completionOf(own);
      if (rows[0] && pageOf(rows[0]) !== pageOf(row)) seal();
      rows.push(row);
      if (!own.undone) count += 1;
    }
  seal();
  return { key: COMPLETION_PAGES, count, pages };
}

// Names as the text of a page has them, which then needs no sorting.
const completionOf = (row: CompletionRow): SnapshotRow => ({
  ...rowOf(row.id, row.number, {
    answers: row.answers?.map(({ question, answer }) => `${question}:${answer}`) ?? null,
    at: row.completed_at.toISOString(),
    batchId: row.batch_id,
    course: row.course,
    exhibit: row.exhibit,
    leaf: leafOf(row),
    outOf: row.out_of,
    passed: row.passed,
    personId: row.person_id,
    provider: row.provider,
    score: row.score,
    seed: row.seed?.toString("hex") ?? null,
    source: row.source,
    version: row.course_version,
    vouched: row.vouched,
  }),
  state: row.undone ? "ended" : "open",
  withdrawn: row.withdrawn && row.exhibit ? [row.exhibit] : [],
});

/** The hash that the entry of the ledger has, if its details are those that the log commits to. */
function leafOf({ details, salt, entry }: CompletionRow): string | null {
  if (details === null || salt === null || entry === null) return null;
  const commitment = hmacSha256(salt, details, "base64");
  if ((JSON.parse(entry) as { c?: unknown }).c !== commitment) return null;
  const { digest } = JSON.parse(details) as { digest?: unknown };
  return typeof digest === "string" ? digest : null;
}

function rowOf(id: string, number: number, fields: Readonly<Record<string, unknown>>): SnapshotRow {
  const present: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) if (value !== null) present[name] = value;
  return {
    account: null,
    approval: null,
    fields: present as SnapshotRow["fields"],
    id,
    number,
    state: "open",
    version: 1,
    withdrawn: [],
  };
}
