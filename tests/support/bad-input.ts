import type { FieldValue, RecordFields } from "#domain/registers/register.ts";

type Given = Readonly<Record<string, FieldValue | null>>;

/** One thing that somebody enters wrongly into a register: what is said of it, and what it must never pass. */
export interface BadInput {
  readonly what: string;
  readonly register: string;
  /** What is entered, in a record that is right but for that. `@name` stands for the id of something that the company has, or does not. */
  readonly entered: Given;
  /** Where it is said: the field that is refused, or the computed one that says it. */
  readonly field: string;
  readonly computed?: true;
  readonly message: string;
  /** The same as columns of a file, and what is said there of a link, of which a file has the name. */
  readonly cells: Readonly<Record<string, string>>;
  readonly inFile?: string;
  /** The check that reads it, and how the same looks in records that pass otherwise; null takes a value away. */
  readonly check: string;
  readonly sealed: { readonly register?: string; readonly fields: Given; readonly kind?: string };
  readonly outcome: "fail" | "unknown";
}

const restore = { kind: "restore", recoveryHours: 3, lossHours: 1, complete: "yes" };
const UNKNOWN = "leads to something that is not in this company, or no longer counts.";

/** Each is one sentence, in page, file and API, and never a pass. */
export const badInputs: readonly BadInput[] = [
  {
    what: "an end before its start",
    register: "contracts",
    entered: { endsOn: "2019-12-31" },
    field: "endsOn",
    message: "Ends on is before Signed on.",
    cells: { "Ends on": "2019-12-31" },
    check: "vendors.contract-signed",
    sealed: { fields: { endsOn: "2019-12-31" } },
    outcome: "fail",
  },
  {
    what: "a link into another company",
    register: "contracts",
    entered: { vendorId: "@vendor elsewhere" },
    field: "vendorId",
    message: `Vendor ${UNKNOWN}`,
    cells: { Vendor: "Vendor of theirs" },
    inFile: "Vendor: Vendor of theirs is not in Vendors. Give a name or a number.",
    check: "vendors.contract-signed",
    sealed: { fields: { vendorId: "elsewhere" } },
    outcome: "fail",
  },
  {
    what: "an owner who left",
    register: "risks",
    entered: { ownerId: "@leaver" },
    field: "ownerId",
    message: "Owner is somebody who has left.",
    cells: { Owner: "@leaver" },
    check: "risk.treatment-owned",
    sealed: { fields: { ownerId: "nobody" } },
    outcome: "fail",
  },
  {
    what: "a contract without a file",
    register: "contracts",
    entered: { file: null },
    field: "file",
    message: "File is missing.",
    cells: { File: "" },
    check: "vendors.contract-signed",
    sealed: { fields: { file: null } },
    outcome: "fail",
  },
  {
    what: "a restore with no RTO to compare",
    register: "tests",
    entered: { ...restore, systemIds: ["@system without goals"] },
    field: "result",
    computed: true,
    message: "There is no recovery time (RTO) or data loss (RPO) to compare with. Add both in Systems.",
    cells: {
      Kind: "Restore test",
      "Restored within": "3",
      "Data lost": "1",
      "Data complete": "Yes",
      Systems: "No goals",
    },
    check: "backup.restore-tested",
    sealed: { register: "systems", fields: { rtoHours: null } },
    outcome: "unknown",
  },
  {
    what: "a scan that names an unknown target",
    register: "tests",
    entered: { kind: "external-scan", systemIds: ["@nothing"] },
    field: "systemIds",
    message: `Systems ${UNKNOWN}`,
    cells: { Kind: "External scan", Systems: "Atlantis" },
    inFile: "Systems: Atlantis is not on the list of systems.",
    check: "vulns.scanned-this-quarter",
    sealed: { kind: "external-scan", fields: { systemIds: ["nothing"] } },
    outcome: "fail",
  },
  {
    what: "a retest that covers two of three findings",
    register: "tests",
    entered: { kind: "pentest", grave: 3, closed: 2 },
    field: "result",
    computed: true,
    message: "The retest covers 2 of 3 findings.",
    cells: { Kind: "Penetration test", "Critical and high findings": "3", "Closed by the retest": "2" },
    check: "vulns.pentest-within-year",
    sealed: { fields: { closed: 2 } },
    outcome: "fail",
  },
  {
    what: "a breach discovered in the future",
    register: "incidents",
    entered: { discoveredAt: "2199-01-01T09:00:00Z" },
    field: "discoveredAt",
    message: "Discovered is in the future.",
    cells: { Discovered: "2199-01-01T09:00:00Z" },
    check: "incident.notice-decided",
    sealed: { fields: { discoveredAt: "2199-01-01T09:00:00.000Z" } },
    outcome: "unknown",
  },
  {
    what: "a breach discovered in the future of another time zone",
    register: "incidents",
    entered: { discoveredAt: "@in an hour, written in Tokyo" },
    field: "discoveredAt",
    message: "Discovered is in the future.",
    cells: { Discovered: "@in an hour, written in Tokyo" },
    check: "incident.notice-decided",
    sealed: { fields: { discoveredAt: "2199-01-01T18:00:00+09:00" } },
    outcome: "unknown",
  },
  {
    what: "a meeting with one attendee",
    register: "meetings",
    entered: { attendeeIds: ["@person", "@person"] },
    field: "attendeeIds",
    message: "A meeting has at least two attendees.",
    cells: { Attendees: "PER-1" },
    check: "oversight.review-within-quarter",
    sealed: { fields: { attendeeIds: ["id 1", "id 1"] } },
    outcome: "fail",
  },
  {
    what: "an extension after its deadline",
    register: "privacy-requests",
    entered: { law: "gdpr", receivedOn: "2020-01-02", extendedOn: "2020-02-03", closedOn: "2020-02-04" },
    field: "extendedOn",
    message: "Extended on is after the first deadline, February 2, 2020. An extension must come before it.",
    cells: { Law: "gdpr", "Received on": "2020-01-02", "Extended on": "2020-02-03", "Answered on": "2020-02-04" },
    check: "requests.on-time",
    sealed: { fields: { receivedOn: "2026-09-01", extendedOn: "2026-10-10", closedOn: "2026-10-12" } },
    outcome: "fail",
  },
  {
    what: "a place whose law on notice nobody wrote down",
    register: "incidents",
    entered: { kind: "incident", data: ["personal"], places: ["other"], counselAdvice: null, noticeDecision: "none" },
    field: "deadline",
    computed: true,
    message: "Ask counsel: Another country",
    cells: {
      Kind: "Incident",
      "Data it touched": "personal",
      "Where affected people live": "other",
      "Advice of counsel": "",
      "Notice decision": "none",
    },
    check: "incident.notice-decided",
    sealed: { fields: { places: ["other"], counselAdvice: null } },
    outcome: "unknown",
  },
];

/** Fields with others in their place. */
export function replaced(fields: RecordFields, given: Given): RecordFields {
  const all = Object.entries({ ...fields, ...given });
  return Object.fromEntries(all.filter((entry): entry is [string, FieldValue] => entry[1] !== null));
}
