import type { checkResult } from "#contract/controls.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import type * as z from "zod";
import type { Tx } from "../db/as-caller.ts";

type CheckResult = z.input<typeof checkResult>;

/** What names an item by its number, with the item's id once that is known. */
interface Named {
  readonly exhibit: string | null;
  readonly evidenceId: string | null;
}

const numberOf = (exhibit: string) => Number(exhibit.replace(/^EX-/, ""));

/**
 * The checks with the ids of what a person's test cites, which is named by its number alone, so that pages link it. An item that the
 * reader does not see stays without one.
 */
export async function linkExhibits(tx: Tx, companyId: string, checks: readonly CheckResult[]): Promise<CheckResult[]> {
  const named = checks.flatMap((check): Named[] => [check, ...check.parts.flatMap(answersOf)]);
  const open = named.flatMap(({ exhibit, evidenceId }) =>
    exhibit !== null && evidenceId === null ? [numberOf(exhibit)] : [],
  );
  if (open.length === 0) return [...checks];
  const rows = await tx
    .selectFrom("app.evidence")
    .select(["id", "number"])
    .where("company_id", "=", companyId)
    .where("number", "in", [...new Set(open)])
    .execute();
  const ids = new Map(rows.map(({ id, number }) => [formatExhibitNumber(number), id]));
  const link = <T extends Named>(item: T): T => ({
    ...item,
    evidenceId: item.evidenceId ?? (item.exhibit === null ? null : (ids.get(item.exhibit) ?? null)),
  });
  return checks.map((check) => ({
    ...link(check),
    parts: check.parts.map((part) => ({
      ...part,
      systems: part.systems.map((system) => ({ ...system, answers: system.answers.map(link) })),
    })),
  }));
}

const answersOf = (part: CheckResult["parts"][number]) => part.systems.flatMap(({ answers }) => answers);
