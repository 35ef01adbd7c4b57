import { afterEach, expect, test, vi } from "vitest";
import { leaveFor } from "./leave-for.ts";

afterEach(() => vi.unstubAllGlobals());

/** A document that is left, and what it is asked to do. */
function document() {
  const window = new EventTarget();
  const location = {
    assign: vi.fn<(path: string) => void>(),
    replace: vi.fn<(path: string) => void>(),
    reload: vi.fn<() => void>(),
  };
  vi.stubGlobal("location", location);
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  return {
    location,
    shownAgain: (persisted: boolean) => window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted })),
  };
}

test("a page that was left and comes back from the browser's memory is loaded anew, so that it shows nobody's data", () => {
  const { location, shownAgain } = document();
  void leaveFor("/login", "replace");
  expect(location.replace).toHaveBeenCalledWith("/login");
  shownAgain(false);
  expect(location.reload).not.toHaveBeenCalled();
  const second = document();
  void leaveFor("/login");
  second.shownAgain(true);
  expect(second.location.reload).toHaveBeenCalledOnce();
});

test("nothing more happens on a page that is left", async () => {
  document();
  const settled = vi.fn<() => void>();
  void leaveFor("/login").then(settled, settled);
  await new Promise((resolve) => setImmediate(resolve));
  expect(settled).not.toHaveBeenCalled();
});
