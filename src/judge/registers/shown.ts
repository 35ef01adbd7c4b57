import { findRegister } from "#catalog/registers/index.ts";
import type { SnapshotPage, SnapshotRow } from "#domain/registers/snapshot.ts";
import { isUnknown, some } from "./registers.ts";
import type { RegisterVerdict } from "./registers.ts";

/** Exhibits that a record cites for what their type cannot show. Of what nobody sealed a type, none is known to. */
function wrongOf(register: string, row: SnapshotRow): readonly string[] {
  return Object.entries(findRegister(register)?.fields ?? {}).flatMap(([name, { shows }]) => {
    const value = row.fields[name];
    if (!shows || value === undefined) return [];
    const cited = (Array.isArray(value) ? value : [value]) as readonly unknown[];
    return cited.filter(
      (exhibit): exhibit is string =>
        typeof exhibit === "string" && !shows.some((type) => type === (row.types ?? {})[exhibit]),
    );
  });
}

/** Pages in which an exhibit that cannot show what it is cited for counts for as much as a withdrawn one; undefined where there is none. */
export function withoutWrongTypes(
  pages: readonly SnapshotPage[],
): { readonly pages: readonly SnapshotPage[]; readonly wrong: readonly string[] } | undefined {
  const wrong = new Set<string>();
  const strict = pages.map((page) => ({
    ...page,
    rows: page.rows.map((row) => {
      const own = wrongOf(page.register, row);
      for (const exhibit of own) wrong.add(exhibit);
      return own.length > 0 ? { ...row, withdrawn: [...row.withdrawn, ...own] } : row;
    }),
  }));
  return wrong.size > 0 ? { pages: strict, wrong: [...wrong] } : undefined;
}

/** What passes by an exhibit whose type cannot show it is unknown. */
export function byType(
  verdict: RegisterVerdict,
  strict: () => RegisterVerdict,
  wrong: readonly string[],
): RegisterVerdict {
  if (verdict.outcome !== "pass" || strict().outcome === "pass") return verdict;
  return isUnknown(
    `Cited for what an item of its type cannot show: ${some(wrong)}. Cite another item, or change its type.`,
  );
}
