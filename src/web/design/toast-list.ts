import { useSyncExternalStore } from "react";
import type { ReactNode } from "react";
import { timeNow } from "../clock.ts";

export type ToastKind = "success" | "error" | "info" | "work";

export interface ToastItem {
  readonly id: number;
  readonly kind: ToastKind;
  readonly text: string;
  readonly description?: ReactNode;
  /** One thing to do about it, such as taking it back; pressing it also puts the slip away. */
  readonly action?: { readonly label: string; readonly onPress: () => void };
  /** For work under way; `total` 0 means not known yet. */
  readonly progress?: { done: number; total: number };
  /** Milliseconds until it leaves by itself. Work stays until it ends. */
  readonly lasts: number;
}

type Options = Partial<Pick<ToastItem, "description" | "lasts" | "action">>;

let items: readonly ToastItem[] = [];
let regions: readonly symbol[] = [];
let next = 1;
const listeners = new Set<() => void>();

function changed() {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(kind: ToastKind, text: string, options: Options = {}): number {
  const lasts = kind === "error" ? 8000 : 5000;
  const item: ToastItem = { lasts, ...options, id: next++, kind, text };
  // The same sentence twice at once helps nobody: a repeated press replaces the slip it made before.
  items = [...items.filter((other) => other.kind !== kind || other.text !== text), item].slice(-4);
  changed();
  return item.id;
}

export function dismiss(id: number) {
  items = items.filter((item) => item.id !== id);
  changed();
}

/** Does what the newest slip offers; answers whether one offers anything. */
export function pressNewest(): boolean {
  const item = items.findLast(({ action }) => action !== undefined);
  if (!item) return false;
  dismiss(item.id);
  item.action!.onPress();
  return true;
}

/** Whether a slip offers something to do. */
export const offersAction = (): boolean => items.some(({ action }) => action !== undefined);

function update(id: number, change: Partial<ToastItem>) {
  items = items.map((item) => (item.id === id ? { ...item, ...change } : item));
  changed();
}

/** Tells the person in a slip at the edge of the screen, and answers its id. Errors wait longer and interrupt a screen reader. */
export const toast = {
  success: (text: string, options?: Options) => show("success", text, options),
  error: (text: string, options?: Options) => void show("error", text, options),
  info: (text: string, options?: Options) => void show("info", text, options),
  /** Long work that people may walk away from: a slip with a count that stays until the work has ended. */
  work(text: string) {
    const id = show("work", text, { lasts: Number.POSITIVE_INFINITY });
    return {
      step: (description: string, done: number, total: number) =>
        update(id, { description, progress: { done, total } }),
      end: () => dismiss(id),
    };
  },
};

const carried = "toasts";
/** The next document is there within seconds; a slip that comes later than that speaks of something forgotten. */
const CARRIED_MS = 30_000;

interface Carried {
  readonly at: number;
  readonly slips: readonly (readonly [ToastKind, string, string?])[];
}

/** Keeps the slips of this moment for the document that is loaded next in this tab; what can be pressed ends with this one. */
export function carryToasts(): void {
  const slips: Carried["slips"] = items
    .filter(({ action, lasts }) => action === undefined && Number.isFinite(lasts))
    .map(({ kind, text, description }) => [kind, text, typeof description === "string" ? description : undefined]);
  try {
    if (slips.length > 0) sessionStorage.setItem(carried, JSON.stringify({ at: timeNow().getTime(), slips }));
  } catch {
    // Storage may be closed to us, or full: the next page then says nothing.
  }
}

/** Shows what the document before this one carried along; the memory serves once. */
export function showCarried(): void {
  try {
    const stored = sessionStorage.getItem(carried);
    sessionStorage.removeItem(carried);
    if (stored === null) return;
    const { at, slips } = JSON.parse(stored) as Carried;
    if (timeNow().getTime() - at > CARRIED_MS) return;
    for (const [kind, text, description] of slips) show(kind, text, { description });
  } catch {
    // Storage is closed to us, so nothing was carried.
  }
}

/** What a page shows before its scripts run: always the same list, or React renders without end. */
const none: readonly ToastItem[] = [];

export function useToasts(): readonly ToastItem[] {
  return useSyncExternalStore(
    subscribe,
    () => items,
    () => none,
  );
}

/** Regions stack like the dialogs they live in; only the top one may be read, so only the top one shows toasts. */
export function addRegion(region: symbol): () => void {
  regions = [...regions, region];
  changed();
  return () => {
    regions = regions.filter((other) => other !== region);
    changed();
  };
}

export function useIsTopRegion(region: symbol): boolean {
  return useSyncExternalStore(
    subscribe,
    () => regions.at(-1) === region,
    () => false,
  );
}
