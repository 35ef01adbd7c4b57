import { expect, test } from "vitest";
import { statementNames } from "./known-statements.ts";

const often = (name: (text: string) => string | undefined, text: string) =>
  Array.from({ length: 20 }, () => name(text)).at(-1);

test("a statement that comes again has a name, always the same, and no other has it", () => {
  const { name } = statementNames();
  const [first, second] = [often(name, "SELECT 1"), often(name, "SELECT 2")];
  expect(first).toBeTypeOf("string");
  expect(second).not.toBe(first);
  expect([name("SELECT 1"), name("SELECT 2")]).toEqual([first, second]);
});

test("what is asked once has none, nor has what cannot be prepared", () => {
  const { name } = statementNames();
  expect(name("SELECT 1")).toBeUndefined();
  for (const text of ["BEGIN; SELECT 1", "commit", "SET LOCAL jit = off", "savepoint a"])
    expect(often(name, text), text).toBeUndefined();
});

test("a statement whose plan is outdated gets a name that none had before", () => {
  const { name, forget } = statementNames();
  const before = [often(name, "SELECT 1"), often(name, "SELECT 2")];
  forget("SELECT 1");
  expect(name("SELECT 1")).toBeUndefined();
  const now = often(name, "SELECT 1");
  expect(now).toBeTypeOf("string");
  expect(before).not.toContain(now);
});

test("of however many statements, so many have a name that their plans fit into memory", () => {
  const { name } = statementNames();
  const all = Array.from({ length: 5_000 }, (_, index) => often(name, `SELECT ${index}`));
  expect(all.filter((found) => found !== undefined)).toHaveLength(150);
});
