import { findRegister } from "#catalog/registers/index.ts";
import { citedIn, isTimed, isTooEarly } from "#domain/registers/shown-by.ts";
import type { Field } from "#domain/registers/register.ts";
import type { SnapshotPage, SnapshotRow } from "#domain/registers/snapshot.ts";
import { isUnknown, some } from "./registers.ts";
import type { RegisterVerdict } from "./registers.ts";

type Citing = readonly (readonly [name: string, field: Field])[];

/** The fields of a register that ask of the exhibits that they cite what those are, or when they were made. */
const citingIn = (register: string): Citing =>
  Object.entries(findRegister(register)?.fields ?? {}).filter(
    ([, field]) => field.shows !== undefined || isTimed(field),
  );

/** Exhibits that a record cites for what they cannot show. */
interface Wrong {
  /** By their type. Of what nobody sealed a type, none is known to. */
  readonly types: readonly string[];
  /** They were made before. Of what nobody sealed when it was made, nothing is known to be shown. */
  readonly early: readonly string[];
}

function wrongOf(citing: Citing, row: SnapshotRow): Wrong {
  const of = (isWrong: (field: Field, exhibit: string) => boolean) =>
    citing.flatMap(([name, field]) => citedIn(row.fields, name).filter((exhibit) => isWrong(field, exhibit)));
  const isOther = ({ shows }: Field, exhibit: string) =>
    shows !== undefined && !shows.some((type) => type === (row.types ?? {})[exhibit]);
  return {
    types: of(isOther),
    early: of((field, exhibit) => isTooEarly(field, row.fields, (row.made ?? {})[exhibit])),
  };
}

/**
 * Pages in which an exhibit that cannot show what it is cited for counts for as much as a withdrawn one; undefined where there is none. Their
 * rows are made when they are asked for.
 */
export function withoutWrong(
  pages: readonly SnapshotPage[],
): { readonly pages: readonly SnapshotPage[]; readonly wrong: Wrong } | undefined {
  const types = new Set<string>();
  const early = new Set<string>();
  const strict = pages.map((page) => {
    const citing = citingIn(page.register);
    if (citing.length === 0) return page;
    const found = page.rows.map((row) => wrongOf(citing, row));
    for (const wrong of found) {
      for (const exhibit of wrong.types) types.add(exhibit);
      for (const exhibit of wrong.early) early.add(exhibit);
    }
    return found.some((wrong) => wrong.types.length + wrong.early.length > 0) ? strictly(page, citing) : page;
  });
  return types.size + early.size > 0 ? { pages: strict, wrong: { types: [...types], early: [...early] } } : undefined;
}

const strictly = (page: SnapshotPage, citing: Citing): SnapshotPage => ({
  register: page.register,
  get rows() {
    return page.rows.map((row) => {
      const { types, early } = wrongOf(citing, row);
      const own = [...types, ...early];
      return own.length > 0 ? { ...row, withdrawn: [...row.withdrawn, ...own] } : row;
    });
  },
});

/** What passes by an exhibit that cannot show it is unknown. */
export function byCited(
  verdict: RegisterVerdict,
  strict: () => RegisterVerdict,
  { types, early }: Wrong,
): RegisterVerdict {
  if (verdict.outcome !== "pass" || strict().outcome === "pass") return verdict;
  return isUnknown(
    [
      ...(types.length > 0
        ? [`Cited for what an item of its type cannot show: ${some(types)}. Cite another item, or change its type.`]
        : []),
      ...(early.length > 0
        ? [`Made before what it is cited for: ${some(early)}. Cite what was made since, or correct the day.`]
        : []),
    ].join(" "),
  );
}
