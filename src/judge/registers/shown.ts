import { findRegister } from "#catalog/registers/index.ts";
import type { SnapshotPage, SnapshotRow } from "#domain/registers/snapshot.ts";
import { isUnknown, some } from "./registers.ts";
import type { RegisterVerdict } from "./registers.ts";

type Showing = readonly (readonly [name: string, shows: readonly string[]])[];

/** The fields of a register that cite exhibits of certain types. */
const showingIn = (register: string): Showing =>
  Object.entries(findRegister(register)?.fields ?? {}).flatMap(([name, { shows }]) =>
    shows ? [[name, shows] as const] : [],
  );

/** Exhibits that a record cites for what their type cannot show. Of what nobody sealed a type, none is known to. */
function wrongOf(showing: Showing, row: SnapshotRow): readonly string[] {
  return showing.flatMap(([name, shows]) => {
    const value = row.fields[name];
    if (value === undefined) return [];
    const cited = (Array.isArray(value) ? value : [value]) as readonly unknown[];
    return cited.filter(
      (exhibit): exhibit is string =>
        typeof exhibit === "string" && !shows.some((type) => type === (row.types ?? {})[exhibit]),
    );
  });
}

/**
 * Pages in which an exhibit that cannot show what it is cited for counts for as much as a withdrawn one; undefined where there is none. Their
 * rows are made when they are asked for.
 */
export function withoutWrongTypes(
  pages: readonly SnapshotPage[],
): { readonly pages: readonly SnapshotPage[]; readonly wrong: readonly string[] } | undefined {
  const wrong = new Set<string>();
  const strict = pages.map((page) => {
    const showing = showingIn(page.register);
    if (showing.length === 0) return page;
    const found = page.rows.flatMap((row) => wrongOf(showing, row));
    for (const exhibit of found) wrong.add(exhibit);
    return found.length === 0 ? page : strictly(page, showing);
  });
  return wrong.size > 0 ? { pages: strict, wrong: [...wrong] } : undefined;
}

const strictly = (page: SnapshotPage, showing: Showing): SnapshotPage => ({
  register: page.register,
  get rows() {
    return page.rows.map((row) => {
      const own = wrongOf(showing, row);
      return own.length > 0 ? { ...row, withdrawn: [...row.withdrawn, ...own] } : row;
    });
  },
});

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
