import { expect, test } from "vitest";
import { nextAddress } from "./next-address.ts";
import type { NextAction } from "./next-address.ts";

const next = (kind: NextAction["kind"], about: Partial<NextAction> = {}): NextAction => ({
  kind,
  label: "",
  message: "",
  checkId: null,
  documentId: null,
  provider: null,
  ...about,
});

test("what is done elsewhere leads to its page, a connection and an import to their dialogs", () => {
  expect(nextAddress("XC-08", next("scope"))).toBe("/dashboard/systems");
  expect(nextAddress("XC-08", next("adopt", { documentId: "access.policy" }))).toBe("/dashboard/program/policies");
  expect(nextAddress("XC-08", next("connect", { checkId: "XC-08.a" }), "p1")).toBe("/dashboard/integrations");
  expect(nextAddress("XC-08", next("connect", { checkId: "XC-08.a", provider: "github" }))).toBe(
    "/dashboard/integrations?connect=github",
  );
  expect(nextAddress("XC-08", next("import", { checkId: "XC-08.a" }))).toBe("/dashboard/integrations?import=1");
});

test("what is done on the control's page leads to its check or document, with the form open that does it", () => {
  const check = { checkId: "auth.mfa" };
  const document = { documentId: "auth.standard" };
  expect(nextAddress("XC-08", next("fix", check))).toBe("/dashboard/controls/XC-08?check=auth.mfa");
  expect(nextAddress("XC-08", next("test", check))).toBe("/dashboard/controls/XC-08?check=auth.mfa&do=test");
  expect(nextAddress("XC-08", next("review", document))).toBe("/dashboard/controls/XC-08?document=auth.standard");
  expect(nextAddress("XC-08", next("file", document))).toBe("/dashboard/controls/XC-08?document=auth.standard&do=file");
  expect(nextAddress("XC-08", next("declare"))).toBe("/dashboard/controls/XC-08?do=declare");
});

test("the project that one came from stays in the address", () => {
  expect(nextAddress("XC-08", next("declare"), "p1")).toBe("/dashboard/controls/XC-08?project=p1&do=declare");
});
