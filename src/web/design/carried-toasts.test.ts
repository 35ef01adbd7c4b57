import { afterEach, beforeEach, expect, test, vi } from "vitest";

const memory = new Map<string, string>();

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 26, 12) });
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => memory.get(key) ?? null,
    setItem: (key: string, value: string) => void memory.set(key, value),
    removeItem: (key: string) => void memory.delete(key),
  });
  memory.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A document of its own: what it shows is kept by its modules. */
async function openDocument() {
  vi.resetModules();
  return await import("./toast-list.ts");
}

/** How many slips a document carries on, which are those that it shows. */
function shownBy({ carryToasts }: Awaited<ReturnType<typeof openDocument>>): unknown[] {
  memory.clear();
  carryToasts();
  return JSON.parse(memory.get("toasts") ?? '{"slips":[]}').slips;
}

test("a slip is said by the document that is loaded next", async () => {
  const before = await openDocument();
  before.toast.success("Signed out");
  before.carryToasts();
  const next = await openDocument();
  next.showCarried();
  expect(shownBy(next)).toEqual([["success", "Signed out", null]]);
});

test("a slip that was carried for a leave that was called off is not said later", async () => {
  const before = await openDocument();
  before.toast.success("Signed out");
  before.carryToasts();
  vi.advanceTimersByTime(30_001);
  const next = await openDocument();
  next.showCarried();
  expect(shownBy(next)).toEqual([]);
});
