import { useCallback, useState } from "react";

/** Rows that are chosen for something to be done with all of them; `ids` is undefined while nobody chooses. */
export function useSelection<T extends { readonly id: string }>(rows: readonly T[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>();
  const toggle = useCallback(
    (id: string) =>
      setIds(
        (before = new Set()) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]),
      ),
    [],
  );
  return {
    ids,
    /** Of the page that is shown: what was chosen on another is none. */
    chosen: rows.filter(({ id }) => ids?.has(id)),
    begin: () => setIds(new Set()),
    end: () => setIds(undefined),
    all: () => setIds(new Set(rows.map(({ id }) => id))),
    toggle,
  };
}

export type Selection<T extends { readonly id: string }> = ReturnType<typeof useSelection<T>>;
