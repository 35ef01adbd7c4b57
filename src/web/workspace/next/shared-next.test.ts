import { expect, test } from "vitest";
import type { NextAction } from "./next-address.ts";
import { saySharedNext, sharedNext } from "./shared-next.ts";

const row = (kind: NextAction["kind"], label: string, message = label) => ({
  next: { kind, label, message, checkId: null, documentId: null, provider: null },
});

test("what is next for most controls is offered once for all of them", () => {
  const shared = sharedNext([
    row("connect", "Connect GitHub"),
    row("scope", "List your systems", "Say whether you use code hosting"),
    row("scope", "List your systems", "Say whether you use an issue tracker"),
    { next: null },
  ])!;
  expect(shared).toMatchObject({ controls: 2, next: { kind: "scope" } });
  expect(saySharedNext(shared)).toBe("List your systems. This is next for 2 controls.");
});

test("what is done for one control at a time is not shared", () => {
  const file = row("file", "File document", "Access control policy is not on file");
  expect(sharedNext([file, file, row("connect", "Connect GitHub")])).toBeUndefined();
  expect(
    sharedNext([
      row("import", "Import report", "Import a report about AWS"),
      row("import", "Import report", "Import a report about Azure"),
    ]),
  ).toBeUndefined();
  expect(sharedNext([])).toBeUndefined();
});
