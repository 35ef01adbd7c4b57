import { useCallback, useRef, useState } from "react";
import { readRange } from "./use-accounts.ts";
import type { AccountList } from "./use-accounts.ts";
import type { ReviewAccount } from "./reviews.ts";

type Picked = ReadonlyMap<string, ReviewAccount>;

/** Accounts that are chosen for one decision on all of them; undefined while nobody chooses. */
export function usePicks(list: AccountList | undefined, known: (at: number) => ReviewAccount | undefined) {
  const [picked, setPicked] = useState<Picked>();
  const [isReading, setReading] = useState(false);
  /** Where a range begins. */
  const from = useRef<number>(undefined);

  const add = useCallback(
    (accounts: readonly ReviewAccount[]) =>
      setPicked((before) => new Map([...(before ?? []), ...accounts.map((account) => [account.id, account] as const)])),
    [],
  );
  const addRange = useCallback(
    async (first: number, last: number) => {
      if (!list) return;
      const all = Array.from({ length: last - first + 1 }, (_, step) => known(first + step));
      if (all.every((account) => account !== undefined)) return add(all);
      setReading(true);
      try {
        add(await readRange(list, first, last + 1));
      } finally {
        setReading(false);
      }
    },
    [list, known, add],
  );
  const pick = useCallback(
    (at: number, withRange = false): Promise<void> | void => {
      const start = from.current;
      from.current = at;
      if (withRange && start !== undefined) return addRange(Math.min(start, at), Math.max(start, at));
      const account = known(at);
      if (!account) return;
      setPicked((before = new Map()) => {
        const after = new Map(before);
        if (!after.delete(account.id)) after.set(account.id, account);
        return after;
      });
    },
    [known, addRange],
  );
  const end = useCallback(() => {
    from.current = undefined;
    setPicked(undefined);
  }, []);
  return {
    picked,
    isReading,
    pick,
    /** Chooses an account and the one that was gone to from it. */
    extend: (before: number, to: number) => {
      from.current ??= before;
      return addRange(Math.min(before, to), Math.max(before, to));
    },
    begin: () => setPicked(new Map()),
    all: () => (list && list.numbers.length > 0 ? addRange(0, list.numbers.length - 1) : Promise.resolve()),
    end,
  };
}

export type Picks = ReturnType<typeof usePicks>;
