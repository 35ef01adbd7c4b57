import { calendarDate } from "#domain/calendar-date.ts";
import { markOfDay } from "#domain/registers/next-of-record.ts";
import type { CellMark } from "#domain/registers/cell-mark.ts";
import { recordsWith } from "#domain/registers/grouped-records.ts";
import type { Beside, DerivedField, RecordFields } from "#domain/registers/register.ts";
import { bundleOf } from "#domain/registers/vendor-bundle.ts";
import { bindingKinds } from "./contracts.ts";
import { daysBetween } from "./days-between.ts";

const COUNTS_DAYS = 365;
const SENSITIVE = ["client", "personal", "health", "card"];
const kinds: Readonly<Record<string, string>> = {
  soc2: "SOC 2",
  iso27001: "ISO 27001",
  pci: "PCI DSS",
  pentest: "Penetration test",
  questionnaire: "Questionnaire",
  bundle: "Exhibit bundle, verified",
  other: "Report",
};

const text = (value: RecordFields[string] | undefined) => (typeof value === "string" ? value : undefined);
const day = (of: string) => calendarDate(new Date(`${of}T00:00:00Z`));
const ofVendor = (beside: Beside, register: string, id: string | undefined) =>
  recordsWith(beside.records(register), "vendorId", id);
const dataOf = ({ data }: RecordFields): readonly string[] => (Array.isArray(data) ? (data as readonly string[]) : []);

/** The day that a report counts from; undefined for a bundle that nobody verified with the vendor's key. */
function countedFrom({ kind, datedOn, bundle, bundleOf: of, bundleEndsOn, report, issuerKey }: RecordFields) {
  if (kind !== "bundle") return text(datedOn);
  const key = text(issuerKey);
  const isVerified = bundle === "verified" && key !== undefined && of === bundleOf(text(report) ?? "", key);
  return isVerified ? text(bundleEndsOn) : undefined;
}

/** How what is said of a vendor's paper stands. */
function markOfPaper(said: string, today: string): CellMark {
  if (said === "Not needed") return "none";
  if (said === "Signed") return "good";
  if (said.endsWith("too old")) return "late";
  const until = Date.parse(`${said.split(" until ").at(1) ?? ""} UTC`);
  return Number.isNaN(until) ? "missing" : markOfDay(new Date(until).toISOString().slice(0, 10), today);
}

/** What a vendor's newest approved report is, and until when it counts. */
const assurance: DerivedField = {
  label: "Assurance",
  mark: (said, today) => markOfPaper(said, today),
  hint: "Its newest approved report, and the last day that it counts.",
  of: (fields, today, _, beside, id) => {
    const newest = ofVendor(beside, "assurances", id)
      .flatMap((row) => ({ kind: text(row["kind"]) ?? "", from: countedFrom(row) ?? [] }))
      .filter((row): row is { kind: string; from: string } => typeof row.from === "string" && row.from <= today)
      .toSorted((a, b) => (a.from < b.from ? 1 : -1))[0];
    if (!newest) return fields["rating"] === "high" ? "None on file" : "Not needed";
    const until = new Date(Date.parse(`${newest.from}T00:00:00Z`) + COUNTS_DAYS * 86_400_000)
      .toISOString()
      .slice(0, 10);
    const what = kinds[newest.kind] ?? "Report";
    return daysBetween(newest.from, today) > COUNTS_DAYS ? `${what}, too old` : `${what}, until ${day(until)}`;
  },
};

/** Whether a contract with a vendor says what its data ask for. */
const contract: DerivedField = {
  label: "Contract",
  mark: (said, today) => markOfPaper(said, today),
  hint: "Whether an approved contract has security duties and breach notice.",
  of: (fields, today, _, beside, id) => {
    const data = dataOf(fields);
    const asked = data.some((kind) => SENSITIVE.includes(kind));
    const all = ofVendor(beside, "contracts", id).filter(
      ({ endsOn }) => !(typeof endsOn === "string" && endsOn < today),
    );
    const binding = all.filter(({ kind }) => (bindingKinds as readonly string[]).includes(text(kind) ?? ""));
    if (binding.length === 0) return asked ? "None on file" : "Not needed";
    const whole = binding.filter((row) => row["securityDuties"] === "yes" && typeof row["noticeHours"] === "number");
    if (!asked) return "Signed";
    if (data.includes("health") && !whole.some(({ kind }) => kind === "baa")) return "No business associate agreement";
    if (whole.length > 0) return "Signed";
    return binding.some((row) => row["securityDuties"] === "yes") ? "No breach notice" : "No security duties";
  },
};

export const vendorPapers = { assurance, contract };
export const besideVendors = {
  assurances: ["vendorId", "kind", "datedOn", "report", "issuerKey", "bundle", "bundleOf", "bundleEndsOn"],
  contracts: ["vendorId", "kind", "endsOn", "securityDuties", "noticeHours"],
} as const;
