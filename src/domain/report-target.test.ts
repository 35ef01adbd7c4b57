import { expect, test } from "vitest";
import { targetOf } from "./report-target.ts";

test("only what a pipeline proved reads as proved", () => {
  expect(targetOf("acme/app, main", "")).toBe("acme/app, main; proved");
  expect(targetOf("acme/app, main", "image")).toBe("acme/app, main; proved, image");
  expect(targetOf("", "acme/app, main")).toBe("acme/app, main");
  expect(targetOf("", "acme/app, main")).not.toBe(targetOf("acme/app, main", ""));
  for (const said of [
    "acme/app, main; proved",
    "acme/app, main;PROVED",
    "acme/app, main;; proved proved",
    "a;\u00a0proved",
  ])
    expect(targetOf("", said)).not.toMatch(/;\s*proved/iu);
});
