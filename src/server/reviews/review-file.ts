import { sql } from "kysely";
import { csvRow } from "#domain/csv.ts";
import { fail } from "../app-error.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { namesOf } from "../registers/record-rows.ts";
import { accountsOf } from "./review-accounts.ts";

interface Row {
  readonly number: number;
  readonly account_id: string;
  readonly label: string;
  readonly class: string | null;
  readonly administrator: boolean | null;
  readonly last_sign_in: string | null;
  readonly person: string | null;
  readonly reviewer_id: string;
  readonly decision: string | null;
  readonly reason: string | null;
  readonly decided_by: string | null;
  readonly decided_at: Date | null;
  readonly alone: boolean | null;
}

const PAGE = 1_000;
const header = [
  "System",
  "Account",
  "Account ID",
  "Kind",
  "Administrator",
  "Last sign-in",
  "Person",
  "Reviewer",
  "Decision",
  "Reason",
  "Decided by",
  "Decided at",
  "Own account",
];

/** A review's accounts and decisions as a file, a thousand rows at a time. Refuses `not-found`. */
export function writeReviewFile({ now }: { readonly now: () => Date }): HandlersOf<"reviews">["csv"] {
  return async ({ input: { reviewId }, caller: { companyId }, within }) => {
    const { rows: populations } = await within((tx) =>
      sql<{ id: string; review: number; system: string }>`SELECT p.id, r.number::integer AS review, s.name AS system
        FROM app.reviews r JOIN app.review_populations p ON p.company_id = r.company_id AND p.review_id = r.id
        JOIN app.systems s ON s.company_id = p.company_id AND s.id = p.system_id
        WHERE r.company_id = ${companyId} AND r.id = ${reviewId} ORDER BY lower(s.name), p.id`.execute(tx),
    );
    const [first] = populations;
    if (!first) return fail("not-found");
    async function* bytes() {
      // So that a spreadsheet takes it for UTF-8.
      yield Buffer.from(`\uFEFF${csvRow(header)}`, "utf8");
      for (const { id, system } of populations)
        for (let last = 0; ;) {
          const lines = await within(async (tx) => {
            const those = sql`w.number > ${last} AND w.number <= ${last + PAGE}`;
            const accounts = accountsOf(companyId, id, now(), those);
            const { rows } = await sql<Row>`SELECT x.* FROM (${accounts}) x ORDER BY x.number`.execute(tx);
            const nameOf = await namesOf(
              tx,
              rows.flatMap((row) => [row.reviewer_id, ...(row.decided_by ? [row.decided_by] : [])]),
            );
            return rows.map((row) => lineOf(system, row, (userId) => nameOf(userId).name));
          });
          if (lines.length > 0) yield Buffer.from(lines.join(""), "utf8");
          last += PAGE;
          if (lines.length < PAGE) break;
        }
    }
    return {
      fileName: `access-review-${first.review}-${now().toISOString().slice(0, 10)}.csv`,
      mediaType: "text/csv; charset=utf-8",
      bytes: bytes(),
    };
  };
}

const yes = (value: boolean | null) => (value === null ? null : value ? "yes" : "no");

function lineOf(system: string, row: Row, nameOf: (userId: string) => string): string {
  return csvRow([
    system,
    row.label,
    row.account_id,
    row.class,
    yes(row.administrator),
    row.last_sign_in,
    row.person,
    nameOf(row.reviewer_id),
    row.decision,
    row.reason,
    row.decided_by === null ? null : nameOf(row.decided_by),
    row.decided_at?.toISOString(),
    yes(row.alone),
  ]);
}
