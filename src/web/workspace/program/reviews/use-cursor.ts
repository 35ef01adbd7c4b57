import { useCallback, useEffect, useRef, useState } from "react";
import { CHUNK } from "./use-accounts.ts";

/** The row that keys are about. It takes the focus where it is drawn, or as soon as it is. */
export function useCursor(count: number, from: number) {
  const [at, setAt] = useState(() => Math.max(0, Math.min(count - 1, from)));
  /** A row that is to have the focus and is not drawn yet. */
  const wanted = useRef<number>(undefined);
  const current = useRef(at);
  useEffect(() => {
    current.current = at;
  }, [at]);

  const focus = useCallback((to: number) => {
    const row = document.getElementById(`account-${to}`);
    wanted.current = row ? undefined : to;
    if (row) row.focus();
    else document.getElementById(`accounts-${Math.floor(to / CHUNK)}`)?.scrollIntoView({ block: "nearest" });
  }, []);
  const go = useCallback(
    (to: number) => {
      const next = Math.max(0, Math.min(count - 1, to));
      current.current = next;
      setAt(next);
      focus(next);
      return next;
    },
    [count, focus],
  );
  const onDrawn = useCallback(
    (chunk: number) => {
      const to = wanted.current;
      if (to !== undefined && Math.floor(to / CHUNK) === chunk) focus(to);
    },
    [focus],
  );
  /** Whether its row has the focus, or is to have it once it is drawn. */
  const isOn = useCallback(() => {
    const to = current.current;
    return wanted.current === to || document.getElementById(`account-${to}`)?.contains(document.activeElement) === true;
  }, []);
  const onFocus = useCallback((to: number) => {
    current.current = to;
    setAt(to);
  }, []);
  return { at: Math.min(at, Math.max(0, count - 1)), current, go, focus, isOn, onDrawn, onFocus };
}
