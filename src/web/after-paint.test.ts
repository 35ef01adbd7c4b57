import { afterEach, expect, test, vi } from "vitest";
import { afterPaint } from "./after-paint.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A browser whose frames come when the test says so. */
function browser(): { readonly frame: () => void; readonly isDone: () => boolean } {
  vi.useFakeTimers();
  const frames: (() => void)[] = [];
  vi.stubGlobal("requestAnimationFrame", (callback: () => void) => frames.push(callback));
  let done = false;
  void afterPaint().then(() => void (done = true));
  return { frame: () => frames.splice(0).forEach((callback) => callback()), isDone: () => done };
}

test("it is done in a task of its own behind the frame, and not within it", async () => {
  const { frame, isDone } = browser();
  await vi.advanceTimersByTimeAsync(50);
  expect(isDone()).toBe(false);
  frame();
  await Promise.resolve();
  expect(isDone()).toBe(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(isDone()).toBe(true);
});

test("a page that paints nothing is not waited for", async () => {
  const { isDone } = browser();
  await vi.advanceTimersByTimeAsync(99);
  expect(isDone()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isDone()).toBe(true);
});
