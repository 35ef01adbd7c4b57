import { expect, test } from "vitest";
import { sayLoss } from "./ledger-loss.ts";

const loss = {
  oldOrigin: "example.test/log/1",
  last: { size: 1, root: "AAAA" },
  reason: "The disk failed.",
  person: "Ana",
  at: new Date("2026-11-22T10:00:00Z"),
  index: 7,
};

test("a loss is told with the old ledger, its last checkpoint, the reason and the person", () => {
  expect(sayLoss(loss)).toBe(
    "This ledger began again on November 22, 2026 and does not continue example.test/log/1: what was signed of that ledger is lost. The last checkpoint that is known of it has 1 entry and the root AAAA. Reason given: The disk failed. Accepted by Ana. Entry 7 of the ledger declares it.",
  );
});

test("a ledger of which nothing is known is told so", () => {
  expect(sayLoss({ ...loss, last: undefined })).toContain("No checkpoint of it is known.");
});
