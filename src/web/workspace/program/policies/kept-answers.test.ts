import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepAnswers, readAnswers } from "./kept-answers.ts";

const kept = new Map<string, string>();
beforeEach(() => {
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  });
});
afterEach(() => {
  kept.clear();
  vi.unstubAllGlobals();
});

test("what one person said of a company is there for the next policy, and for nobody and nothing else", () => {
  keepAnswers("ana", "acme", { edition: "law", answers: { mfa: "yes", vendors: "not yet" } });
  expect(readAnswers("ana", "acme")).toEqual({ edition: "law", answers: { mfa: "yes", vendors: "not yet" } });
  const nothing = { edition: "software", answers: {} };
  expect(readAnswers("ben", "acme")).toEqual(nothing);
  expect(readAnswers("ana", "other")).toEqual(nothing);
  // Whoever signs out takes all with them that stands under their name.
  expect([...kept.keys()]).toEqual([expect.stringMatching(/^kept:ana:/)]);
});

test("storage that is closed or holds something else says nothing", () => {
  kept.set("kept:ana:policy-answers:acme", "no JSON");
  expect(readAnswers("ana", "acme")).toEqual({ edition: "software", answers: {} });
  kept.set("kept:ana:policy-answers:acme", '{"edition":"bakery"}');
  expect(readAnswers("ana", "acme")).toEqual({ edition: "software", answers: {} });
  vi.stubGlobal("sessionStorage", undefined);
  expect(() => keepAnswers("ana", "acme", { edition: "law", answers: {} })).not.toThrow();
});
