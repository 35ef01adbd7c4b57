import { expect, test } from "vitest";
import { knownExport } from "./known-export.ts";

test("Drata's package is known by its manifest; what describes it and what comes twice is left out", () => {
  const paths = [
    "audit/AuditInfo.txt",
    "audit/Controls-to-Requirements.csv",
    "audit/evidence_manifest.html",
    "audit/ControlEvidence/DCF-1 Backups/restore.pdf",
    "audit/Evidence/0001.pdf",
  ];
  expect(knownExport(paths)).toEqual({ product: "Drata", leftOut: [...paths.slice(0, 3), paths[4]] });
  expect(knownExport(paths.filter((path) => !path.includes("ControlEvidence")))?.leftOut).toEqual(paths.slice(0, 3));
  expect(knownExport(["audit/AuditInfo.txt", "audit/Evidence/0001.pdf"])).toBeUndefined();
});
