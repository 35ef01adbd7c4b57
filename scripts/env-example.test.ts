import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadServingConfig } from "#server/app/config.ts";
import { settings } from "#server/app/settings.ts";
import { root } from "./program.ts";

const text = readFileSync(join(root, ".env.example"), "utf8");

test(".env.example names every setting once and no other", () => {
  const named = [...text.matchAll(/^# ([A-Z][A-Z0-9_]*)=$/gm)].map(([, name]) => name);
  expect(named).toEqual(settings.map(({ name }) => name));
});

test(".env.example sets nothing as it stands", () => {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  expect(lines).toEqual([]);
  expect(() => loadServingConfig({ DATA_DIR: root, ROLE: "web" })).not.toThrow();
});
