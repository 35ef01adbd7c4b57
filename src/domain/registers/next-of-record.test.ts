import { describe, expect, test } from "vitest";
import { registers, findRegister } from "#catalog/registers/index.ts";
import { derivedValues } from "./derived.ts";
import { marksOf, nextOfRecord } from "./next-of-record.ts";
import { nothingBeside } from "./register.ts";
import type { Beside, RecordFields, RecordState } from "./register.ts";

const now = new Date("2026-11-26T12:00:00Z");
const today = "2026-11-26";

function of(key: string, fields: RecordFields, state: RecordState = "open", beside: Beside = nothingBeside) {
  const register = findRegister(key)!;
  const said = derivedValues(register, fields, now, beside, "id");
  return {
    next: nextOfRecord(register, { state, fields }, said, today),
    marks: marksOf(register, fields, said, today),
  };
}

const vendor = { name: "Docuvault", rating: "high", data: ["client"] };
const beside = (assurance: RecordFields, contract: RecordFields): Beside => ({
  ...nothingBeside,
  records: (register) => [{ vendorId: "id", ...(register === "assurances" ? assurance : contract) }],
});
const signed = { kind: "dpa", securityDuties: "yes", noticeHours: 24 };

describe("what a record waits for", () => {
  test("is its file before its approval, and nothing once it has ended", () => {
    const pentest = { kind: "pentest", doneOn: "2026-11-01", grave: 0 };
    expect(of("tests", pentest, "waiting")).toMatchObject({
      next: { kind: "evidence", words: "Report or log is missing." },
      marks: { report: "missing", result: "good" },
    });
    expect(of("tests", { ...pentest, report: "EX-1", retestedOn: "2026-11-02" }).next?.words).toBe(
      "Retest report is missing.",
    );
    expect(of("tests", { ...pentest, report: "EX-1" }, "waiting").next?.kind).toBe("approve");
    expect(of("tests", { ...pentest, report: "EX-1" }).next).toBeNull();
    expect(of("tests", pentest, "ended").next).toBeNull();
    expect(
      of("tests", { kind: "disclosure", doneOn: "2026-11-01", sentAt: "2026-11-01T09:00:00.000Z" }).marks,
    ).not.toHaveProperty("report");
    expect(of("disposals", { method: "mistake", disposedOn: "2026-11-01" }).next).toBeNull();
    // Advice of counsel is asked for by a place, and by no day.
    expect(of("incidents", { kind: "incident", discoveredAt: "2026-11-26T09:00:00.000Z" }).marks).not.toHaveProperty(
      "counselAdvice",
    );
  });

  test("is what is missing of it, then what is late, then what is soon", () => {
    const open = { kind: "pentest", doneOn: "2026-11-01", report: "EX-1", grave: 3, closed: 2, retest: "EX-2" };
    expect(of("tests", open)).toMatchObject({
      next: { kind: "missing", words: "Result: The retest covers 2 of 3 findings." },
      marks: { result: "missing" },
    });
    const report = { kind: "soc2", report: "EX-3" };
    const saidOf = (datedOn: string, contract: RecordFields = signed) =>
      of("vendors", vendor, "open", beside({ ...report, datedOn }, contract));
    expect(saidOf("2026-11-01")).toEqual({ next: null, marks: { assurance: "good", contract: "good" } });
    expect(saidOf("2025-12-10")).toMatchObject({
      next: { kind: "soon", words: "Assurance: SOC 2, until December 10, 2026." },
      marks: { assurance: "soon" },
    });
    expect(saidOf("2025-11-01")).toMatchObject({ next: { kind: "late", words: "Assurance: SOC 2, too old." } });
    expect(saidOf("2025-11-01", { ...signed, securityDuties: "no" })).toMatchObject({
      next: { kind: "missing", words: "Contract: No security duties." },
      marks: { assurance: "late", contract: "missing" },
    });
    expect(of("vendors", { ...vendor, rating: "low", data: ["none"] }).marks).toEqual({
      assurance: "none",
      contract: "none",
    });
  });

  test.each([
    ["approvals", { expiresOn: "2026-11-25" }, "late", "Expired on November 25, 2026."],
    ["approvals", { expiresOn: "2026-11-26" }, "soon", "Expires on November 26, 2026."],
    ["approvals", { expiresOn: "2026-12-27" }, "due", "Expires on December 27, 2026."],
    ["actions", { dueOn: "2026-11-20" }, "late", "Was due on November 20, 2026."],
    ["contracts", { endsOn: "2026-12-20" }, "soon", "Ends on December 20, 2026."],
    ["client-matters", { listedOn: "2026-10-01", list: "EX-1" }, "late", "Was to be listed again by November 1, 2026."],
    [
      "privacy-requests",
      { law: "gdpr", receivedOn: "2026-11-20", request: "EX-1" },
      "soon",
      "To be answered by December 20, 2026.",
    ],
  ])("of %s with %j is a day: %s", (key, fields, kind, words) => {
    expect(of(key, fields).next).toEqual({ kind, words });
  });

  test("is no day once a request was answered", () => {
    const answered = { law: "gdpr", receivedOn: "2026-11-20", request: "EX-1", closedOn: "2026-11-22", answer: "EX-2" };
    expect(of("privacy-requests", answered)).toEqual({ next: null, marks: {} });
  });
});

test("a day and a mark are of fields that their register has", () => {
  const wrong = registers.filter(({ fields, derived = {}, due }) => due && !(due.field in { ...fields, ...derived }));
  expect(wrong.map(({ key }) => key)).toEqual([]);
});
