import { createHash, randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { listedAccounts } from "#contract/reviews.ts";
import { formatExhibitNumber, parseExhibitNumber } from "#domain/exhibit-number.ts";
import { compareLists, LIST_COUNTS_DAYS, listSeenAt, readAccountList } from "#domain/reviews/account-list.ts";
import type { AccountList, ListedInFile } from "#domain/reviews/account-list.ts";
import { populationDigest } from "#domain/reviews/review.ts";
import { AppError, fail } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { hmacSha256 } from "../hmac.ts";
import { readCsv } from "../registers/read-csv.ts";
import { bytesOf } from "../registers/file-bytes.ts";
import { refuseConstraint } from "./refuse-constraint.ts";

interface Deps {
  readonly now: () => Date;
}

const DAY_MS = 86_400_000;

/** Lists of accounts of systems without a connection: shown before, then confirmed, all of it or nothing. */
export function listHandlers({ now }: Deps): Pick<HandlersOf<"reviews">, "previewList" | "addList"> {
  return {
    previewList: async ({ input: { systemId, csv }, caller, tx }) => {
      await systemNamed(tx, caller.companyId, systemId);
      const before = await listsBefore(tx, caller.companyId, systemId);
      const list = await readList(csv, before.salt, now());
      const { accounts, problems, leftOut } = list;
      const { gone, otherColumn } = compareLists(list, before.last);
      return {
        accounts: accounts.length,
        disabled: accounts.filter(({ active }) => active === false).length,
        administrators: accounts.filter(({ administrator }) => administrator === true).length,
        service: accounts.filter((account) => account.class === "service").length,
        wrong: problems.length,
        problems: problems.slice(0, listedAccounts).map((problem) => ({ ...problem })),
        sample: accounts.slice(0, 10).map(({ label }) => label),
        gone: gone.length,
        goneSample: gone.slice(0, 10).map(({ label }) => label),
        otherColumn,
        leftOut: [...leftOut],
      };
    },

    addList: async ({ input, caller, tx }) => {
      const at = now();
      const { systemId, csv, count, exportedFrom, exportedOn } = input;
      const name = await systemNamed(tx, caller.companyId, systemId);
      // Somewhere it is tomorrow already.
      if (Date.parse(exportedOn) > at.getTime() + DAY_MS) return fail("review-list-day");
      const seenAt = listSeenAt(exportedOn, at);
      if (seenAt.getTime() <= at.getTime() - LIST_COUNTS_DAYS * DAY_MS) return fail("review-list-day");
      const { id: evidenceId, number } = await holdFiled(tx, caller.companyId, input);
      const before = await listsBefore(tx, caller.companyId, systemId);
      const list = await readList(csv, before.salt, at);
      const { accounts, problems, identifiedBy } = list;
      if (problems[0]) {
        const { row, message } = problems[0];
        throw new AppError("record-rows-wrong", {
          message: `Nothing was added. Row ${row}: ${message}`,
          data: { rows: problems.slice(0, listedAccounts) },
        });
      }
      if (accounts.length !== count) return fail("review-list-count");
      const gone = compareLists(list, before.last).gone.length;
      if (gone !== input.gone) return fail("review-list-gone");
      const id = randomUUID();
      await tx
        .insertInto("app.attested_lists")
        .values({
          company_id: caller.companyId,
          id,
          system_id: systemId,
          evidence_id: evidenceId,
          exported_from: exportedFrom,
          exported_on: exportedOn,
          count,
          seen_at: seenAt,
          accounts: JSON.stringify(accounts),
          identified_by: identifiedBy,
          salt: before.salt,
          attested_by: caller.userId,
          attested_at: at,
        })
        .execute()
        .catch(refuseConstraint);
      return {
        answer: { accounts: count },
        entry: {
          subject: id,
          details: {
            name,
            system: systemId,
            exhibit: formatExhibitNumber(number),
            count,
            gone,
            identifiedBy,
            exportedFrom,
            exportedOn,
            sha256: populationDigest(accounts.map((account) => account.id)),
          },
        },
      };
    },
  };
}

/** The accounts of a file, named by what nobody without the secret of its system can guess. */
async function readList(csv: string, salt: Buffer, at: Date): Promise<AccountList> {
  return readAccountList(await readCsv(csv), (account) => hmacSha256(salt, account, "hex"), at);
}

/** The secret under which all lists of a system name its accounts, and its last list that counts. */
async function listsBefore(tx: Tx, companyId: string, systemId: string) {
  const { rows } = await sql<{
    salt: Buffer;
    identified_by: string;
    accounts: readonly ListedInFile[];
    counts: boolean;
  }>`SELECT a.salt, a.identified_by, CASE WHEN e.withdrawal_id IS NULL THEN a.accounts ELSE '[]' END AS accounts, e.withdrawal_id IS NULL AS counts
    FROM app.attested_lists a JOIN app.evidence e ON e.company_id = a.company_id AND e.id = a.evidence_id
    WHERE a.company_id = ${companyId} AND a.system_id = ${systemId} AND a.salt IS NOT NULL
    ORDER BY e.withdrawal_id IS NULL DESC, a.ledger_index DESC LIMIT 1`.execute(tx);
  const last = rows[0];
  return {
    salt: last?.salt ?? randomBytes(32),
    last: last?.counts ? { accounts: last.accounts, identifiedBy: last.identified_by } : undefined,
  };
}

/** The name of a system of the company. Refuses `not-found`. */
async function systemNamed(tx: Tx, companyId: string, systemId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`SELECT s.name FROM app.systems s
    WHERE s.company_id = ${companyId} AND s.id = ${systemId} AND s.removed_at IS NULL`.execute(tx);
  return rows[0]?.name ?? fail("not-found");
}

interface Filed {
  readonly csv: string;
  readonly exhibit: string;
  readonly encoding: "utf-8" | "windows-1252";
}

/** Refuses `review-list-file` where the exhibit is not these bytes, is under privilege, or counts no more. */
async function holdFiled(tx: Tx, companyId: string, { csv, exhibit, encoding }: Filed) {
  const bytes = bytesOf(csv, encoding) ?? fail("review-list-file");
  const number = parseExhibitNumber(exhibit) ?? fail("not-found");
  const filed = await tx
    .selectFrom("app.evidence")
    .select(["id", "sha256"])
    .where("company_id", "=", companyId)
    .where("number", "=", number)
    .where("matter_id", "is", null)
    .where("withdrawal_id", "is", null)
    .executeTakeFirst();
  if (!filed?.sha256.equals(createHash("sha256").update(bytes).digest())) return fail("review-list-file");
  return { id: filed.id, number };
}
