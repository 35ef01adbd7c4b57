import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { companyChoice } from "./company-choice.ts";
import { forgetRecent, readRecent, rememberRecent } from "./recent-commands.ts";

/** What a browser's storage does, as far as these use it. */
function storage(): Storage {
  const kept: Record<string, string> = {};
  const methods = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => void (kept[key] = value),
    removeItem: (key: string) => void delete kept[key],
  };
  return new Proxy(kept, {
    get: (target, key) => Reflect.get(methods, key) ?? target[String(key)],
  }) as unknown as Storage;
}

beforeEach(() => {
  vi.stubGlobal("localStorage", storage());
  vi.stubGlobal("sessionStorage", storage());
});
afterEach(() => vi.unstubAllGlobals());

const place = (id: string, to = "/dashboard/evidence") => ({ id, label: id, to });

test("the latest places come first, each once, six at most, and each company has its own", () => {
  for (const id of ["a", "b", "c", "d", "e", "f", "g", "b"]) rememberRecent("ida", "law", place(id));
  expect(readRecent("ida", "law").map(({ id }) => id)).toEqual(["b", "g", "f", "e", "d", "c"]);
  expect(readRecent("ida", "labs")).toEqual([]);
  expect(readRecent("ben", "law")).toEqual([]);
});

test("signing out leaves none behind, and nothing else is touched", () => {
  rememberRecent("ida", "law", place("a"));
  localStorage.setItem("theme", "dark");
  forgetRecent();
  expect(readRecent("ida", "law")).toEqual([]);
  expect(localStorage.getItem("theme")).toBe("dark");
});

test.each(["https://evil.example/dashboard", "javascript:alert(1)", "//evil.example", "/dashboard.evil"])(
  "a place that somebody wrote into the storage leads nowhere else: %s",
  (to) => {
    localStorage.setItem("palette:ida:law", JSON.stringify([place("a", to), place("b")]));
    expect(readRecent("ida", "law").map(({ id }) => id)).toEqual(["b"]);
    localStorage.setItem("palette:ida:law", "{ no JSON");
    expect(readRecent("ida", "law")).toEqual([]);
  },
);

test("a tab keeps its company, and a new one begins where any was last", () => {
  companyChoice.write("law");
  const first = sessionStorage;
  vi.stubGlobal("sessionStorage", storage());
  expect(companyChoice.read()).toBe("law");
  companyChoice.write("labs");
  vi.stubGlobal("sessionStorage", first);
  expect(companyChoice.read()).toBe("law");
  companyChoice.clear();
  expect(companyChoice.read()).toBeNull();
});
