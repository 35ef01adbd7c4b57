import { expect, test } from "vitest";
import { createLogger } from "./logging.ts";

test("whatever is logged stays one line in UTC, and steers no terminal", () => {
  const hostile = 'a\r\n{"level":"error","msg":"forged"}\u2028\u001b[2J\u0000{{7*7}}%s';
  let text = "";
  const log = createLogger({ role: "web" }, { write: (line) => (text += line) });
  log.warn({ agent: hostile, err: new Error(hostile) }, hostile);
  expect(text.trimEnd().split("\n")).toHaveLength(1);
  // oxlint-disable-next-line no-control-regex
  expect(text.trimEnd()).not.toMatch(/[\u0000-\u001f]/);
  const line = JSON.parse(text) as { time: string };
  expect(line).toMatchObject({ agent: hostile, level: "warn" });
  expect(line.time, "in UTC").toBe(new Date(line.time).toISOString());
});
