import { expect, test } from "vitest";
import { afterList } from "./gone-people.ts";
import type { Remembered } from "./gone-people.ts";

const account = (id: string, personId: string | null, active: boolean | null = true) => ({ id, personId, active });
const list = (evidenceId: string, accounts: ReturnType<typeof account>[], whole = true) => ({
  evidenceId,
  seenAt: "2026-11-20T00:00:00.000Z",
  whole,
  accounts,
});
const nothing: Remembered = { active: null, gone: [] };
const first = afterList(nothing, list("e1", [account("1", "ann"), account("2", "dan"), account("3", "dan")]));
const goneIn = ({ gone }: Remembered) => gone.map(({ personId, evidenceId }) => `${personId} ${evidenceId}`);

test("who was active and is missing or inactive in the next whole list is gone, until a later one shows them", () => {
  expect(goneIn(first)).toEqual([]);
  const missing = afterList(first, list("e2", [account("1", "ann")]));
  expect(goneIn(missing)).toEqual(["dan e2"]);
  const inactive = afterList(first, list("e2", [account("1", "ann"), account("2", "dan", false)]));
  expect(goneIn(inactive)).toEqual(["dan e2"]);
  // Still gone in the next, by the exhibit that said it first.
  expect(goneIn(afterList(missing, list("e3", [account("1", "ann")])))).toEqual(["dan e2"]);
  const back = afterList(missing, list("e3", [account("1", "ann"), account("2", "dan")]));
  expect(goneIn(back)).toEqual([]);
  expect(goneIn(afterList(back, list("e4", [account("1", "ann")])))).toEqual(["dan e4"]);
});

test("one of two accounts that is gone, or one of which it was not read whether it is active, asks about nobody", () => {
  expect(goneIn(afterList(first, list("e2", [account("1", "ann"), account("2", "dan")])))).toEqual([]);
  expect(goneIn(afterList(first, list("e2", [account("1", "ann"), account("2", "dan", null)])))).toEqual([]);
});

test("a list of nobody, one that is not whole, and an account that is said to be another's ask about nobody", () => {
  expect(afterList(first, list("e2", []))).toBe(first);
  expect(afterList(first, list("e2", [account("1", "ann")], false))).toBe(first);
  const other = [account("1", "ann"), account("2", "eve"), account("3", null)];
  expect(goneIn(afterList(first, list("e1", other)))).toEqual([]);
  // What was remembered outlasts both, and asks after the next whole list.
  const later = afterList(afterList(first, list("e2", [])), list("e3", [account("1", "ann")]));
  expect(goneIn(later)).toEqual(["dan e3"]);
});
