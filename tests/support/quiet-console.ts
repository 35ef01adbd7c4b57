import { afterEach, beforeEach, expect, vi } from "vitest";
import type { MockInstance } from "vitest";

// A test that passes while something complains aloud hides a failure. One that expects the complaint asserts on
// `console.error`, which is a spy here, and then clears it: `vi.mocked(console.error).mockClear()`.
let spy: MockInstance<typeof console.error>;

beforeEach(() => {
  spy = vi.spyOn(console, "error");
});

afterEach(() => {
  const complaints = spy.mock.calls;
  spy.mockRestore();
  expect(complaints, "console.error was called").toEqual([]);
});
