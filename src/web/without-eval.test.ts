import { expect, test } from "vitest";
import "./without-eval.ts";
import * as z from "zod";

test("zod makes no parsers from strings", () => {
  expect(z.config().jitless).toBe(true);
});
