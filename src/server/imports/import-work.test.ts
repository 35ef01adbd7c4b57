import { expect, test } from "vitest";
import { inTurn } from "./import-work.ts";

test("S8: imports are begun company by company: who brought a hundred before keeps nobody waiting for all of them", () => {
  const waiting = [
    ...Array.from({ length: 100 }, (_, at) => ({ company_id: "many", import_id: `m${at}` })),
    { company_id: "few", import_id: "f" },
    { company_id: "late", import_id: "l" },
  ];
  const served = new Map<string, number>();
  const begun: string[] = [];
  for (let at = 1; at <= 5; at += 1) {
    const next = inTurn(
      waiting.filter((row) => !begun.includes(row.import_id)),
      served,
    )[0]!;
    served.set(next.company_id, at);
    begun.push(next.import_id);
  }
  expect(begun).toEqual(["m0", "f", "l", "m1", "m2"]);
});
