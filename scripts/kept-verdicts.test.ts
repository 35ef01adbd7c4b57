import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keptVerdicts, keyOfFiles } from "./kept-verdicts.ts";
import { root } from "./program.ts";

const name = `of a test ${process.pid}`;
const folder = `node_modules/.cache/kept-verdicts-${process.pid}`;
const write = (file: string, text: string) => writeFileSync(join(root, folder, file), text);
const key = (shared = "tools") => keyOfFiles([`${folder}/**`], shared);

beforeEach(() => mkdirSync(join(root, folder), { recursive: true }));
afterEach(() => rmSync(join(root, folder), { recursive: true, force: true }));

test("what passed is believed until a file it read, a tool or a setting is another", () => {
  write("a.ts", "one");
  const passed = key();
  keptVerdicts(name, { cold: true }).keep([passed]);
  const kept = keptVerdicts(name, { cold: false });
  expect(kept.has(key())).toBe(true);
  write("a.ts", "two");
  expect(kept.has(key())).toBe(false);
  write("a.ts", "one");
  write("b.ts", "");
  expect(kept.has(key()), "a file more").toBe(false);
  rmSync(join(root, folder, "b.ts"));
  expect(kept.has(key())).toBe(true);
  expect(kept.has(key("newer tools"))).toBe(false);
});

test("a cold run believes nothing, and is believed afterwards", () => {
  write("a.ts", "one");
  keptVerdicts(name, { cold: false }).keep([key()]);
  expect(keptVerdicts(name, { cold: true }).has(key())).toBe(false);
  expect(keptVerdicts(name, { cold: false }).has(key())).toBe(true);
});
