import { findRegister } from "#catalog/registers/index.ts";
import { countsAlone, countsUntil } from "#domain/alone.ts";
import type { AnotherSince, SnapshotRow } from "#domain/registers/snapshot.ts";
import { aboutRows } from "./about-rows.ts";
import { passes } from "./registers.ts";
import type { ReadRegister, RegisterInputs, RegisterVerdict } from "./registers.ts";
import type { ToldPage } from "./told-pages.ts";

/**
 * Until when what somebody did alone counts: a month after the first who could have done it instead; null for as long as nobody else
 * could. Undefined where that was not sealed: it does not count.
 */
export function aloneUntil(said: AnotherSince | undefined, who: keyof AnotherSince): Date | null | undefined {
  return countsUntil(said?.[who]);
}

/** Who may approve records of a register. */
const approversOf = (key: string): keyof AnotherSince =>
  findRegister(key)?.rights.approve?.includes("member") === true ? "contributors" : "managers";

const isEndedAlone = ({ endApproval }: SnapshotRow) => endApproval?.another === false;

/**
 * Pages as they are judged: an end that one person approved alone, and that another could have approved for a month, waits for that. Their
 * rows are made when they are asked for.
 */
export function withoutLateEnds(
  pages: readonly ToldPage[],
  said: AnotherSince | undefined,
  now: Date,
): readonly ToldPage[] {
  return pages.map((page) => {
    if (page.told?.about.hasEndAlone === false) return page;
    if (countsAlone(aloneUntil(said, approversOf(page.register)), now)) return page;
    return {
      register: page.register,
      get rows() {
        const { rows } = page;
        if (!rows.some(isEndedAlone)) return rows;
        return rows.map((row) => (isEndedAlone(row) ? { ...row, endApproval: null } : row));
      },
    };
  });
}

/** A verdict over registers of which records were ended alone: it lasts no longer than those ends count. */
export function untilEndsCount(
  verdict: RegisterVerdict,
  keys: readonly string[],
  register: (key: string) => ReadRegister,
  said: AnotherSince | undefined,
): RegisterVerdict {
  if (verdict.outcome !== "pass") return verdict;
  const ends = keys.flatMap((key) =>
    aboutRows(register(key)).hasEndAlone ? (aloneUntil(said, approversOf(key)) ?? []) : [],
  );
  return passes(verdict.reason, [verdict.until, ...ends]);
}

/** Until when decisions of an access review that somebody took on their own accounts count, as `aloneUntil` says it. */
export const ownDecisionsUntil = ({ anotherSince }: RegisterInputs): Date | null | undefined =>
  aloneUntil(anotherSince, "contributors");
