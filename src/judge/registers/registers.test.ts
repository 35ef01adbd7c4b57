import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DOCUMENT_ASPECT } from "#domain/documents/document-answer.ts";
import { registers } from "#catalog/registers/index.ts";
import { checksOfRegisters, isPart, onlyFailedByRegisters } from "#catalog/parts.ts";
import type { PartsAnswer } from "#domain/judge/contract.ts";
import { confirmedFields, digestOfConfirmed } from "#domain/registers/confirmed.ts";
import type { FieldValue } from "#domain/registers/register.ts";
import { sha256OfText } from "#domain/sha256.ts";
import { digestOfAsked, SCREENING_PAGES } from "#domain/registers/screenings.ts";
import type { AskedPerson, ScreeningScope } from "#domain/registers/screenings.ts";
import { SNAPSHOT_FORMAT } from "#domain/registers/snapshot.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { judge } from "../judge.ts";
import { judgeRegisters } from "./index.ts";
import { registerChecks } from "./register-checks.ts";
import { scopeChecks } from "./scope-checks.ts";
import { systemChecks } from "./system-checks.ts";
import { incidentRecords } from "#tests/support/incident-records.ts";
import { oktaSystem } from "#tests/support/read-system.ts";
import { says, wished, wishesOf, withoutProof } from "#tests/support/wishes.ts";
import type { Wish } from "#tests/support/wishes.ts";
import { saidDays } from "#tests/support/sealed-rows.ts";
import { riskRegisters } from "#tests/support/risk-registers.ts";
import type { ReadRegister, RegisterInputs } from "./registers.ts";
import { policyChecks } from "./policies.ts";
import { trainingChecks } from "./training.ts";

const now = new Date("2026-11-23T12:00:00.000Z");
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
const dayIn = (days: number) => inDays(days).toISOString().slice(0, 10);

const row = (
  number: number,
  fields: Readonly<Record<string, FieldValue>>,
  more: Partial<SnapshotRow> = {},
): SnapshotRow => ({
  id: `id ${number}`,
  number,
  version: 1,
  state: "open",
  fields,
  approval: null,
  withdrawn: [],
  moved: [],
  account: null,
  accounts: [],
  ...saidDays(fields),
  ...more,
});
const dan = row(1, { kind: "employee", startsAt: "2026-01-01T00:00:00.000Z" }, { account: true });
const owner = row(1, { duty: "security-owner", holderId: dan.id });
const approved = { approval: { at: "2026-01-01T00:00:00.000Z", another: true } };
const screening = row(1, { approved: true, founded: true, kind: { sha256: "0".repeat(64) } as never });
/** What a snapshot says beside its screenings, where each of these has one. */
const screened = (asked: readonly AskedPerson[] = [{ personId: dan.id, day: "2026-01-05" }]): ScreeningScope => ({
  identityProviders: [{ systemId: "okta", name: "Okta", sources: ["Okta acme"] }],
  asked: digestOfAsked(asked),
  formerStarts: [],
  cleared: asked.map((_, at) => `id ${at + 1}`),
});
const SCREENED = "Everybody who got their first account within 365 days was screened before, or is excepted by law.";
const UNSCREENED = "Somebody who got their first account within 365 days has no approved screening from before.";
const LET_GO = "Where People said another first day before, a second person who confirms People lets that day go.";
const OLD = "2024-01-02";
const OTHERS = "What was sealed of screenings is not about those who have accounts.";
const action = row(1, { title: "Fix", ownerId: dan.id, dueOn: dayIn(3), controls: ["XC-08"] });
const admin = row(
  1,
  { kind: "administrator", subject: "dan@acme.test", systemId: "okta", expiresOn: dayIn(60), peopleIds: [dan.id] },
  approved,
);
const okta = oktaSystem([{ roles: ["SUPER_ADMIN"] }], { "1": dan.id });
const stranger = oktaSystem([{}], {});

type Given = Readonly<Record<string, readonly SnapshotRow[] | ReadRegister>>;
const confirmed = (rows: readonly SnapshotRow[], days = 50): ReadRegister => ({
  rows,
  confirmedUntil: inDays(days),
  confirmedCount: rows.filter(({ state }) => state !== "ended").length,
});
const vendor = row(1, { name: "Docuvault", rating: "high", data: ["client"], hosting: "yes", ownerId: dan.id });
const assurance = row(
  1,
  {
    vendorId: vendor.id,
    kind: "soc2",
    report: "EX-000001",
    datedOn: dayIn(-100),
    physical: "yes",
    exceptions: "None",
    reviewerId: dan.id,
  },
  approved,
);
const contract = row(
  1,
  {
    vendorId: vendor.id,
    kind: "dpa",
    file: "EX-000002",
    signedOn: dayIn(-400),
    endsOn: dayIn(200),
    securityDuties: "yes",
    noticeHours: 48,
  },
  approved,
);
const site = row(1, { name: "Main", holds: "both", plan: "EX-000003", planDatedOn: dayIn(-30) }, approved);
const files = row(1, { name: "Files", ownerId: dan.id, diagram: "EX-000004", diagramDatedOn: dayIn(-30) }, approved);
const laptop = row(
  1,
  { name: "Laptop", holderId: dan.id, since: "2025-01-01", retiredOn: dayIn(-12) },
  { state: "ended", endedAt: inDays(-2).toISOString() },
);
const wipe = row(
  1,
  { deviceIds: [laptop.id], matterIds: ["id 2"], method: "shred", certificate: "EX-000005", disposedOn: dayIn(-10) },
  approved,
);
const TERMS = "We keep what clients tell us to ourselves.\n";
const terms = row(1, { documentId: "people.confidentiality-terms", title: "Confidentiality terms" });
const termsVersion = row(1, {
  policyId: terms.id,
  number: 1,
  state: "in force",
  text: TERMS,
  sha256: sha256OfText(TERMS),
  leaf: sha256OfText(TERMS),
  quorum: 1,
  authors: ["olga"],
  inForceAt: "2026-01-02T00:00:00.000Z",
});
const acknowledged = row(1, {
  policyId: terms.id,
  versionId: termsVersion.id,
  personId: dan.id,
  sha256: sha256OfText(TERMS),
  leaf: sha256OfText(TERMS),
  vouched: "another",
  at: "2026-01-12T23:59:59.000Z",
});
const paper = row(
  1,
  { terms: "conduct", personId: dan.id, kind: "signed", signedOn: "2026-01-12", file: "EX-000006" },
  approved,
);
const incidental = incidentRecords(now, dan.id);
const {
  policies,
  "policy-versions": planVersions,
  "policy-approvals": planApprovals,
  ...ofIncidents
} = incidental.records;
const plans: Given = {
  "policy-acknowledgments": [],
  policies,
  "policy-versions": planVersions,
  "policy-approvals": planApprovals,
};
const usual: Given = {
  ...ofIncidents,
  policies: [terms],
  "policy-versions": [termsVersion],
  "policy-acknowledgments": [acknowledged],
  "signed-terms": [paper],
  people: [dan],
  roles: [owner],
  [SCREENING_PAGES]: [screening],
  actions: [action],
  approvals: [admin],
  vendors: [vendor],
  assurances: [assurance],
  contracts: [contract],
  sites: [site],
  data: [files],
  devices: [laptop],
  disposals: [wipe],
};
const risky = riskRegisters(row, dayIn, dan.id);
const eve = row(2, { startsAt: "2026-01-01T00:00:00.000Z" });
/** What is different where one check passes: tests are of many kinds. */
const own: Readonly<Record<string, Given>> = {
  "incident.plan-within-year": plans,
  "continuity.plan-within-year": plans,
  "oversight.actions-on-time": { tests: [risky.audit] },
  "oversight.review-within-quarter": { people: [dan, eve], meetings: [risky.meeting] },
  "oversight.audit-within-year": { tests: [risky.audit] },
  "vulns.scanned-this-quarter": { tests: risky.scans },
  "vulns.pentest-within-year": { tests: [risky.pentest] },
  "backup.restore-tested": { tests: [risky.restore], systems: [risky.system] },
  "incident.exercised-within-year": { tests: [risky.exercise], actions: [risky.action] },
  "risk.assessed-within-year": { risks: [risky.risk], data: [risky.data] },
  "risk.treatment-owned": { risks: [risky.risk], approvals: [risky.appetite] },
  "risk.acceptance-signed": { risks: [risky.accepted], approvals: [risky.acceptance] },
};
const usualOf = (check: string): Given => ({ ...usual, ...own[check] });
const but = (
  of: SnapshotRow,
  fields: Readonly<Record<string, FieldValue | undefined>>,
  more: Partial<SnapshotRow> = {},
) =>
  [
    {
      ...of,
      ...more,
      fields: Object.fromEntries(Object.entries({ ...of.fields, ...fields }).filter(([, held]) => held !== undefined)),
    } as SnapshotRow,
  ] as const;
function inputs(given: Given = {}, more: Partial<RegisterInputs> = {}): RegisterInputs {
  const all: Given = { ...usual, ...given };
  const register = (key: string) => {
    const found = all[key] ?? [];
    return Array.isArray(found) ? confirmed(found as readonly SnapshotRow[]) : (found as ReadRegister);
  };
  const { scope, passing: passingControls } = risky;
  return {
    register,
    failingControls: ["XC-08"],
    passingControls,
    systems: [okta],
    scope,
    screenings: screened(),
    policies: incidental.policies,
    terms: { identityProviders: screened().identityProviders },
    formerlyAsked: [],
    now,
    ...more,
  };
}
const unconfirmed = (rows: readonly SnapshotRow[]): ReadRegister => ({ rows, confirmedUntil: null });
const ended = (rows: readonly SnapshotRow[]): ReadRegister => confirmed(rows, -1);

const left = row(1, { kind: "employee", startsAt: "2026-01-01T00:00:00.000Z" }, { state: "ended", account: true });
type Row = [check: string, what: string, given: Given, more: Partial<RegisterInputs>, outcome: string, reason: string];
/** What vendors, sites, data and devices rest on: the words of a pass, of what is missing, and of each thing that is not as it must be. */
function filedCases(): Row[] {
  const of = (check: string, ...all: readonly (readonly [string, Given, string, string])[]): Row[] =>
    all.map(([what, given, outcome, reason]) => [check, what, given, {}, outcome, reason]);
  const unreviewed = "Rated high, without a reviewed report of the last 365 days: VEN-1.";
  const other = { ...vendor, id: "other", number: 2, fields: { ...vendor.fields, rating: "low" } };
  const bundled = {
    kind: "bundle",
    issuerKey: "k",
    bundle: "verified",
    bundleOf: "EX-000001 k",
    bundleEndsOn: dayIn(-1),
  };
  const unverified = `${unreviewed} An Exhibit bundle counts once it is verified with the vendor's key: ASR-1.`;
  const bundle = (what: string, fields: object, says: string) =>
    [what, { assurances: but(assurance, { ...bundled, ...fields }) }, "fail", says] as const;
  const unsigned = "No signed contract with security duties and breach notice: VEN-1.";
  const unassured = "No independent report of the last 365 days covers the buildings of: VEN-1.";
  const bare = "No approved security plan of the last 365 days: SIT-1.";
  const kept = "Retired without a wipe or destruction record: DEV-1.";
  const early = "Wiped before they were retired, and not since: DEV-1.";
  const undated = "When these were retired is not stated, or is before their use began: DEV-1.";
  return [
    ...of(
      "vendors.reviewed-within-year",
      ["a reviewed report", {}, "pass", "1 rated high, reviewed within 365 days."],
      ["a low rating", { vendors: but(vendor, { rating: "low" }) }, "pass", "No vendor is rated high."],
      ["no report", { assurances: [] }, "fail", unreviewed],
      ["an old report", { assurances: but(assurance, { datedOn: dayIn(-366) }) }, "fail", unreviewed],
      ["no exceptions stated", { assurances: but(assurance, { exceptions: undefined }) }, "fail", unreviewed],
      [
        "a report that nobody else approved",
        { assurances: but(assurance, {}, { approval: null }) },
        "fail",
        unreviewed,
      ],
      ["a withdrawn report", { assurances: but(assurance, {}, { withdrawn: ["EX-000001"] }) }, "fail", unreviewed],
      ["a report of another vendor", { assurances: but(assurance, { vendorId: "another" }) }, "fail", unreviewed],
      [
        "a bundle that was verified",
        { assurances: but(assurance, bundled) },
        "pass",
        "1 rated high, reviewed within 365 days.",
      ],
      bundle("a bundle that nobody verified", { bundle: undefined, bundleOf: undefined }, unverified),
      bundle("a bundle that was refused", { bundle: "refused" }, unverified),
      bundle("a bundle whose issuer nobody compared", { bundle: "consistent", issuerKey: undefined }, unverified),
      bundle("a bundle with another key than the one it was verified with", { issuerKey: "other" }, unverified),
      bundle("a bundle in another file than the one that was verified", { bundleOf: "EX-000002 k" }, unverified),
      bundle("an old bundle whose day was typed anew", { bundleEndsOn: dayIn(-366) }, unreviewed),
      bundle("a bundle that does not say of when it is", { bundleEndsOn: undefined }, unreviewed),
      [
        "two bundles of one vendor by two keys",
        {
          assurances: [
            ...but(assurance, bundled),
            ...but(
              assurance,
              { ...bundled, issuerKey: "l", bundleOf: "EX-000002 l", report: "EX-000002" },
              { id: "another", number: 2 },
            ),
          ],
        },
        "unknown",
        "Verified with different keys of one vendor: ASR-1 and ASR-2. Ask the vendor which one is theirs, and end the other.",
      ],
      ...(
        [
          ["added anew under its name", { name: "Hostly" }, "unknown"],
          ["added anew with its website", { name: "New", site: "https://hostly.example/trust" }, "unknown"],
          ["of which nothing is the same", { name: "New" }, "pass"],
        ] as const
      ).map(
        ([what, named, outcome]) =>
          [
            `a bundle by another key than one of a vendor ${what}`,
            {
              vendors: [
                ...but(
                  vendor,
                  { name: "Hostly", site: "https://www.hostly.example" },
                  { id: "former", number: 2, state: "ended" },
                ),
                ...but(vendor, named),
              ],
              assurances: [
                ...but(assurance, bundled),
                ...but(
                  assurance,
                  { ...bundled, vendorId: "former", issuerKey: "l", bundleOf: "EX-000002 l", report: "EX-000002" },
                  { id: "another", number: 2 },
                ),
              ],
            },
            outcome,
            outcome === "pass"
              ? "1 rated high, reviewed within 365 days."
              : "Verified with different keys of one vendor: ASR-1 and ASR-2. Ask the vendor which one is theirs, and end the other.",
          ] as const,
      ),
      ...(
        [
          ["whose approval was taken back", { state: "waiting", approval: null, approvedBefore: true }, "unknown"],
          ["that was ended by one person", { state: "ended", endApproval: null }, "unknown"],
          [
            "that was changed, and ended by one person",
            { state: "ended", approval: null, approvedBefore: true, endApproval: null },
            "unknown",
          ],
          [
            "whose end another person approved",
            { state: "ended", endApproval: { at: now.toISOString(), another: true } },
            "pass",
          ],
          ["that nobody ever approved", { state: "waiting", approval: null }, "pass"],
        ] as const
      ).flatMap(([what, more, outcome]) =>
        [{}, { issuerKey: undefined, bundle: "consistent" }].map(
          (changed) =>
            [
              `a bundle by another key than one ${what}${"bundle" in changed ? ", and its key removed" : ""}`,
              {
                assurances: [
                  ...but(assurance, bundled),
                  ...but(
                    assurance,
                    { ...bundled, issuerKey: "l", bundleOf: "EX-000002 l", report: "EX-000002", ...changed },
                    { id: "another", number: 2, ...more },
                  ),
                ],
              },
              outcome,
              outcome === "pass"
                ? "1 rated high, reviewed within 365 days."
                : "Verified with different keys of one vendor: ASR-1 and ASR-2. Ask the vendor which one is theirs, and end the other.",
            ] as const,
        ),
      ),
      [
        "one vendor's bundle for two vendors",
        {
          vendors: [vendor, other],
          assurances: [
            ...but(assurance, bundled),
            ...but(assurance, { ...bundled, vendorId: other.id }, { id: "another", number: 2 }),
          ],
        },
        "unknown",
        "Verified with one key, and filed for different vendors: ASR-1 and ASR-2. A key is one company's; end what is another's.",
      ],
      [
        "one vendor's bundle for a vendor that has gone, too",
        {
          vendors: [vendor, { ...other, state: "ended" }],
          assurances: [
            ...but(assurance, bundled),
            ...but(assurance, { ...bundled, vendorId: other.id }, { id: "another", number: 2 }),
          ],
        },
        "pass",
        "1 rated high, reviewed within 365 days.",
      ],
      ["no vendor", { vendors: [] }, "unknown", "No vendor is listed."],
      ["no confirmation", { vendors: unconfirmed([vendor]) }, "unknown", "Nobody confirmed that Vendors is complete."],
      ["an old one", { assurances: ended([assurance]) }, "unknown", "The confirmation of Assurances has ended."],
    ),
    ...of(
      "vendors.contract-signed",
      ["a signed contract", {}, "pass", "1 handles such data, under contract."],
      [
        "two signed contracts",
        {
          vendors: [vendor, { ...vendor, id: "id 2", number: 2 }],
          contracts: [contract, { ...contract, id: "id 2", fields: { ...contract.fields, vendorId: "id 2" } }],
        },
        "pass",
        "2 handle such data, each under contract.",
      ],
      ["no such data", { vendors: but(vendor, { data: ["public"] }) }, "pass", "No vendor handles such data."],
      ["no contract", { contracts: [] }, "fail", unsigned],
      [
        "health data under a service agreement",
        { vendors: but(vendor, { data: ["health"] }), contracts: but(contract, { kind: "agreement" }) },
        "fail",
        "Handles health data, without a signed business associate agreement: VEN-1.",
      ],
      [
        "health data under a business associate agreement",
        { vendors: but(vendor, { data: ["health"] }), contracts: but(contract, { kind: "baa" }) },
        "pass",
        "1 handles such data, under contract.",
      ],
      ["one without notice", { contracts: but(contract, { noticeHours: undefined }) }, "fail", unsigned],
      ["one without duties", { contracts: but(contract, { securityDuties: "no" }) }, "fail", unsigned],
      ["one that ended", { contracts: but(contract, { endsOn: dayIn(-1) }) }, "fail", unsigned],
      ["no vendor", { vendors: [] }, "unknown", "No vendor is listed."],
      [
        "no confirmation",
        { contracts: unconfirmed([contract]) },
        "unknown",
        "Nobody confirmed that Contracts is complete.",
      ],
    ),
    ...of(
      "physical.hosting-assured",
      ["a report about buildings", {}, "pass", "1 hosting, with a report that covers its buildings."],
      ["one that leaves them out", { assurances: but(assurance, { physical: "no" }) }, "fail", unassured],
      ["a questionnaire", { assurances: but(assurance, { kind: "questionnaire" }) }, "fail", unassured],
      ["an old one", { assurances: but(assurance, { datedOn: dayIn(-366) }) }, "fail", unassured],
      [
        "nobody who hosts",
        { vendors: but(vendor, { hosting: "no" }) },
        "unknown",
        "No vendor is marked as hosting your systems or data.",
      ],
      ["no confirmation", { vendors: unconfirmed([vendor]) }, "unknown", "Nobody confirmed that Vendors is complete."],
    ),
    ...of(
      "physical.offices-declared",
      ["a plan", {}, "pass", "1 declared. 1 with a security plan."],
      [
        "an empty office",
        { sites: [row(1, { holds: "none" })] },
        "pass",
        "1 declared. None holds client data or equipment.",
      ],
      ["no sites, confirmed", { sites: [] }, "pass", "You have no sites."],
      [
        "fewer sites than were confirmed",
        { sites: { ...confirmed([]), confirmedCount: 1 } },
        "unknown",
        "Sites has fewer records than were confirmed. Confirm it again.",
      ],
      [
        "a count that nobody confirmed",
        { sites: { ...confirmed([]), confirmedCount: undefined } },
        "unknown",
        "Sites has fewer records than were confirmed. Confirm it again.",
      ],
      ["no plan", { sites: but(site, { plan: undefined }) }, "fail", bare],
      [
        "a plan that nobody else approved",
        { sites: but(site, {}, { approval: null, state: "waiting" }) },
        "fail",
        bare,
      ],
      [
        "an old plan",
        { sites: unconfirmed(but(site, { planDatedOn: dayIn(-366) })) },
        "fail",
        "The security plan is not of the last 365 days: SIT-1.",
      ],
      ["no confirmation", { sites: unconfirmed([]) }, "unknown", "Nobody confirmed that Sites is complete."],
    ),
    ...of(
      "inventory.confirmed-within-year",
      ["a diagram", {}, "pass", "1 kind of data is listed, with an owner and a diagram reviewed within 365 days."],
      ["no data, confirmed", { data: [] }, "unknown", "No data is listed."],
      [
        "no diagram",
        { data: but(files, { diagram: undefined }) },
        "unknown",
        "No diagram on file shows them as they are now: DAT-1. Submit the drawn diagrams for review, or file one.",
      ],
      ["an owner who left", { people: [left] }, "fail", "The owner does not work here: DAT-1."],
      [
        "an old diagram",
        { data: but(files, { diagramDatedOn: dayIn(-366) }) },
        "fail",
        "The diagram was not reviewed within 365 days: DAT-1.",
      ],
      ["no confirmation", { data: unconfirmed([files]) }, "unknown", "Nobody confirmed that Data is complete."],
    ),
    ...of(
      "retention.device-wipe",
      ["a certificate", {}, "pass", "1 device was retired, with its record."],
      ["none retired", { devices: but(laptop, {}, { state: "open" }) }, "pass", "No device was retired."],
      ["no record", { disposals: [] }, "fail", kept],
      ["a record without its certificate", { disposals: but(wipe, { certificate: undefined }) }, "fail", kept],
      ["a record that nobody else approved", { disposals: but(wipe, {}, { approval: null }) }, "fail", kept],
      [
        "a mistake, approved",
        { disposals: but(wipe, { method: "mistake", certificate: undefined }) },
        "pass",
        "1 device was retired, with its record.",
      ],
      ["a wipe of 2001", { disposals: but(wipe, { disposedOn: "2001-01-01" }) }, "fail", early],
      ["a wipe of the day before", { disposals: but(wipe, { disposedOn: dayIn(-13) }) }, "fail", early],
      [
        "a wipe of that day",
        { disposals: but(wipe, { disposedOn: dayIn(-12) }) },
        "pass",
        "1 device was retired, with its record.",
      ],
      ["a wipe before it was ended, no day stated", { devices: but(laptop, { retiredOn: undefined }) }, "fail", early],
      [
        "a wipe after it was ended, no day stated",
        { devices: but(laptop, { retiredOn: undefined }, { endedAt: inDays(-10).toISOString() }) },
        "pass",
        "1 device was retired, with its record.",
      ],
      [
        "no day known",
        { devices: but(laptop, { retiredOn: undefined }, { endedAt: undefined as never }) },
        "unknown",
        undated,
      ],
      ["a day before its use", { devices: but(laptop, { retiredOn: "2001-01-01" }) }, "unknown", undated],
      ["no device, confirmed", { devices: [] }, "unknown", "No device is listed."],
      ["no confirmation", { devices: unconfirmed([laptop]) }, "unknown", "Nobody confirmed that Devices is complete."],
    ),
  ];
}

/** Signed terms: within seven days of the first account, which is of January 5. Who signed later is named. */
function termsCases(): Row[] {
  const both = "1 person: both terms are signed within 7 days of the first account.";
  const not = "Not signed within 7 days of the first account: PER-1";
  const late = "1 person: both terms are signed. More than 7 days after the first account: PER-1";
  const here = (fields: Readonly<Record<string, FieldValue | undefined>>) => ({
    "policy-acknowledgments": but(acknowledged, fields),
  });
  const records = (...rows: readonly SnapshotRow[]) => ({ "signed-terms": rows });
  const young = oktaSystem([{ createdOn: dayIn(-7) }], { "1": dan.id });
  const scope = (identityProviders: unknown) => ({ terms: { identityProviders } });
  const of = (...all: readonly (readonly [string, Given, string, string, Partial<RegisterInputs>?])[]): Row[] =>
    all.map(([what, given, outcome, words, more = {}]) => ["people.terms-signed", what, given, more, outcome, words]);
  return of(
    ["one signed here and one on paper, on the last day", {}, "pass", both],
    [
      "one signed by an address that only its writer confirmed",
      here({ vouched: "alone" }),
      "pass",
      `${both} By an address that only its writer confirmed, because nobody else could: 1 acknowledgment.`,
    ],
    [
      "one signed so before and again by an address that another confirmed",
      { "policy-acknowledgments": [...but(acknowledged, { vouched: "alone" }), ...but(acknowledged, {})] },
      "pass",
      both,
    ],
    [
      "one signed so by somebody who left",
      {
        "policy-acknowledgments": [
          ...but(acknowledged, {}),
          ...but(acknowledged, { vouched: "alone", personId: "id 9" }),
        ],
      },
      "pass",
      both,
    ],
    ["a paper of both", records(...but(paper, { terms: "both" })), "pass", both],
    ["a replaced text", { "policy-versions": but(termsVersion, { state: "replaced" }) }, "pass", both],
    [
      "nothing signed here",
      { "policy-acknowledgments": [] },
      "fail",
      `${not} (confidentiality terms). Send them their links.`,
    ],
    ["nothing on paper", records(), "fail", `${not} (code of conduct). Send them their links.`],
    [
      "a paper of the other terms",
      records(...but(paper, { terms: "confidentiality" })),
      "fail",
      `${not} (code of conduct). Send them their links.`,
    ],
    [
      "a paper of another person",
      records(...but(paper, { personId: "id 2" })),
      "fail",
      `${not} (code of conduct). Send them their links.`,
    ],
    [
      "a paper that nobody else approved",
      records({ ...paper, approval: null }),
      "fail",
      `${not} (code of conduct). Send them their links.`,
    ],
    [
      "a withdrawn paper",
      records({ ...paper, withdrawn: ["EX-000006"] }),
      "fail",
      `${not} (code of conduct). Send them their links.`,
    ],
    [
      "a record that ended",
      records({ ...paper, state: "ended" }),
      "fail",
      `${not} (code of conduct). Send them their links.`,
    ],
    [
      "a text that the ledger has otherwise",
      here({ leaf: "0".repeat(64) }),
      "fail",
      `${not} (confidentiality terms). Send them their links.`,
    ],
    [
      "a changed text",
      { "policy-versions": but(termsVersion, { text: "We tell.\n" }) },
      "fail",
      `${not} (confidentiality terms). Send them their links.`,
    ],
    [
      "another policy",
      { policies: but(terms, { documentId: "people.sanction-policy" }) },
      "fail",
      `${not} (confidentiality terms). Send them their links.`,
    ],
    ["a day too late, here", here({ at: "2026-01-13T00:00:00.000Z" }), "pass", `${late} (confidentiality terms).`],
    [
      "a day that has not come, here",
      here({ at: inDays(1).toISOString() }),
      "fail",
      `${not} (confidentiality terms). Send them their links.`,
    ],
    [
      "a day too late, on paper of a list that nobody confirmed",
      { "signed-terms": unconfirmed(but(paper, { signedOn: "2026-01-13" })) },
      "unknown",
      "Nobody confirmed that Signed terms is complete.",
    ],
    [
      "a day too late, on paper",
      records(...but(paper, { signedOn: "2026-01-13" })),
      "pass",
      `${late} (code of conduct).`,
    ],
    [
      "an account from before they started",
      { people: but(dan, { startsAt: inDays(-1).toISOString() }) },
      "pass",
      `${late} (confidentiality terms), PER-1 (code of conduct).`,
      { systems: [oktaSystem([{ createdOn: "2025-01-05" }], { "1": dan.id })] },
    ],
    [
      "an account of a week ago, and nothing signed yet",
      { "policy-acknowledgments": [], ...records() },
      "pass",
      `${both} 2 still in time to be signed.`,
      { systems: [young] },
    ],
    [
      "a paper of a day to come",
      records(...but(paper, { signedOn: dayIn(1) })),
      "pass",
      `${both} 1 still in time to be signed.`,
      { systems: [oktaSystem([{ createdOn: dayIn(-6) }], { "1": dan.id })] },
    ],
    [
      "nobody's confirmation of People",
      { people: unconfirmed([dan]) },
      "unknown",
      "Nobody confirmed that People is complete.",
    ],
    [
      "a paper in an unconfirmed register",
      { "signed-terms": unconfirmed([paper]) },
      "unknown",
      "Nobody confirmed that Signed terms is complete.",
    ],
    ["nobody active", { people: [left] }, "unknown", "Nobody in People is active. Add your people there."],
    [
      "people that cannot be read",
      { people: but(dan, { startsAt: "soon" }) },
      "unknown",
      "A record cannot be read: people.",
    ],
    [
      "no answer about an identity provider",
      {},
      "unknown",
      "Nobody said whether there is an identity provider.",
      scope(null),
    ],
    ["no identity provider", {}, "unknown", "No identity provider says since when people have accounts.", scope([])],
    ["no scope", {}, "unknown", "What was sealed of signed terms cannot be read.", { terms: undefined }],
    ["accounts that were not read", {}, "unknown", "Who has an account there was not read: Okta.", { systems: [] }],
    ["nobody's account", {}, "unknown", "Nobody said whose account it is: dan@acme.test.", { systems: [stranger] }],
    [
      "an account of which nobody says when it was made",
      {},
      "unknown",
      "Since when some have accounts was not read.",
      { systems: [oktaSystem([{ createdOn: null }], { "1": dan.id })] },
    ],
    [
      "no account at all",
      {},
      "unknown",
      "Nobody active in People has an account. Say whose your accounts are in People.",
      { systems: [oktaSystem([{ status: "SUSPENDED" }], { "1": "id 9" })] },
    ],
  );
}

/** What meetings and tests rest on. */
function testCases(): Row[] {
  const { meeting, audit, pentest, scans, restore, exercise, system, scope } = risky;
  const of = (
    check: string,
    ...all: readonly (readonly [string, Given, string, string, Partial<RegisterInputs>?])[]
  ): Row[] => all.map(([what, given, outcome, reason, more = {}]) => [check, what, given, more, outcome, reason]);
  const unminuted =
    "No leadership review of the last 92 days has two people who attended, the control results they saw, decisions, and minutes that another person approved.";
  const untested =
    "No approved exercise or reviewed incident of the last 365 days has participants, findings, and an action for each finding, open or closed with proof.";
  const unread = "What was sealed of systems and controls in scope cannot be read.";
  const withScope = (change: Partial<typeof scope>) => ({ scope: { ...scope, ...change } });
  const owned = (control: string, personId: string | null, from = -900, until?: number) => ({
    control,
    personId,
    from: inDays(from).toISOString(),
    until: until === undefined ? null : inDays(until).toISOString(),
  });
  const [inside, outside] = scans;
  const slow = "The restore took too long, lost too much, or was not complete: TST-5.";
  return [
    ...of(
      "oversight.review-within-quarter",
      ["minutes", {}, "pass", "Leadership reviewed security within 92 days."],
      ["no meeting", { meetings: [] }, "fail", unminuted],
      ["an old meeting", { meetings: but(meeting, { heldOn: dayIn(-93) }) }, "fail", unminuted],
      ["one attendee", { meetings: but(meeting, { attendeeIds: [dan.id] }) }, "fail", unminuted],
      [
        "one who had left",
        { people: [dan, { ...eve, state: "ended", endedAt: inDays(-11).toISOString() }] },
        "fail",
        `${unminuted} Not counted, because somebody is named who did not work here on that day: MTG-1 (PER-2). Correct who attended, or since when they work here.`,
      ],
      [
        "one who left on that day",
        {
          people: [
            dan,
            ...but(
              eve,
              { endsAt: `${dayIn(-10)}T00:00:00.000Z` },
              { state: "ended", endedAt: inDays(-5).toISOString() },
            ),
          ],
        },
        "pass",
        "Leadership reviewed security within 92 days.",
      ],
      ["one attendee twice", { meetings: but(meeting, { attendeeIds: [dan.id, dan.id] }) }, "fail", unminuted],
      ["a withdrawn exhibit", { meetings: but(meeting, {}, { withdrawn: ["EX-000006"] }) }, "fail", unminuted],
      ["minutes that nobody else approved", { meetings: but(meeting, {}, { state: "waiting" }) }, "fail", unminuted],
      ["another meeting", { meetings: but(meeting, { kind: "other" }) }, "fail", unminuted],
      [
        "no confirmation",
        { meetings: unconfirmed([meeting]) },
        "unknown",
        "Nobody confirmed that Meetings is complete.",
      ],
    ),
    ...of(
      "oversight.audit-within-year",
      ["an audit", {}, "pass", "Audited within 365 days: 2 controls, by people who owned none of them."],
      [
        "an audit by a firm",
        { tests: but(audit, { by: "outside", testerIds: undefined, firm: "Auditors LLP" }) },
        "pass",
        "Audited within 365 days: 2 controls, by people who owned none of them.",
      ],
      [
        "a firm without a report",
        { tests: but(audit, { by: "outside", firm: "Auditors LLP", report: undefined, test: "We looked." }) },
        "fail",
        "No audit of the last 365 days covers: XC-02, XC-08.",
      ],
      [
        "words alone",
        { tests: but(audit, { report: undefined, test: "Sampled 25 changes." }) },
        "fail",
        "No audit of the last 365 days covers: XC-02, XC-08.",
      ],
      [
        "a tester who had left",
        { people: but(dan, { endsAt: inDays(-31).toISOString() }) },
        "fail",
        "No audit of the last 365 days covers: XC-02, XC-08.",
      ],
      ["no audit", { tests: [] }, "fail", "No audit of the last 365 days covers: XC-02, XC-08."],
      [
        "a control left out",
        { tests: but(audit, { controls: ["XC-08"] }) },
        "fail",
        "No audit of the last 365 days covers: XC-02.",
      ],
      [
        "a tester who owns a control",
        {},
        "fail",
        "No audit of the last 365 days covers: XC-02, XC-08. Not counted, because a tester owned a control within 365 days before: TST-1.",
        withScope({ owners: [owned("XC-08", dan.id)] }),
      ],
      [
        "an owner outside of People",
        {},
        "unknown",
        "The owner of these controls is not in People, and may be a tester: XC-08.",
        withScope({ owners: [owned("XC-08", null)] }),
      ],
      [
        "a tester who gave the control away on the day before",
        {},
        "fail",
        "No audit of the last 365 days covers: XC-02, XC-08. Not counted, because a tester owned a control within 365 days before: TST-1.",
        withScope({ owners: [owned("XC-08", dan.id, -400, -31)] }),
      ],
      [
        "a tester who owned it more than 365 days before, or since",
        {},
        "pass",
        "Audited within 365 days: 2 controls, by people who owned none of them.",
        withScope({ owners: [owned("XC-08", dan.id, -900, -400), owned("XC-02", dan.id, -20)] }),
      ],
      [
        "owners of today alone",
        {},
        "unknown",
        unread,
        withScope({ owners: [{ control: "XC-08", personId: null } as never] }),
      ],
      ["no control in scope", {}, "unknown", "No control is in scope.", withScope({ controls: [] })],
      ["no scope", {}, "unknown", unread, { scope: undefined }],
      ["an old confirmation", { tests: ended([audit]) }, "unknown", "The confirmation of Tests has ended."],
    ),
    ...of(
      "vulns.scanned-this-quarter",
      ["both scans", {}, "pass", "1 scanned from inside and outside within 92 days."],
      ["no scan", { tests: [] }, "fail", "No scan report of the last 92 days names: AWS (internal), AWS (external)."],
      ["one of them", { tests: [inside] }, "fail", "No scan report of the last 92 days names: AWS (external)."],
      [
        "an old one",
        { tests: [inside, ...but(outside, { doneOn: dayIn(-93) })] },
        "fail",
        "No scan report of the last 92 days names: AWS (external).",
      ],
      [
        "a scan of an unknown target",
        { tests: [inside, ...but(outside, { systemIds: ["elsewhere"] })] },
        "fail",
        "No scan report of the last 92 days names: AWS (external).",
      ],
      [
        "nothing to scan",
        {},
        "unknown",
        "No cloud, network or public site is in scope.",
        withScope({ systems: [{ systemId: "okta", name: "Okta", kinds: ["idp"] }] }),
      ],
      [
        "an open question",
        {},
        "unknown",
        "Nobody said which clouds, networks and public sites are in scope.",
        withScope({ unanswered: ["site"] }),
      ],
      ["no scope", {}, "unknown", unread, { scope: { ...scope, systems: "all" } }],
      ["no confirmation", { tests: unconfirmed([]) }, "unknown", "Nobody confirmed that Tests is complete."],
    ),
    ...of(
      "vulns.pentest-within-year",
      ["a retest", {}, "pass", "Penetration tested within 365 days, with no critical or high finding open."],
      [
        "nothing to retest",
        { tests: but(pentest, { grave: 0, retest: undefined, closed: undefined }) },
        "pass",
        "Penetration tested within 365 days, with no critical or high finding open.",
      ],
      [
        "a retest of two of three findings",
        { tests: but(pentest, { closed: 2 }) },
        "fail",
        "No retest on file closed every critical and high finding: TST-2 (2 of 3 closed).",
      ],
      [
        "a withdrawn retest, unconfirmed",
        { tests: unconfirmed(but(pentest, {}, { withdrawn: ["EX-000008"] })) },
        "fail",
        "No retest on file closed every critical and high finding: TST-2 (0 of 3 closed).",
      ],
      [
        "an open one beside a closed one",
        { tests: [pentest, ...but(pentest, { closed: 0 }, { id: "id 9", number: 9 })] },
        "fail",
        "No retest on file closed every critical and high finding: TST-9 (0 of 3 closed).",
      ],
      [
        "a withdrawn one with findings open",
        { tests: [pentest, ...but(pentest, { closed: 0 }, { id: "id 9", number: 9, state: "ended" })] },
        "fail",
        "No retest on file closed every critical and high finding: TST-9 (0 of 3 closed).",
      ],
      [
        "a withdrawn one whose findings were closed",
        { tests: [pentest, ...but(pentest, {}, { id: "id 9", number: 9, state: "ended" })] },
        "pass",
        "Penetration tested within 365 days, with no critical or high finding open.",
      ],
      [
        "a withdrawn one alone",
        { tests: but(pentest, {}, { state: "ended" }) },
        "fail",
        "No penetration test of the last 365 days by an outside firm is on file.",
      ],
      [
        "one that was changed and then withdrawn",
        {
          tests: [pentest, ...but(pentest, {}, { id: "id 9", number: 9, state: "ended", version: 3, approval: null })],
        },
        "unknown",
        "Changed, and not approved by another person since: TST-9.",
      ],
      [
        "our own people",
        { tests: but(pentest, { by: "inside" }) },
        "fail",
        "No penetration test of the last 365 days by an outside firm is on file.",
      ],
      [
        "no count of findings",
        { tests: but(pentest, { grave: undefined }) },
        "unknown",
        "Kind, day, or critical and high findings are not stated: TST-2.",
      ],
      [
        "another one that somebody called a review, unseen",
        {
          tests: [
            pentest,
            ...but(
              pentest,
              { kind: "review" },
              { id: "id 9", number: 9, version: 2, state: "waiting", approval: null },
            ),
          ],
        },
        "unknown",
        "Changed, and not approved by another person since: TST-9.",
      ],
      [
        "a new review that waits",
        {
          tests: [
            pentest,
            ...but(pentest, { kind: "review" }, { id: "id 9", number: 9, state: "waiting", approval: null }),
          ],
        },
        "pass",
        "Penetration tested within 365 days, with no critical or high finding open.",
      ],
      [
        "another one of a day to come",
        { tests: [pentest, ...but(pentest, { doneOn: dayIn(1), closed: 0 }, { id: "id 9", number: 9 })] },
        "unknown",
        "Kind, day, or critical and high findings are not stated: TST-9.",
      ],
      [
        "another one of a day that cannot be read",
        { tests: [pentest, ...but(pentest, { doneOn: "0", closed: 0 }, { id: "id 9", number: 9 })] },
        "unknown",
        "Kind, day, or critical and high findings are not stated: TST-9.",
      ],
      ["none", { tests: [] }, "fail", "No penetration test of the last 365 days by an outside firm is on file."],
      [
        "fewer tests than were confirmed",
        { tests: { ...confirmed([pentest]), confirmedCount: 2 } },
        "unknown",
        "Tests has fewer records than were confirmed. Confirm it again.",
      ],
      ["no confirmation", { tests: unconfirmed([pentest]) }, "unknown", "Nobody confirmed that Tests is complete."],
    ),
    ...of(
      "backup.restore-tested",
      ["a restore", {}, "pass", "1 critical system was restored in time, with its data, within 365 days."],
      ["no restore", { tests: [] }, "fail", "No restore was tested: SYS-1."],
      ["one that took too long", { tests: unconfirmed(but(restore, { recoveryHours: 5 })) }, "fail", slow],
      ["one that lost too much", { tests: but(restore, { lossHours: 25 }) }, "fail", slow],
      ["one that was not complete", { tests: but(restore, { complete: "no" }) }, "fail", slow],
      [
        "a later one that failed and was withdrawn",
        {
          tests: [
            restore,
            ...but(restore, { doneOn: dayIn(-2), complete: "no" }, { id: "id 9", number: 9, state: "ended" }),
          ],
        },
        "fail",
        "The restore took too long, lost too much, or was not complete: TST-9.",
      ],
      [
        "a later one that failed",
        { tests: [restore, ...but(restore, { doneOn: dayIn(-2), complete: "no" }, { id: "id 9", number: 9 })] },
        "fail",
        "The restore took too long, lost too much, or was not complete: TST-9.",
      ],
      [
        "an old one",
        { tests: but(restore, { doneOn: dayIn(-366) }) },
        "fail",
        "No restore of the last 365 days has its log on file: SYS-1.",
      ],
      [
        "one that waits",
        { tests: but(restore, {}, { state: "waiting", approval: null }) },
        "unknown",
        "The last restore waits for approval: TST-5.",
      ],
      [
        "nothing to compare with",
        { systems: but(system, { rtoHours: undefined }) },
        "unknown",
        "There is no recovery time or data loss to compare a restore with: SYS-1.",
      ],
      [
        "a failed one of a kind that nobody knows",
        { tests: [restore, ...but(restore, { kind: "drill", complete: "no" }, { id: "id 9", number: 9 })] },
        "unknown",
        "Kind, day or systems of these are not stated: TST-9.",
      ],
      [
        "a failed one without its day",
        { tests: [restore, ...but(restore, { doneOn: undefined, complete: "no" }, { id: "id 9", number: 9 })] },
        "unknown",
        "Kind, day or systems of these are not stated: TST-9.",
      ],
      [
        "a failed one whose day was changed, unseen",
        {
          tests: [
            restore,
            ...but(
              restore,
              { doneOn: dayIn(-90), complete: "no" },
              { id: "id 9", number: 9, version: 3, state: "waiting", approval: null },
            ),
          ],
        },
        "unknown",
        "Changed, and not approved by another person since: TST-9.",
      ],
      [
        "a system in scope that nobody listed",
        {},
        "unknown",
        "Systems does not list these, so how critical they are is not known: Okta.",
        withScope({ systems: [...scope.systems, { systemId: "okta", name: "Okta", kinds: ["idp"] }] }),
      ],
      ["no scope", {}, "unknown", unread, { scope: undefined }],
      [
        "no critical system",
        { systems: but(system, { criticality: "minor" }) },
        "unknown",
        "No system is marked as critical.",
      ],
      ["no confirmation", { systems: unconfirmed([system]) }, "unknown", "Nobody confirmed that Systems is complete."],
    ),
    ...of(
      "incident.exercised-within-year",
      ["an exercise", {}, "pass", "The incident plan was exercised within 365 days."],
      [
        "nothing found",
        { tests: but(exercise, { findings: ["None"], actionIds: undefined }) },
        "pass",
        "The incident plan was exercised within 365 days.",
      ],
      ["no exercise", { tests: [] }, "fail", untested],
      ["words alone", { tests: but(exercise, { report: undefined, test: "We did." }) }, "fail", untested],
      ["an old one", { tests: but(exercise, { doneOn: dayIn(-366) }) }, "fail", untested],
      ["a finding without an action", { tests: but(exercise, { actionIds: ["elsewhere"] }) }, "fail", untested],
      [
        "an action that had ended before",
        { actions: but(risky.action, {}, { state: "ended", endedAt: inDays(-31).toISOString() }) },
        "fail",
        untested,
      ],
      [
        "an action that was closed without proof",
        { actions: but(risky.action, {}, { state: "ended", endedAt: inDays(-3).toISOString() }) },
        "fail",
        untested,
      ],
      [
        "an action whose proof was withdrawn",
        {
          actions: but(
            risky.action,
            { proof: "EX-000031" },
            { state: "ended", endedAt: inDays(-3).toISOString(), withdrawn: ["EX-000031"] },
          ),
        },
        "fail",
        untested,
      ],
      [
        "an action that was done since",
        {
          actions: but(
            risky.action,
            { proof: "EX-000031" },
            { state: "ended", endedAt: inDays(-3).toISOString(), made: { "EX-000031": inDays(-4).toISOString() } },
          ),
        },
        "pass",
        "The incident plan was exercised within 365 days.",
      ],
      [
        "somebody who had left",
        { people: but(dan, { endsAt: inDays(-31).toISOString() }) },
        "fail",
        `${untested} Not counted, because somebody is named who did not work here on that day: TST-6 (PER-1). Correct who took part, or since when they work here.`,
      ],
      ["nobody who took part", { tests: but(exercise, { participantIds: undefined }) }, "fail", untested],
      ["None beside a finding", { tests: but(exercise, { findings: ["None", "A gap"] }) }, "fail", untested],
      ["no confirmation", { tests: unconfirmed([exercise]) }, "unknown", "Nobody confirmed that Tests is complete."],
    ),
  ];
}

/** What risks rest on: ratings, the appetite, acceptances, and the controls that pass. */
function riskCases(): Row[] {
  const { risk, accepted, data, appetite, acceptance, scope } = risky;
  const of = (
    check: string,
    ...all: readonly (readonly [string, Given, string, string, Partial<RegisterInputs>?])[]
  ): Row[] => all.map(([what, given, outcome, reason, more = {}]) => [check, what, given, more, outcome, reason]);
  const failed = { passingControls: [] };
  const unsigned = "Accepted without a leader's approval within 365 days that covers its score: RSK-1.";
  const noAppetite = "No risk appetite is approved by another person.";
  return [
    ...of(
      "risk.assessed-within-year",
      ["a rated risk", {}, "pass", "2 kinds of systems and data each have a risk rated within 365 days."],
      ["no risk", { risks: [] }, "fail", "No risk rated within 365 days is about: Cloud account, Client files."],
      [
        "an old rating",
        { risks: but(risk, { ratedOn: dayIn(-366) }) },
        "fail",
        "No risk rated within 365 days is about: Cloud account, Client files.",
      ],
      [
        "half a rating",
        { risks: but(risk, { impact: undefined }) },
        "fail",
        "No risk rated within 365 days is about: Cloud account, Client files.",
      ],
      [
        "other data",
        { risks: but(risk, { data: ["card"] }) },
        "fail",
        "No risk rated within 365 days is about: Client files.",
      ],
      [
        "an open question",
        {},
        "unknown",
        "Nobody said whether you use: Public website or API.",
        { scope: { ...scope, unanswered: ["site"] } },
      ],
      ["no data", { data: [] }, "unknown", "No data is listed."],
      ["no scope", {}, "unknown", "What was sealed of systems and controls in scope cannot be read.", { scope: null }],
      ["no confirmation", { risks: unconfirmed([risk]) }, "unknown", "Nobody confirmed that Risks is complete."],
      ["no list of data", { data: unconfirmed([data]) }, "unknown", "Nobody confirmed that Data is complete."],
    ),
    ...of(
      "risk.treatment-owned",
      [
        "another appetite without a score",
        { approvals: [risky.appetite, ...but(risky.appetite, { score: undefined }, { id: "id 9", number: 9 })] },
        "unknown",
        "Score or end of these is not stated: APV-9.",
      ],
      ["a treated risk", {}, "pass", "Risks above the appetite of 9: 1, treated, owned and not late."],
      [
        "a low risk without anything",
        { risks: but(risk, { impact: 1, raisedImpact: undefined, treatment: undefined, ownerId: undefined }) },
        "pass",
        "Risks above the appetite of 9: none.",
      ],
      [
        "a control that fails, by which it rises above the appetite",
        { risks: but(risk, { impact: 3, raisedImpact: undefined, treatment: undefined }) },
        "fail",
        "Above the risk appetite of 9, without a treatment: RSK-1.",
        failed,
      ],
      [
        "the same while the control passes",
        { risks: but(risk, { impact: 3, raisedImpact: undefined, treatment: undefined }) },
        "pass",
        "Risks above the appetite of 9: none.",
      ],
      [
        "its own control, which lowers nothing",
        {
          risks: but(risk, {
            impact: 3,
            raisedImpact: undefined,
            treatment: undefined,
            lowersLikelihood: ["XC-03"],
          }),
        },
        "fail",
        "Above the risk appetite of 9, without a treatment: RSK-1.",
        { passingControls: ["XC-03"] },
      ],
      [
        "a snapshot that does not say which controls pass",
        { risks: but(risk, { impact: 3, raisedImpact: undefined, treatment: undefined }) },
        "fail",
        "Above the risk appetite of 9, without a treatment: RSK-1.",
        { passingControls: undefined },
      ],
      [
        "an owner who left",
        { people: [left] },
        "fail",
        "Above the risk appetite of 9, without an owner who works here: RSK-1.",
      ],
      [
        "a day that is over, unconfirmed",
        { risks: unconfirmed(but(risk, { dueOn: dayIn(-1) })) },
        "fail",
        "Above the risk appetite of 9, without a due date, or past it: RSK-1.",
      ],
      [
        "two appetites, of which the lower counts",
        {
          risks: but(risk, { treatment: undefined }),
          approvals: [...but(appetite, { score: 20 }, { id: "id 9" }), appetite],
        },
        "fail",
        "Above the risk appetite of 9, without a treatment: RSK-1.",
      ],
      ["no appetite", { approvals: [] }, "unknown", noAppetite],
      ["an appetite of before", { approvals: but(appetite, { expiresOn: dayIn(-1) }) }, "unknown", noAppetite],
      [
        "one that nobody else approved",
        { approvals: but(appetite, {}, { approval: { at: dayIn(-1), another: false } }) },
        "unknown",
        noAppetite,
      ],
      ["no rating", { risks: but(risk, { likelihood: undefined }) }, "unknown", "These are not rated: RSK-1."],
      ["no risk, confirmed", { risks: [] }, "unknown", "No risk is listed."],
      ["no confirmation", { risks: unconfirmed([risk]) }, "unknown", "Nobody confirmed that Risks is complete."],
    ),
    ...of(
      "risk.acceptance-signed",
      ["an approval", {}, "pass", "1 risk is accepted, by a leader within 365 days."],
      ["nothing accepted", { risks: [risk], approvals: [] }, "pass", "No risk is accepted."],
      ["no approval", { approvals: [] }, "fail", unsigned],
      ["one of another risk", { approvals: but(acceptance, { riskId: "id 9" }) }, "fail", unsigned],
      ["one that expired", { approvals: but(acceptance, { expiresOn: dayIn(-1) }) }, "fail", unsigned],
      [
        "one that was signed more than a year ago",
        { approvals: but(acceptance, {}, { approval: { at: `${dayIn(-366)}T00:00:00.000Z`, another: true } }) },
        "fail",
        unsigned,
      ],
      [
        "one by who proposed it",
        { approvals: but(acceptance, {}, { approval: { at: `${dayIn(-1)}T00:00:00.000Z`, another: false } }) },
        "fail",
        unsigned,
      ],
      ["a risk that rose above what was accepted", {}, "fail", unsigned, failed],
      [
        "a risk without a treatment",
        { risks: but(accepted, { treatment: undefined }) },
        "unknown",
        "Whether these are treated or accepted is not stated: RSK-1.",
      ],
      ["no risk, confirmed", { risks: [], approvals: [] }, "unknown", "No risk is listed."],
      [
        "no confirmation",
        { approvals: unconfirmed([acceptance]) },
        "unknown",
        "Nobody confirmed that Approvals is complete.",
      ],
    ),
  ];
}

test.each([false, "soon"])("nobody owns security whose last day cannot be read: %s", (endsAt) => {
  const fields = { ...dan.fields, endsAt } as unknown as typeof dan.fields;
  const verdict = registerChecks["oversight.owner-named"]!.judge(inputs({ people: [{ ...dan, fields }] }));
  expect(verdict).toMatchObject({ outcome: "fail", reason: "The security owner, PER-1, does not work here." });
});

const cases: Row[] = [
  ["oversight.owner-named", "an active owner", {}, {}, "pass", "PER-1 is security owner, and is active."],
  ["oversight.owner-named", "none", { roles: [] }, {}, "fail", "Nobody is security owner."],
  ["oversight.owner-named", "two", { roles: [owner, owner] }, {}, "fail", "2 people are security owner. Name one."],
  [
    "oversight.owner-named",
    "one who left",
    { people: [left] },
    {},
    "fail",
    "The security owner, PER-1, does not work here.",
  ],
  [
    "oversight.owner-named",
    "one without an account",
    { people: [{ ...dan, account: false }] },
    { systems: [oktaSystem([{ status: "SUSPENDED" }], { "1": dan.id })] },
    "fail",
    "The security owner, PER-1, has no active account in Exhibit.",
  ],
  [
    "oversight.owner-named",
    "one whose account is in a connected system",
    { people: [{ ...dan, account: null }] },
    {},
    "pass",
    "PER-1 is security owner, and is active.",
  ],
  [
    "oversight.owner-named",
    "nobody's confirmation",
    { roles: unconfirmed([owner]) },
    {},
    "unknown",
    "Nobody confirmed that Roles is complete.",
  ],
  [
    "oversight.owner-named",
    "an old confirmation",
    { people: ended([dan]) },
    {},
    "unknown",
    "The confirmation of People has ended.",
  ],
  [
    "oversight.owner-named",
    "nothing at all",
    { people: unconfirmed([]), roles: unconfirmed([]) },
    {},
    "unknown",
    "Nobody confirmed that Roles is complete.",
  ],
  ["oversight.actions-on-time", "actions in time", {}, {}, "pass", "1 open, none of them late."],
  [
    "oversight.actions-on-time",
    "a late one",
    { actions: but(action, { dueOn: dayIn(-31) }) },
    {},
    "fail",
    "More than 30 days late: ACT-1.",
  ],
  [
    "oversight.actions-on-time",
    "an owner who left",
    { people: [left] },
    {},
    "fail",
    "The owner does not work here: ACT-1.",
  ],
  [
    "oversight.actions-on-time",
    "a failing control without one",
    {},
    { failingControls: ["XC-08", "XC-09"] },
    "fail",
    "No action is open for a failing control: XC-09.",
  ],
  [
    "oversight.actions-on-time",
    "a late one that nobody confirmed",
    { actions: unconfirmed([row(2, { ...action.fields, dueOn: dayIn(-31) } as never)]) },
    {},
    "fail",
    "More than 30 days late: ACT-2.",
  ],
  [
    "oversight.actions-on-time",
    "no list of tests, which nobody uses",
    { tests: unconfirmed([]) },
    {},
    "pass",
    "1 open, none of them late.",
  ],
  [
    "oversight.actions-on-time",
    "tests that nobody confirmed",
    { tests: unconfirmed([risky.audit]) },
    {},
    "unknown",
    "Nobody confirmed that Tests is complete.",
  ],
  ...(
    [
      ["that was 40 days late when it was closed", {}, -1, "fail"],
      ["that was closed in time", { dueOn: dayIn(-5) }, -1, "pass"],
      ["that was closed with proof", { proof: "EX-000009" }, -1, "pass"],
      ["that was closed more than 365 days ago", { dueOn: dayIn(-500) }, -366, "pass"],
    ] as const
  ).map(([what, fields, closed, outcome]): Row => [
    "oversight.actions-on-time",
    `an action ${what}`,
    {
      tests: [],
      actions: [
        action,
        ...but(
          action,
          { dueOn: dayIn(-40), ...fields },
          { id: "id 9", number: 9, state: "ended", endedAt: inDays(closed).toISOString() },
        ),
      ],
    },
    {},
    outcome,
    outcome === "fail"
      ? "More than 30 days late when they were closed, and without proof: ACT-9."
      : "1 open, none of them late.",
  ]),
  ["oversight.actions-on-time", "no audit", { tests: [] }, {}, "pass", "1 open, none of them late."],
  [
    "oversight.actions-on-time",
    "a finding without an action",
    { tests: but(risky.audit, { findings: ["No owner", "No plan"] }) },
    {},
    "fail",
    "Fewer actions than findings follow from an audit, open or closed with proof: TST-1.",
  ],
  [
    "oversight.actions-on-time",
    "a withdrawn audit with a finding without an action",
    { tests: but(risky.audit, { findings: ["No owner", "No plan"] }, { state: "ended" }) },
    {},
    "fail",
    "Fewer actions than findings follow from an audit, open or closed with proof: TST-1.",
  ],
  [
    "oversight.actions-on-time",
    "an audit that does not say what it found",
    { tests: but(risky.audit, { findings: undefined }) },
    {},
    "unknown",
    "Of which kind these tests are, or what they found, is not stated: TST-1.",
  ],
  [
    "oversight.actions-on-time",
    "fewer tests than were confirmed",
    { tests: { ...confirmed([]), confirmedCount: 1 } },
    {},
    "unknown",
    "Tests has fewer records than were confirmed. Confirm it again.",
  ],
  [
    "oversight.actions-on-time",
    "an unconfirmed register",
    { actions: unconfirmed([]) },
    {},
    "unknown",
    "Nobody confirmed that Actions is complete.",
  ],
  ["people.screened-before-access", "a screening before", {}, {}, "pass", SCREENED],
  [
    "people.screened-before-access",
    "somebody without one",
    {},
    { screenings: { ...screened(), cleared: null } },
    "fail",
    UNSCREENED,
  ],
  [
    "people.screened-before-access",
    "one that nobody else approved",
    { [SCREENING_PAGES]: [row(1, { approved: false, founded: true })] },
    {},
    "unknown",
    OTHERS,
  ],
  [
    "people.screened-before-access",
    "a report that was withdrawn",
    { [SCREENING_PAGES]: [row(1, { approved: true, founded: false })] },
    {},
    "unknown",
    OTHERS,
  ],
  [
    "people.screened-before-access",
    "a first account on another day",
    {},
    { screenings: screened([{ personId: dan.id, day: "2026-01-06" }]) },
    "unknown",
    OTHERS,
  ],
  [
    "people.screened-before-access",
    "nobody cleared, and nobody asked",
    { people: but(dan, { startsAt: "2025-01-02T00:00:00.000Z" }) },
    {
      screenings: { ...screened([]), cleared: null },
      systems: [oktaSystem([{ createdOn: "2020-01-01" }], { "1": dan.id })],
    },
    "unknown",
    OTHERS,
  ],
  [
    "people.screened-before-access",
    "no accounts",
    {},
    { systems: [] },
    "unknown",
    "Who has an account there was not read: Okta.",
  ],
  [
    "people.screened-before-access",
    "no identity provider",
    {},
    { screenings: { ...screened([]), identityProviders: [] } },
    "unknown",
    "No identity provider says since when people have accounts.",
  ],
  [
    "people.screened-before-access",
    "no answer whether there is an identity provider",
    {},
    { screenings: { ...screened([]), identityProviders: null } },
    "unknown",
    "Nobody said whether there is an identity provider.",
  ],
  [
    "people.screened-before-access",
    "an identity provider that was read five weeks ago",
    {},
    { systems: [oktaSystem([{}], { "1": dan.id }, { seenAt: inDays(-35) })] },
    "unknown",
    "Who has an account there was not read: Okta.",
  ],
  [
    "people.screened-before-access",
    "nobody's account",
    {},
    { systems: [stranger], screenings: screened([]) },
    "unknown",
    "Nobody said whose account it is: dan@acme.test.",
  ],
  [
    "people.screened-before-access",
    "an account of which nobody says when it was made",
    {},
    { systems: [oktaSystem([{ createdOn: null }], { "1": dan.id })], screenings: screened([]) },
    "unknown",
    "Since when some have accounts was not read.",
  ],
  [
    "people.screened-before-access",
    "an account that is older than a year",
    { [SCREENING_PAGES]: confirmed([]), people: but(dan, { startsAt: "2025-01-02T00:00:00.000Z" }) },
    { systems: [oktaSystem([{ createdOn: "2025-01-01" }], { "1": dan.id })], screenings: screened([]) },
    "pass",
    SCREENED,
  ],
  ...[
    ["who came within it", "2026-06-01T00:00:00.000Z", "2026-06-01", "pass"],
    ["who came within it, asked for another day", "2026-06-01T00:00:00.000Z", "2026-01-05", "unknown"],
    ["who came within it, and was not asked", "2026-06-01T00:00:00.000Z", undefined, "unknown"],
    ["who comes tomorrow", inDays(1).toISOString(), dayIn(0), "pass"],
    ["of whom nobody says when they came", undefined, undefined, "unknown"],
    ["who came when nobody can read", "unlisted", undefined, "unknown"],
  ].map(([who, startsAt, day, outcome]): Row => [
    "people.screened-before-access",
    `an account that is older than a year, of somebody ${who}`,
    { people: but(dan, { startsAt }), ...(day === undefined && { [SCREENING_PAGES]: confirmed([]) }) },
    {
      systems: [oktaSystem([{ createdOn: "2020-01-01" }], { "1": dan.id })],
      screenings: screened(day === undefined ? [] : [{ personId: dan.id, day }]),
    },
    outcome!,
    outcome === "pass" ? SCREENED : startsAt?.startsWith("2026") ? OTHERS : "Since when some work here is not stated.",
  ]),
  ...(
    [
      ["who was said to come within it", OLD, [dan.id], ["2026-06-01"], "2026-06-01", "pass", SCREENED],
      ["who was, and whom nobody screened", OLD, [dan.id], ["2026-06-01"], null, "fail", `${UNSCREENED} ${LET_GO}`],
      ["who was, and was not asked", OLD, [dan.id], ["2026-06-01"], undefined, "unknown", OTHERS],
      [
        "who came earlier than is said now",
        "2026-08-01",
        [dan.id],
        ["2026-06-01", "2026-09-01"],
        "2026-06-01",
        "pass",
        SCREENED,
      ],
      ["who was asked by the later day", "2026-08-01", [dan.id], ["2026-06-01"], "2026-08-01", "unknown", OTHERS],
      ["of whom only days of long ago were said", OLD, [dan.id], [OLD], undefined, "pass", SCREENED],
      ["of whose colleague it was said", OLD, ["eve"], ["2026-06-01"], undefined, "pass", SCREENED],
    ] as const
  ).map(([who, startsOn, ids, days, day, outcome, reason]): Row => [
    "people.screened-before-access",
    `an account that is older than a year, of somebody ${who}`,
    { people: but(dan, { startsAt: `${startsOn}T00:00:00.000Z` }), ...(!day && { [SCREENING_PAGES]: confirmed([]) }) },
    {
      systems: [oktaSystem([{ createdOn: "2020-01-01" }], { "1": dan.id })],
      screenings: {
        ...screened(day ? [{ personId: dan.id, day }] : []),
        ...(day === null && { cleared: null }),
        formerStarts: [{ people: ids, days: days.map((on) => `${on}T00:00:00.000Z`) }],
      },
    },
    outcome,
    reason,
  ]),
  [
    "people.screened-before-access",
    "an account from before, and one that was made before their first day",
    { people: but(dan, { startsAt: "2026-06-01T00:00:00.000Z" }) },
    {
      systems: [
        oktaSystem([{ createdOn: "2020-01-01" }, { id: "2", createdOn: "2026-05-20" }], { "1": dan.id, "2": dan.id }),
      ],
      screenings: screened([{ personId: dan.id, day: "2026-05-20" }]),
    },
    "pass",
    SCREENED,
  ],
  [
    "people.screened-before-access",
    "accounts that were read in part",
    {},
    { systems: [oktaSystem([{}], { "1": dan.id }, { steps: [] })] },
    "unknown",
    "Who has an account there was not read: Okta.",
  ],
  [
    "people.screened-before-access",
    "an empty register",
    { [SCREENING_PAGES]: unconfirmed([]) },
    {},
    "unknown",
    "Nobody confirmed that Screenings is complete.",
  ],
  ...filedCases(),
  ...termsCases(),
  ...testCases(),
  ...riskCases(),
];

test.each(cases)("%s with %s", (check, _, given, more, outcome, reason) => {
  const verdict = registerChecks[check]!.judge(inputs({ ...own[check], ...given }, more));
  expect([verdict.outcome, verdict.reason]).toEqual([outcome, reason]);
});

describe("vendors.reviewed-within-year", () => {
  const [DAY, PASS] = [inDays(-9).toISOString(), "1 rated high, reviewed within 365 days."];
  const low = row(2, { name: "Hostly", rating: "low", data: ["none"], hosting: "no", ownerId: dan.id });
  const ended = { ...low, state: "ended", fields: { ...low.fields, rating: "high" } } as const;
  const own = { ...assurance, id: "own", number: 2, fields: { ...assurance.fields, vendorId: low.id } };
  const former = [{ register: "vendors", id: low.id, asked: "high", until: DAY }];
  const judged = (given: Given = {}, more: Partial<RegisterInputs> = {}) =>
    registerChecks["vendors.reviewed-within-year"]!.judge(
      inputs({ vendors: [vendor, low], ...given }, { formerlyAsked: former, ...more }),
    );
  const since = (days: number | null) => {
    const managers = days === null ? null : inDays(-days).toISOString();
    return { anotherSince: { contributors: null, managers } };
  };
  const ASKS =
    "Rated high until one person rated it lower or ended it: VEN-2. Another owner or admin, whose email address somebody else confirmed, confirms Vendors to let that count.";

  test.each<[string, Given, Partial<RegisterInputs>, string, string]>([
    ["that one person rated lower", {}, {}, "unknown", ASKS],
    ["that one person ended", { vendors: [vendor, ended] }, {}, "unknown", ASKS],
    ["where another could for 31 days", {}, since(31), "unknown", ASKS],
    [
      "where nobody else could",
      {},
      since(null),
      "pass",
      `${PASS} Rated lower or ended, and confirmed by the only person who may confirm: VEN-2.`,
    ],
    [
      "a year ago, where nobody else could",
      {},
      { ...since(null), formerlyAsked: [{ ...former[0]!, until: dayIn(-366) + "T00:00:00.000Z" }] },
      "pass",
      PASS,
    ],
    ["of which a report is on file", { assurances: [assurance, own] }, {}, "pass", PASS],
    ["that another person let go", {}, { formerlyAsked: [] }, "pass", PASS],
    [
      "beside one that fails",
      { assurances: [own] },
      {},
      "fail",
      "Rated high, without a reviewed report of the last 365 days: VEN-1.",
    ],
  ])("asks for a report of a vendor %s", (_, given, more, outcome, reason) => {
    const verdict = judged(given, more);
    expect([verdict.outcome, verdict.reason]).toEqual([outcome, reason]);
  });

  const byKey = (number: number, vendorId: string, key: string) =>
    but(
      assurance,
      {
        vendorId,
        kind: "bundle",
        report: `EX-00000${number}`,
        issuerKey: key,
        bundle: "verified",
        bundleOf: `EX-00000${number} ${key}`,
        bundleEndsOn: dayIn(-1),
      },
      { id: `by key ${number}`, number },
    )[0];
  const third = { ...low, id: "third", number: 3, fields: { ...low.fields, name: "Other" } };
  const conflicts = {
    different: {
      assurances: [assurance, byKey(2, low.id, "k"), byKey(3, low.id, "l")],
      reason:
        "Verified with different keys of one vendor: ASR-2 and ASR-3. Ask the vendor which one is theirs, and end the other.",
    },
    shared: {
      assurances: [assurance, byKey(2, low.id, "k"), byKey(3, third.id, "k")],
      reason:
        "Verified with one key, and filed for different vendors: ASR-2 and ASR-3. A key is one company's; end what is another's.",
    },
  };
  test.each([
    ["different keys", "rated lower", low, conflicts.different],
    ["different keys", "ended", ended, conflicts.different],
    ["another vendor's key", "rated lower", low, conflicts.shared],
    ["another vendor's key", "ended", ended, conflicts.shared],
  ] as const)("asks of %s of a vendor that one person %s, also one who is alone", (_, __, gone, conflict) => {
    const given = { vendors: [vendor, gone, third], assurances: conflict.assurances };
    for (const more of [{}, since(null)])
      expect(judged(given, more)).toMatchObject({ outcome: "unknown", reason: conflict.reason });
    expect(judged(given, { formerlyAsked: [] })).toMatchObject({ outcome: "pass", reason: PASS });
  });

  test("counts what the only person did for a month from when another could", () => {
    expect(judged({}, since(20)).until).toEqual(inDays(10));
    expect(judged({ assurances: [assurance, but(own, { datedOn: dayIn(-360) })[0]] }, since(20)).until).toEqual(
      new Date(`${dayIn(6)}T00:00:00.000Z`),
    );
  });

  test("passes nothing where what was asked of vendors before is gone or altered", () => {
    const [entry] = former;
    for (const formerlyAsked of [
      undefined,
      null,
      {},
      [low.id],
      [{ ...entry, register: undefined }],
      [{ ...entry, id: undefined }],
      [{ ...entry, asked: undefined }],
      [{ ...entry, until: undefined }],
      [{ ...entry, until: "then" }],
      [{ ...entry, id: "another" }],
      [{ ...entry, asked: "toString" }],
      [{ ...entry, asked: "something else" }],
    ])
      expect(judged({ assurances: [assurance, own] }, { formerlyAsked }).outcome, JSON.stringify(formerlyAsked)).toBe(
        "unknown",
      );
  });
});

describe("what one person alone took out of what is asked", () => {
  const AGAIN = "to let that count.";
  const manager = "Another owner or admin, whose email address somebody else confirmed, confirms";
  const other = { name: "Hostly", rating: "low", data: ["none"], hosting: "no", ownerId: dan.id };
  const two = row(2, other);
  const contractOf = (fields: object) => [contract, ...but(contract, { vendorId: two.id, ...fields }, { id: "own" })];
  const covering = (fields: object) => [assurance, ...but(assurance, { vendorId: two.id, ...fields }, { id: "own" })];
  const bare = row(2, { name: "Store", holds: "none" }, approved);
  const planned = { plan: "EX-000003", planDatedOn: dayIn(-30) };
  const minor = row(2, { systemId: "gcp", ownerId: dan.id, criticality: "minor", rtoHours: 4, rpoHours: 24 });
  const again = (fields: object = {}, more: object = {}) => [
    risky.restore,
    ...but(risky.restore, { systemIds: ["gcp"], ...fields }, { id: "own", number: 9, ...more }),
  ];
  const of: readonly (readonly [check: string, asked: string, Given, has: Given, lacks: Given, says: string])[] = [
    [
      "vendors.contract-signed",
      "sensitive",
      { vendors: [vendor, two] },
      { contracts: contractOf({}) },
      { contracts: contractOf({ kind: "nda" }) },
      `Said to handle such data until one person took that back or ended it: VEN-2. ${manager} Vendors ${AGAIN}`,
    ],
    [
      "vendors.contract-signed",
      "health",
      { vendors: [vendor, two] },
      { contracts: contractOf({ kind: "baa" }) },
      { contracts: contractOf({}) },
      `Said to handle such data until one person took that back or ended it: VEN-2. ${manager} Vendors ${AGAIN}`,
    ],
    [
      "physical.hosting-assured",
      "hosting",
      { vendors: [vendor, two] },
      { assurances: covering({}) },
      { assurances: covering({ physical: "no" }) },
      `Said to host until one person took that back or ended it: VEN-2. ${manager} Vendors ${AGAIN}`,
    ],
    [
      "physical.offices-declared",
      "holding",
      { sites: [site, bare] },
      { sites: [site, { ...bare, fields: { ...bare.fields, ...planned } }] },
      { sites: [site, { ...bare, fields: { ...bare.fields, ...planned, planDatedOn: dayIn(-400), holds: "none" } }] },
      `Said to hold client data or equipment until one person took that back or closed it: SIT-2. ${manager} Sites or approves what the record says now ${AGAIN}`,
    ],
    [
      "backup.restore-tested",
      "critical gcp",
      { systems: [risky.system, minor] },
      { tests: again() },
      { tests: again({ doneOn: dayIn(-366) }) },
      `Critical until one person ranked it lower, retired it or named another system: SYS-2. Another person, whose email address somebody else confirmed, confirms Systems ${AGAIN}`,
    ],
    [
      "risk.assessed-within-year",
      "health",
      { data: [risky.data, row(2, { name: "Charts", class: "public", ownerId: dan.id })], risks: both(["public"]) },
      { risks: both(["public", "health"]) },
      { risks: both(["public", "card"]) },
      `Of a class of which no risk was rated within 365 days, until one person changed that or ended it: DAT-2. ${manager} Data or approves what the record says now ${AGAIN}`,
    ],
  ];
  function both(data: readonly string[]): readonly SnapshotRow[] {
    return [risky.risk, ...but(risky.risk, { data }, { id: "own", number: 2 })];
  }
  const registerOf = (given: Given) => Object.keys(given)[0]!;
  const listed = (given: Given, asked: string) => [
    { register: registerOf(given), id: "id 2", asked, until: inDays(-9).toISOString() },
  ];
  const judged = (check: string, given: Given, more: Partial<RegisterInputs>) =>
    registerChecks[check]!.judge(inputs({ ...own[check], ...given }, more));
  const since = (days: number | null) => {
    const from = days === null ? null : inDays(-days).toISOString();
    return { anotherSince: { contributors: from, managers: from } };
  };

  test.each(of)("is asked by %s all the same: %s", (check, asked, given, has, lacks, says) => {
    const formerlyAsked = listed(given, asked);
    expect(judged(check, given, { formerlyAsked: [] }).outcome).toBe("pass");
    expect(judged(check, given, { formerlyAsked }).reason).toBe(says);
    for (const papers of [{}, lacks])
      expect(judged(check, { ...given, ...papers }, { formerlyAsked }).outcome).toBe("unknown");
    expect(judged(check, { ...given, ...has }, { formerlyAsked }).outcome).toBe("pass");
    expect(judged(check, { ...given, ...has }, { formerlyAsked: undefined }).outcome).toBe("unknown");
    expect(judged(check, given, { formerlyAsked, ...since(31) }).outcome).toBe("unknown");
    const alone = judged(check, given, { formerlyAsked, ...since(null) });
    expect([alone.outcome, /confirmed by the only person who may confirm: [A-Z]+-2\.$/.test(alone.reason)]).toEqual([
      "pass",
      true,
    ]);
    expect(judged(check, given, { formerlyAsked, ...since(20) }).until).toEqual(inDays(10));
  });

  test.each([
    ["rtoHours", 3],
    ["rpoHours", 1],
  ])("holds a restore to the %s that one person alone made more", (field, took) => {
    const judgedOf = (asked: string, more: object = {}) =>
      judged(
        "backup.restore-tested",
        {},
        {
          formerlyAsked: [{ register: "systems", id: risky.system.id, asked, until: inDays(-9).toISOString() }],
          ...more,
        },
      );
    expect(judgedOf(`${field} ${took}`).outcome).toBe("pass");
    expect(judgedOf(`${field} ${took - 0.5}`).reason).toBe(
      `Held to fewer hours until one person allowed more: SYS-${risky.system.number}. Another person, whose email address somebody else confirmed, confirms Systems ${AGAIN}`,
    );
    // Rows may be read anew whenever a register is asked for.
    const anew = inputs(own["backup.restore-tested"]!, {});
    const register = (name: string) => structuredClone({ ...anew.register(name) });
    expect(judgedOf(`${field} ${took - 0.5}`, { register }).outcome).toBe("unknown");
    for (const asked of [field, `${field} `, `${field} -1`, `${field} soon`, "ownerId 3"])
      expect(judgedOf(asked).outcome, asked).toBe("unknown");
    expect(judgedOf(`${field} ${took - 0.5}`, since(null)).reason).toMatch(
      /Allowed more hours, confirmed by the only person who may confirm: SYS-\d+\.$/,
    );
  });

  test("asks for a restore of the system that a critical record was about, whatever it names since", () => {
    const formerlyAsked = [
      { register: "systems", id: risky.system.id, asked: "critical gcp", until: inDays(-9).toISOString() },
    ];
    expect(judged("backup.restore-tested", {}, { formerlyAsked }).outcome).toBe("unknown");
    expect(judged("backup.restore-tested", { tests: again() }, { formerlyAsked }).outcome).toBe("pass");
    const nowhere = [{ ...formerlyAsked[0]!, asked: "critical" }];
    expect(judged("backup.restore-tested", {}, { formerlyAsked: nowhere }).outcome).toBe("unknown");
  });

  test("is not asked by a check of another kind, nor of another register", () => {
    for (const [check, asked, given] of of) {
      const [own] = listed(given, asked);
      const others = of.filter(([name, , list]) => name !== check && registerOf(list) === registerOf(given));
      const formerlyAsked = [...others.map(([, word]) => ({ ...own!, asked: word })), { ...own!, register: "devices" }];
      expect(judged(check, given, { formerlyAsked }).outcome, check).toBe("pass");
    }
  });
});

describe("people.screened-before-access", () => {
  const judged = (given: Given, more: Partial<RegisterInputs> = {}) =>
    registerChecks["people.screened-before-access"]!.judge(inputs(given, more)).outcome;
  const other = [undefined, null, -1, "0".repeat(64), [], ["id 2"], ["id 1", "id 1"], {}, { sha256: "0".repeat(64) }];

  test("passes nothing where anything that it reads is gone or altered", () => {
    const passing = new Set<string>();
    for (const name of Object.keys(screened()))
      for (const value of other)
        if (judged({}, { screenings: { ...screened(), [name]: value } }) === "pass") passing.add(name);
    for (const name of Object.keys(screening.fields))
      for (const value of other)
        if (judged({ [SCREENING_PAGES]: [row(1, { ...screening.fields, [name]: value } as never)] }) === "pass")
          passing.add(name);
    for (const change of [{ id: "id 2" }, { state: "waiting" }, { state: "ended" }] as const)
      if (judged({ [SCREENING_PAGES]: [{ ...screening, ...change }] }) === "pass") passing.add(Object.keys(change)[0]!);
    // What a screening says is a hash, of which nothing is read, and no other days were said of anybody here.
    expect([...passing]).toEqual(["formerStarts", "kind"]);
    for (const screenings of [undefined, null, [], "cleared"]) expect(judged({}, { screenings })).toBe("unknown");
    for (const formerStarts of ["", [dan.id], [{ people: [dan.id] }], [{ people: [dan.id], days: ["soon"] }]])
      expect(judged({}, { screenings: { ...screened(), formerStarts } })).toBe("unknown");
    const long = { people: but(dan, { startsAt: `${OLD}T00:00:00.000Z` }) };
    const systems = [oktaSystem([{ createdOn: "2020-01-01" }], { "1": dan.id })];
    expect(judged(long, { systems, screenings: screened() })).toBe("unknown");
  });

  test("asks as many screenings as people, and each of them once", () => {
    const eve = row(2, { startsAt: "2026-01-01T00:00:00.000Z" });
    const systems = [oktaSystem([{}, { id: "2", login: "eve@acme.test" }], { "1": dan.id, "2": eve.id })];
    const asked = [dan, eve].map(({ id: personId }) => ({ personId, day: "2026-01-05" }));
    const rows = [screening, row(2, screening.fields as never)];
    const given = { people: [dan, eve], [SCREENING_PAGES]: rows };
    expect(judged(given, { systems, screenings: screened(asked) })).toBe("pass");
    for (const cleared of [["id 1"], ["id 1", "id 1"], ["id 1", "id 3"], ["id 1", "id 2", "id 2"]])
      expect(judged(given, { systems, screenings: { ...screened(asked), cleared } }), cleared.join()).toBe("unknown");
    // Who is asked is named by one hash: with somebody else in their place nothing passes.
    expect(judged(given, { systems, screenings: screened([asked[0]!, { personId: "zoe", day: "2026-01-05" }]) })).toBe(
      "unknown",
    );
  });
});

test("a pass ends with the first of its inputs", () => {
  const until = (given: Given, check = "oversight.owner-named") => registerChecks[check]!.judge(inputs(given)).until;
  expect(until({})).toEqual(inDays(50));
  expect(until({ people: confirmed([dan], 20) })).toEqual(inDays(20));
  const leaving = row(1, { startsAt: "2026-01-01T00:00:00.000Z", endsAt: inDays(9).toISOString() }, { account: true });
  expect(until({ people: [leaving] })).toEqual(inDays(9));
  const read = until({}, "people.screened-before-access")!;
  expect(read).toEqual(new Date("2026-12-24T11:00:00.000Z"));
  expect(until({ [SCREENING_PAGES]: confirmed([screening], 20) }, "people.screened-before-access")).toEqual(inDays(20));
});

describe.each(Object.keys(registerChecks))("%s", (check) => {
  test("passes nothing where a register that it passes by is unconfirmed, stale or empty", () => {
    const passesWith = (given: Given) =>
      registerChecks[check]!.judge(inputs({ ...own[check], ...given })).outcome === "pass";
    expect(passesWith({})).toBe(true);
    const asked = registerChecks[check]!.asks;
    for (const key of asked) {
      const rows = usualOf(check)[key] as readonly SnapshotRow[];
      for (const register of [unconfirmed(rows), unconfirmed([]), ended(rows)])
        expect(passesWith({ [key]: register })).toBe(false);
    }
  });

  test("passes nothing where a register that it reads is unconfirmed", () => {
    // Who reviewed a report is stated, and people are read as policies read them.
    const free = ["vendors.reviewed-within-year", "continuity.plan-within-year"].includes(check) ? ["people"] : [];
    const all = inputs(own[check] ?? {});
    const read = new Set<string>();
    registerChecks[check]!.judge({ ...all, register: (key) => (read.add(key), all.register(key)) });
    const keys = registers.flatMap(({ key }) => (read.has(key) ? [key] : []));
    const passing = keys.filter((key) => {
      const register = unconfirmed((usualOf(check)[key] ?? []) as readonly SnapshotRow[]);
      return registerChecks[check]!.judge(inputs({ ...own[check], [key]: register })).outcome === "pass";
    });
    expect(passing).toEqual(free);
  });

  test("is never greener with less known", () => {
    const all = usualOf(check);
    const keys = Object.keys(all);
    fc.assert(
      fc.property(
        fc.subarray(keys),
        fc.subarray(keys),
        fc.constantFrom<Partial<RegisterInputs>>({}, { systems: [] }, { scope: null }, { systems: [stranger] }),
        (stale, empty, more) => {
          const given = Object.fromEntries([
            ...empty.map((key) => [key, unconfirmed([])] as const),
            ...stale.map((key) => [key, ended(all[key] as readonly SnapshotRow[])] as const),
          ]);
          const worse = registerChecks[check]!.judge(inputs({ ...own[check], ...given }, more)).outcome;
          const isLess = registerChecks[check]!.asks.some((key) => key in given);
          expect(isLess && worse === "pass").toBe(false);
        },
      ),
    );
  });
});

/** What may be otherwise without a check failing, each with why. */
const FREE: Record<string, string> = {
  "monitoring.alerts-handled alerts.raisedAt earlier": "an alert of before the last 30 days is not asked",
  "monitoring.alerts-handled alerts.reason otherwise": "what the reason is, is for its reviewer to judge",
  "incident.plan-within-year people.kind otherwise": "an employee or a contractor may respond",
  "continuity.plan-within-year people.kind otherwise": "people are read as policies read them",
  "incident.plan-within-year contacts.phone otherwise": "another number is a number",
  "incident.records-complete incidents.kind missing": "anything but an exercise and a mistake is an incident",
  "incident.records-complete incidents.kind otherwise": "anything but an exercise and a mistake is an incident",
  "incident.records-complete incidents.discoveredAt earlier": "it may have been found at any time before it was closed",
  "incident.records-complete incidents.closedAt missing": "an incident of 50 days ago may still be open",
  "incident.records-complete incidents.timeline otherwise": "what it says is for its reviewer to judge",
  "incident.records-complete incidents.cause otherwise": "what it says is for its reviewer to judge",
  "incident.records-complete incidents.lessons otherwise": "what it says is for its reviewer to judge",
  "incident.notice-decided incidents.kind missing": "anything but an exercise and a mistake is an incident",
  "incident.notice-decided incidents.kind otherwise": "anything but an exercise and a mistake is an incident",
  "requests.on-time privacy-requests.closedOn missing": "it was extended, and is not due yet",
  "confidentiality.matter-access client-matters.restricted": "of the one that is closed it is not asked",
  "confidentiality.matter-access client-matters.closedOn": "the one that has it is for everyone in the firm",
  "retention.closed-matters client-matters.closedOn missing": "a matter that is open is not past its retention",
  "retention.closed-matters client-matters.closedOn earlier": "closed earlier, and disposed of all the same",
  "oversight.actions-on-time tests.findings otherwise": "whatever was found, as long as an action follows",
  "oversight.actions-on-time tests.doneOn earlier": "an action that is open may follow from an earlier audit",
  "oversight.actions-on-time tests.doneOn later": "an action that is open may follow from a later audit",
  "oversight.actions-on-time actions.dueOn later": "a later day is a later day",
  "people.screened-before-access screenings.kind otherwise": "any kind but an exception needs its report",
  "people.screened-before-access screenings.kind missing": "any kind but an exception needs its report",
  "people.screened-before-access people.startsAt later": "an account of this year asks by itself",
  "people.screened-before-access screenings.completedOn earlier": "earlier is before, too",
  "vendors.contract-signed contracts.signedOn earlier": "a contract stays signed",
  "vendors.contract-signed contracts.endsOn missing": "it renews itself",
  "vendors.contract-signed contracts.endsOn later": "a later end",
  "retention.device-wipe devices.since missing": "that the wipe came after its use, the day it was retired says",
  "retention.device-wipe devices.since earlier": "a longer use",
  "people.terms-signed people.kind otherwise": "terms are for people of every kind",
  "people.terms-signed policy-acknowledgments.versionId otherwise": "the same text was signed, of whichever version",
  "people.terms-signed policies.title otherwise": "what it is called does not say what it is",
  "people.terms-signed policy-versions.authors otherwise": "who wrote it is asked of approvals",
  "people.terms-signed signed-terms.signedOn earlier": "earlier is in time, too",
  "vendors.reviewed-within-year vendors.name otherwise": "another name is another vendor's",
  "vendors.reviewed-within-year assurances.kind otherwise": "a report of any kind counts",
  "vendors.reviewed-within-year assurances.exceptions otherwise": "what they are is for its reviewer to judge",
  "vendors.reviewed-within-year assurances.reviewerId otherwise": "anybody may review it",
  "oversight.review-within-quarter meetings.decisions otherwise": "whatever was decided",
  "risk.assessed-within-year risks.lowersLikelihood": "it is rated by likelihood and impact",
  "risk.assessed-within-year risks.lowersImpact": "it is rated by likelihood and impact",
  "risk.assessed-within-year risks.raisedLikelihood": "it is rated by likelihood and impact",
  "risk.assessed-within-year risks.raisedImpact": "it is rated by likelihood and impact",
  "risk.treatment-owned risks.lowersLikelihood": "it is higher without, and treated all the same",
  "risk.treatment-owned risks.lowersImpact": "it is higher without, and treated all the same",
  "risk.treatment-owned risks.raisedLikelihood": "it may be raised, and is treated all the same",
  "risk.treatment-owned risks.raisedImpact": "it may be raised, and is treated all the same",
  "risk.treatment-owned risks.dueOn later": "a later day is a later day",
  "risk.treatment-owned approvals.expiresOn later": "a later end",
  "risk.acceptance-signed approvals.expiresOn later": "a later end",
  "risk.acceptance-signed risks.lowersImpact": "XC-22 does not pass, and lowers nothing",
  "risk.acceptance-signed risks.raisedLikelihood missing": "nobody raised it",
  "risk.acceptance-signed risks.raisedImpact missing": "nobody raised it",
  "oversight.audit-within-year tests.findings otherwise": "whatever was found",
  "vulns.pentest-within-year tests.firm otherwise": "any firm from outside",
  "incident.exercised-within-year tests.findings otherwise": "whatever was found, as long as an action follows",
};
for (const plan of ["incident.plan-within-year", "continuity.plan-within-year"])
  for (const register of ["policies", "policy-versions", "policy-approvals"])
    FREE[`${plan} ${register}`] = "what policies say is swept where they are judged";
/** What a confirmation is not about, though a check reads it: each with who looks after it. */
const NOT_CONFIRMED: Readonly<Record<string, string>> = {
  actions: "actions change every day, and speak against their check alone",
  approvals: "no approval counts that another person did not give since it was changed",
  assurances: "no report counts that another person did not approve since it was changed",
  contracts: "no contract counts that another person did not approve since it was changed",
  disposals: "no disposal counts that another person did not approve since it was changed",
  "tests.report": "a test passes only what another person approved since it was changed",
  "tests.by": "a test passes only what another person approved since it was changed",
  "tests.testerIds": "a test passes only what another person approved since it was changed",
  "tests.firm": "a test passes only what another person approved since it was changed",
  "tests.findings": "a test passes only what another person approved since it was changed",
  "tests.controls": "a test passes only what another person approved since it was changed",
  "tests.participantIds": "a test passes only what another person approved since it was changed",
  "tests.actionIds": "a test passes only what another person approved since it was changed",
  "tests.retest": "a test passes only what another person approved since it was changed",
  "tests.retestedOn": "a test passes only what another person approved since it was changed",
  "tests.closed": "a test passes only what another person approved since it was changed",
  meetings: "no minutes count that another person did not approve since they were changed",
  "signed-terms": "no paper counts that another person did not approve since it was changed",
  alerts: "no alert counts that another person did not approve since it was changed",
  incidents: "none that is closed or due counts that another person did not approve since it was changed",
  "privacy-requests": "no request counts that another person did not approve since it was changed",
  "client-matters": "no matter counts that another person did not approve since it was changed",
  "legal-holds": "no hold counts that another person did not approve since it was changed",
  "vendors.reviewed-within-year vendors.name": "by its name a vendor is known again that was ended and added anew",
  "contacts.phone": "how somebody is reached is judged as it stands",
  "contacts.email": "how somebody is reached is judged as it stands",
  "roles.holderId": "who holds a duty is judged as it stands",
  "risks.ownerId": "who treats a risk is judged as it stands",
  "risks.dueOn": "until when it is treated is judged as it stands",
  "data.ownerId": "who owns data is judged as it stands",
  "data.diagram": "no diagram counts that another person did not approve since it was changed",
  "data.diagramDatedOn": "no diagram counts that another person did not approve since it was changed",
  "sites.plan": "no plan counts that another person did not approve since it was changed",
  "sites.planDatedOn": "no plan counts that another person did not approve since it was changed",
};
const startsEarlier = (leaf: string) => leaf.endsWith("people.startsAt earlier");

describe.each(Object.keys(registerChecks))("what %s reads", (check) => {
  const all = usualOf(check);
  const rowsOf = (register: string) => all[register] as readonly SnapshotRow[];
  const decide = (given: Given) => registerChecks[check]!.judge(inputs({ ...all, ...given })).outcome;
  /** The same with one record changed, beside the others. */
  const decideBut = (
    register: string,
    at: number,
    ...changed: readonly [Parameters<typeof but>[1], Parameters<typeof but>[2]?]
  ) => decide({ [register]: rowsOf(register).flatMap((own, index) => (index === at ? but(own, ...changed) : [own])) });
  const read = new Map<string, { register: string; field: string }>();
  const watched = Object.fromEntries(
    Object.entries(all).map(([register, rows]) => [
      register,
      (rows as readonly SnapshotRow[]).map((own) => ({
        ...own,
        fields: new Proxy(own.fields, {
          get: (fields, field: string) => {
            if (field in fields) read.set(`${register}.${field}`, { register, field });
            return fields[field];
          },
        }),
      })),
    ]),
  );
  registerChecks[check]!.judge(inputs(watched));
  const otherwise = (value: SnapshotRow["fields"][string]): readonly (readonly [string, FieldValue | undefined])[] => [
    ["missing", undefined],
    ["otherwise", Array.isArray(value) ? ["unlisted"] : "unlisted"],
    ...(typeof value === "string" && /^\d{4}-/.test(value)
      ? ([
          ["earlier", "2001-01-01"],
          ["later", "2099-01-01"],
        ] as const)
      : []),
  ];

  test("passes no record without it, or with something else in its place", () => {
    expect(read.size).toBeGreaterThan(0);
    const passing: string[] = [];
    for (const [leaf, { register, field }] of read) {
      for (const [at, { fields }] of rowsOf(register).entries())
        for (const [how, value] of field in fields ? otherwise(fields[field]!) : []) {
          const name = `${check} ${leaf}`;
          const isFree = FREE[`${check} ${register}`] ?? FREE[name] ?? FREE[`${name} ${how}`];
          if (isFree ?? startsEarlier(`${name} ${how}`)) continue;
          // Of a first day the earliest that was ever said counts: here it was never another.
          const said = name.endsWith(" people.startsAt") && typeof value === "string" ? { firstStart: value } : {};
          if (decideBut(register, at, { [field]: value }, said) === "pass") passing.push(`${name} ${how}`);
        }
    }
    expect(passing).toEqual([]);
  });

  test("is what a confirmation of its register is about, or somebody else looks after it", () => {
    const free = [...read.values()].flatMap(({ register, field }) => {
      const declared = registers.find(({ key }) => key === register);
      // Of what is kept beside the registers the ledger has a hash of each.
      const isAbout = declared === undefined || confirmedFields(declared).includes(field);
      const isExcused = NOT_CONFIRMED[register] !== undefined || NOT_CONFIRMED[`${register}.${field}`] !== undefined;
      return isAbout || isExcused ? [] : [`${register}.${field}`];
    });
    // Say in `confirms` of the register what a confirmation is about.
    expect(free).toEqual([]);
  });

  test("passes no filed record that nobody else approved, or whose exhibit was withdrawn", () => {
    for (const register of new Set([...read.values()].map((leaf) => leaf.register))) {
      for (const [at, { fields, approval }] of rowsOf(register).entries()) {
        const exhibits = Object.values(fields)
          .flat()
          .filter((value) => typeof value === "string" && value.startsWith("EX-")) as string[];
        if (approval === null || exhibits.length === 0 || FREE[`${check} ${register}`]) continue;
        for (const more of [{ approval: null }, { approval: { ...approval, another: false } }, { withdrawn: exhibits }])
          expect(decideBut(register, at, {}, more), `${register} ${JSON.stringify(more)}`).not.toBe("pass");
      }
    }
  });
});

/** Every field that somebody may type, filled with what they would like to be true; nothing filed, approved or collected. `at`: which choice. */
const wishesBy = (at: number) =>
  registers.map(({ key, fields }) => ({
    register: key,
    rows: [
      row(
        1,
        Object.fromEntries(
          Object.entries(fields)
            .filter(([, { origin }]) => origin === "stated")
            .map(([name, field]): [string, FieldValue] => {
              const choices = Object.keys(field.choices ?? { a: 1 });
              const choice = choices[Math.min(at, choices.length - 1)]!;
              const text: Record<string, FieldValue> = {
                person: dan.id,
                choice,
                date: field.past ? dayIn(-5) : dayIn(5),
                instant: name === "endsAt" ? inDays(300).toISOString() : "2026-01-01T00:00:00.000Z",
                list: [field.of === "choice" ? choice : dan.id],
                number: field.least ?? 1,
                scale: 1,
                record: dan.id,
                system: "okta",
              };
              return [name, text[field.type] ?? "yes"];
            }),
        ),
        { account: true, confirmed: { version: 1, changed: [] } },
      ),
    ],
  }));
const wishes = wishesBy(0);
const snapshot = {
  format: SNAPSHOT_FORMAT,
  takenAt: now.toISOString(),
  registers: registers.map(({ key }) => ({
    key,
    count: 1,
    confirmation: {
      at: now.toISOString(),
      until: inDays(92).toISOString(),
      count: 1,
      digest: digestOfConfirmed([{ id: "id 1", version: 1 }]),
    },
    pages: ["0".repeat(64)],
  })),
  collections: [],
  programs: [],
  samePeople: [],
  formerlyAsked: [],
  failingControls: [],
  failedLast: [],
  failedParts: [],
};

test("wishes in every stated field pass only the checks that ask for a declaration", () => {
  const most = Math.max(
    ...registers.flatMap(({ fields }) => Object.values(fields).map(({ choices = {} }) => Object.keys(choices).length)),
  );
  const passing = new Set<string>();
  const sealed = new Set<string>();
  for (let at = 0; at < most; at += 1) {
    const pages = wishesBy(at);
    const input = { snapshot, pages, collections: [] };
    const { parts } = judgeRegisters({ kind: "registers", instant: now.toISOString(), input });
    // What is printed from registers is on file only once another person accepted it.
    for (const { check, aspect, outcome } of parts)
      if (outcome === "pass" && aspect !== DOCUMENT_ASPECT) sealed.add(check);
    // Screenings are sealed by what another person approved, and of a wish nobody did.
    const given = {
      ...Object.fromEntries(pages.map(({ register, rows }) => [register, rows])),
      [SCREENING_PAGES]: [],
    };
    for (const [check, { judge: decide }] of Object.entries(registerChecks))
      if (decide(inputs(given, { failingControls: [] })).outcome === "pass") passing.add(check);
  }
  const declared = [
    "oversight.owner-named",
    // A vendor's rating, which data it handles, and whether an office holds anything are the company's to declare.
    "vendors.reviewed-within-year",
    "vendors.contract-signed",
    "physical.offices-declared",
    // That no device was retired is said by confirming a list of which none ended.
    "retention.device-wipe",
    // That no risk is accepted is said by confirming a list of which none is.
    "risk.acceptance-signed",
  ];
  expect(sealed).toEqual(new Set(declared));
  // Ratings are their owner's declaration; of which systems there are, a snapshot says more than anybody typed.
  expect(passing).toEqual(new Set([...declared, "risk.assessed-within-year"]));
});

test("the table of what decides checks counts those that registers can pass by themselves", () => {
  const byThemselves = Object.keys(registerChecks);
  const passing = [systemChecks, scopeChecks, policyChecks, trainingChecks].flatMap((checks) => Object.keys(checks));
  const decided = [...checksOfRegisters, ...Object.keys(onlyFailedByRegisters)];
  expect(new Set(decided)).toEqual(new Set(["training.developers", ...byThemselves, ...passing]));
  // Of what is kept beside the registers no declaration speaks.
  const keys = new Set(registers.map(({ key }) => key));
  const ofRegisters = Object.keys(systemChecks).filter((check) =>
    systemChecks[check]!.asks.every((key) => keys.has(key)),
  );
  const all = [...Object.keys(registerChecks), ...Object.keys(scopeChecks), ...ofRegisters];
  expect(new Set(registers.flatMap(({ checks }) => checks))).toEqual(new Set(all));
  for (const [check, { aspect }] of Object.entries(systemChecks)) expect(isPart(`${check}/${aspect}`)).toBe(true);
});

describe("a question about registers", () => {
  const ask = (changed: Record<string, unknown> = {}, pages: unknown = wishes) =>
    JSON.parse(
      judge(
        JSON.stringify({
          kind: "registers",
          instant: now.toISOString(),
          input: { snapshot: { ...snapshot, ...changed }, pages, collections: [] },
        }),
      ),
    ) as PartsAnswer | { kind: "none"; reason: string };

  test("is answered for whole days, and refused where anything in it is missing or unknown", () => {
    const answer = ask();
    expect("parts" in answer && answer.parts.filter(({ aspect }) => aspect !== DOCUMENT_ASPECT)).toContainEqual(
      expect.objectContaining({ check: "oversight.owner-named", aspect: "register", outcome: "pass" }),
    );
    for (const [changed, pages] of [
      [{ format: "exhibit-registers/2" }, wishes],
      [{ failingControls: undefined }, wishes],
      [{ registers: [{ key: "people" }] }, wishes],
      [{}, [{ register: "people", rows: [{ id: "1" }] }]],
      [{}, [{ register: "people", rows: [{ ...dan, state: "lost" }] }]],
      [{}, [{ register: "people", rows: [{ ...dan, fields: { name: { sha256: "x" } } }] }]],
      [{}, [{ register: "people", rows: [dan, dan] }]],
      [{}, "none"],
    ] as const)
      expect(ask(changed, pages)).toMatchObject({ kind: "none" });
  });

  test("is refused where pages are fewer, other or hold fewer records than the snapshot says", () => {
    const [first, ...others] = wishes;
    const second = { ...first!, rows: first!.rows.map((own) => ({ ...own, id: "second" })) };
    const ended = { ...first!, rows: first!.rows.map((own) => ({ ...own, state: "ended" as const })) };
    const twoPages = snapshot.registers.map((register, at) =>
      at === 0 ? { ...register, pages: ["0".repeat(64), "1".repeat(64)] } : register,
    );
    for (const [changed, pages] of [
      [{}, others],
      [{}, [...wishes, second]],
      [{}, [ended, ...others]],
      [{}, [{ ...first!, register: "unnamed" }, ...others]],
      [{ registers: twoPages }, wishes],
      [{ registers: twoPages }, [...wishes, first]],
      [{ registers: twoPages.map((own) => ({ ...own, count: own.pages.length })) }, [...wishes, first]],
      [{ registers: snapshot.registers.slice(1) }, wishes],
    ] as const)
      expect(ask(changed, pages)).toEqual({ kind: "none", reason: expect.stringContaining("input.pages") as string });
  });

  test("about registers that nobody uses is answered with nothing", () => {
    const unused = snapshot.registers.map((register) => ({ ...register, count: 0, confirmation: null, pages: [] }));
    expect(ask({ registers: unused }, [])).toEqual({ kind: "parts", parts: [] });
  });
});

/** Stated fields that a check asks for by its own sentence: what somebody says there may be what passes it. */
const DECLARES: Readonly<Record<string, string>> = {
  "oversight.actions-on-time actions.dueOn": "an owner says until when they do it",
  "incident.records-complete incidents.kind": "that it was an exercise or a mistake, once another person approved it",
  "incident.notice-decided incidents.kind": "that it was an exercise or a mistake, once another person approved it",
  "incident.notice-decided incidents.data": "which data it touched, once another person approved it",
  "incident.notice-decided incidents.discoveredAt": "when it was discovered; a change asks for another confirmation",
  "incident.exercised-within-year tests.actionIds": "which action answers a finding",
  "incident.exercised-within-year tests.participantIds": "who took part",
  "oversight.audit-within-year people.endsAt": "until when somebody worked here; it only takes away",
  "incident.exercised-within-year people.endsAt": "until when somebody worked here; it only takes away",
  "oversight.review-within-quarter meetings.heldOn": "when they met, in minutes that another person approved",
  "oversight.review-within-quarter meetings.kind": "what the meeting was, in such minutes",
  "backup.restore-tested systems.criticality": "which systems are critical; where none is, it is unknown",
  "backup.restore-tested systems.rpoHours": "how much may be lost",
  "backup.restore-tested systems.rtoHours": "how long a restore may take",
  "risk.assessed-within-year data.class": "which data there is; a change asks for another confirmation",
  "risk.assessed-within-year risks.data": "which data a risk is about",
  "risk.assessed-within-year risks.impact": "a rating is its owner's",
  "risk.assessed-within-year risks.ratedOn": "when it was rated",
  "risk.treatment-owned approvals.expiresOn": "until when an appetite holds, once another person approved it",
  "risk.treatment-owned approvals.score": "the appetite, once another person approved it",
  "risk.treatment-owned risks.impact": "a rating is its owner's",
  "risk.treatment-owned risks.likelihood": "a rating is its owner's",
  "risk.treatment-owned risks.treatment": "how a risk is treated",
  "risk.acceptance-signed approvals.expiresOn": "until when it is accepted, once another person approved it",
  "risk.acceptance-signed approvals.riskId": "which risk is accepted, once another person approved it",
  "risk.acceptance-signed approvals.score": "up to which score, once another person approved it",
  "risk.acceptance-signed risks.likelihood": "a rating is its owner's",
  "risk.acceptance-signed risks.treatment": "whether it is treated or accepted",
  "people.screened-before-access people.startsAt": "unknown without it; a day that is said only asks for more",
  "people.terms-signed people.startsAt": "who works here; without a day it is unknown",
  "physical.hosting-assured vendors.hosting": "which vendors host; where none is said to, it is unknown",
  "physical.offices-declared sites.holds": "what an office holds",
  "retention.device-wipe devices.retiredOn": "when a device was retired",
  "vendors.contract-signed vendors.data": "which data a vendor handles",
  "vendors.reviewed-within-year vendors.rating": "how much a vendor matters",
  "vendors.reviewed-within-year vendors.site": "which vendor it is; one at another address is another",
};

describe.each(Object.keys(registerChecks))("what is stated for %s", (check) => {
  const { judge: decide } = registerChecks[check]!;
  type Fixture = readonly [given: Given, more?: Partial<RegisterInputs>];
  type Decide = (...fixture: Fixture) => string;
  const inputsOf = (given: Given, more?: Partial<RegisterInputs>) => inputs({ ...own[check], ...given }, more);
  const real: Decide = (given, more) => decide(inputsOf(given, more)).outcome;
  const read = new Set<string>();
  const all = inputsOf({});
  decide({ ...all, register: (key) => (read.add(key), all.register(key)) });
  const wishes = wishesOf({ now, ids: [dan.id, "okta", "XC-08"], texts: ["None", "dan@acme.test"] }).filter((wish) =>
    read.has(wish.register),
  );
  const held = (given: Given, key: string): ReadRegister => inputsOf(given).register(key);
  const wishing = (given: Given, wish: Wish): Given => {
    const register = held(given, wish.register);
    return { ...given, [wish.register]: { ...register, rows: wished(register.rows, wish) } };
  };
  const fixtures: readonly Fixture[] = [
    // One thing less that is not stated, and what nobody confirmed.
    ...[...read].flatMap((key) => {
      const { rows } = held({}, key);
      const less = rows.flatMap((row, at) => withoutProof(key, row).map((without) => rows.with(at, without)));
      return [...less.map((changed): Fixture => [{ [key]: changed }]), [{ [key]: unconfirmed(rows) }] as const];
    }),
    ...cases.flatMap(([of, , given, more]): readonly Fixture[] => (of === check ? [[given, more]] : [])),
  ];
  /** The stated fields by which something passes that did not. */
  const moves = (judged: Decide, of: readonly Wish[] = wishes) =>
    fixtures
      .filter((fixture) => judged(...fixture) !== "pass")
      .flatMap(([given, more]) => of.filter((wish) => judged(wishing(given, wish), more) === "pass"))
      .map(({ register, field }) => `${check} ${register}.${field}`);

  test("passes nothing that did not pass, but for what the check asks somebody to declare", () => {
    expect(fixtures.some((fixture) => real(...fixture) !== "pass")).toBe(true);
    const declared = Object.keys(DECLARES).filter((name) => name.startsWith(`${check} `));
    expect([...new Set(moves(real))].toSorted()).toEqual(declared.toSorted());
  });

  test("would not do so unnoticed: a predicate that asks one more stated field is caught", () => {
    const isNew = (wish: Wish) => held({}, wish.register).rows.length > 0 && !says(held({}, wish.register).rows, wish);
    const probes = wishes.filter(isNew);
    expect(probes.length > 0).toBe(wishes.length > 0);
    for (const wish of probes) {
      const mutant: Decide = (given, more) =>
        says(held(given, wish.register).rows, wish) ? "pass" : real(given, more);
      expect(moves(mutant, [wish])).toContain(`${check} ${wish.register}.${wish.field}`);
    }
  });
});
