import { useCallback, useSyncExternalStore } from "react";

/** How far somebody has come in the walk-throughs, and which of them leads them now. */
export interface WalkProgress {
  readonly active: string | null;
  /** Indexes of the steps that are done, by the walk-through. */
  readonly done: Readonly<Record<string, readonly number[]>>;
}

const nothing: WalkProgress = { active: null, done: {} };
const changed = "walkprogress";
const keyOf = (person: string) => `walk-throughs:${person}`;
/** The same text gives the same object, as a store must. */
let last: { readonly text: string; readonly progress: WalkProgress } | undefined;

function read(person: string): WalkProgress {
  const text = stored(person);
  if (text === null) return nothing;
  if (last?.text !== text) last = { text, progress: parse(text) };
  return last.progress;
}

function stored(person: string): string | null {
  try {
    return localStorage.getItem(keyOf(person));
  } catch {
    return null;
  }
}

function parse(text: string): WalkProgress {
  try {
    const { active, done } = JSON.parse(text) as Partial<WalkProgress>;
    return { active: typeof active === "string" ? active : null, done: typeof done === "object" ? done : {} };
  } catch {
    return nothing;
  }
}

function subscribe(listener: () => void) {
  addEventListener(changed, listener);
  addEventListener("storage", listener);
  return () => {
    removeEventListener(changed, listener);
    removeEventListener("storage", listener);
  };
}

/** A person's progress, remembered in this browser, and what changes it. */
export function useWalkProgress(person: string) {
  const progress = useSyncExternalStore(
    subscribe,
    useCallback(() => read(person), [person]),
    () => nothing,
  );

  function write(next: WalkProgress) {
    try {
      localStorage.setItem(keyOf(person), JSON.stringify(next));
    } catch {
      // Storage may be closed to us, or full; then the steps are walked without being ticked.
    }
    dispatchEvent(new Event(changed));
  }

  return {
    progress,
    begin: (key: string) => write({ ...progress, active: key }),
    leave: () => write({ ...progress, active: null }),
    tick: (key: string, step: number, isDone: boolean) => {
      const others = (progress.done[key] ?? []).filter((item) => item !== step);
      write({ ...progress, done: { ...progress.done, [key]: isDone ? [...others, step] : others } });
    },
    /** Ticks a step, and leaves the walk-through with its last one. */
    finish: (key: string, step: number, isLast: boolean) => {
      const steps = [...new Set([...(progress.done[key] ?? []), step])];
      write({ active: isLast ? null : key, done: { ...progress.done, [key]: steps } });
    },
  };
}
