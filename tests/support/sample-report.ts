import { createHash } from "node:crypto";
import { controls as library, getFramework } from "#catalog/index.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import type { BundlePlan } from "#server/bundle/bundle-plan.ts";
import { BundledItems } from "#server/bundle/bundled-items.ts";
import type { BundledItem } from "#server/bundle/bundled-items.ts";
import type { Collected } from "#server/bundle/collect.ts";
import type { RecordedActs } from "#server/bundle/recorded-acts.ts";
import type { WithdrawnItem } from "#server/bundle/withdrawn-items.ts";

const at = new Date("2026-11-21T06:00:00.000Z");
const hash = (text: string) => createHash("sha256").update(text).digest();

interface Sample {
  readonly items?: number;
  readonly companyName?: string;
  readonly itemName?: string;
  readonly days?: BundlePlan["days"];
  readonly losses?: BundlePlan["losses"];
  /** False for a company where nobody decided anything by hand. */
  readonly decided?: boolean;
}

/** What a report is made of, without a database: a firm with so many items under 22 controls in every state. */
export function sampleReport({
  items = 47,
  companyName = "Calder & Finch LLP",
  itemName,
  days = {},
  losses = [],
  decided = true,
}: Sample = {}): {
  readonly plan: BundlePlan;
  readonly collected: Omit<Collected, "facts" | "states">;
  readonly withdrawn: readonly WithdrawnItem[];
} {
  const all = Array.from({ length: items }, (_, index) => itemOf(index, itemName));
  const statuses = ["passing", "passing", "failing", "passing", "needs evidence", "passing", "not applicable"] as const;
  const controls: Collected["controls"] = library.map((control, index) => {
    const own = all.filter((item) => item.controls.includes(control.id)).map(({ exhibit }) => exhibit);
    const status = own.length === 0 ? "needs evidence" : statuses[index % statuses.length]!;
    const seen = status === "failing" || (status === "passing" && own.length > 0 && index % 3 === 0);
    return {
      id: control.id,
      title: control.title,
      domain: control.domain,
      status,
      reason: reasons[status],
      progress: {
        decided: status === "passing" ? 2 + control.expectedEvidence.length : 1,
        asked: 2 + control.expectedEvidence.length,
      },
      basis: { machine: 2, register: 0, person: 0, documents: control.expectedEvidence.length, notApplicable: 0 },
      evidenceCount: own.length,
      latestExhibit: own.at(-1) ?? null,
      lastTestedAt: null,
      requirements: Object.fromEntries(Object.entries(control.requirements).map(([key, ids]) => [key, [...ids]])),
      statement: control.statement,
      checks: seen
        ? control.checks.slice(0, 2).map((check) => ({
            id: check.id,
            title: check.title,
            source: "okta",
            outcome: status === "failing" ? ("fail" as const) : ("pass" as const),
            parts: { decided: 1, asked: 1 },
            reason: "2 of 27 accounts sign in without a second factor: svc-print and d.reyes.",
            observedAt: "2026-11-20T02:00:00.000Z",
            exhibit: own.at(-1)!,
          }))
        : [],
      documents: control.expectedEvidence.map(({ id, title, type }, place) => ({
        id,
        title,
        type,
        state: status === "passing" ? ("on file" as const) : place === 0 ? ("waiting" as const) : ("missing" as const),
        by: status === "passing" ? ("filed" as const) : null,
        note: "",
        exhibit: status === "passing" || place === 0 ? (own.at(-1) ?? null) : null,
        until: status === "passing" ? "2027-11-22T00:00:00.000Z" : null,
      })),
      missing: status === "needs evidence" ? ["A policy is not on file.", "The review is waiting for a review."] : [],
      exhibits: own,
      limits: control.limits.map((limit) => ({ ...limit })),
    };
  });
  const project = {
    id: "0190c0de-0000-4000-8000-000000000001",
    name: "SOC 2 readiness",
    framework: "soc2",
    created_at: at,
    started_at: at,
    archived_at: null,
    archived_controls: null,
    window_from: null,
    window_to: null,
  };
  return {
    plan: {
      companyId: "0190c0de-0000-4000-8000-000000000000",
      companyName,
      id: "0190c0de-0000-4000-8000-000000000002",
      number: "CR-0190c0de",
      project,
      days,
      issuedAt: at,
      losses,
      head: { size: 1204, root: hash("root"), note: "", origin: "exhibit.test/log/0190c0de", key: "" },
    },
    collected: {
      controls,
      items: packed(all),
      project: {
        id: project.id,
        name: project.name,
        framework: "soc2",
        frameworkName: getFramework("soc2").name,
        status: "In Progress",
        controls: 22,
        controlsPassed: 15,
        percent: 68,
        createdAt: at.toISOString(),
        startedAt: at.toISOString(),
        archivedAt: null,
        window: null,
        next: null,
        alreadyCovered: 0,
      },
      acts: decided ? acts : { ...acts, accepted: [], tests: [], notApplicable: [], outOfScope: [] },
    },
    withdrawn: decided ? [withdrawnItem] : [],
  };
}

const signed = { by: "Maya Okafor", at, until: "2027-01-15" };

/** One of everything that people decide. */
const acts: RecordedActs = {
  accepted: [
    {
      check: "Access keys are rotated",
      reason: "The key goes away when backups move to a role.",
      treatment: "Planned for the first week of January.",
      ...signed,
    },
  ],
  tests: [
    {
      check: "MFA is enforced for everyone",
      part: "everyone has a second factor",
      conclusion: "A person tested 12 of 12 and found no exception.",
      source: "The list of accounts in Clio",
      exhibits: ["EX-000004"],
      ...signed,
    },
  ],
  notApplicable: [
    {
      what: "Physical security",
      kind: "Control",
      reason: "The firm has no premises of its own.",
      ...signed,
      until: null,
    },
    { what: "Kubernetes cluster", kind: "System kind", reason: "Everything runs on servers.", ...signed },
  ],
  outOfScope: [{ system: "Sandbox", kinds: "Cloud account", reason: "It holds no data of clients.", ...signed }],
  reviews: new Map([["policies.policy EX-000001", { filedBy: "Maya Okafor", reviewedBy: "Priya Nair", own: false }]]),
};

const withdrawnItem: WithdrawnItem = {
  exhibit: "EX-000900",
  sha256: hash("withdrawn").toString("hex"),
  filedAt: at.toISOString(),
  ledgerIndex: 900,
  entry: "",
  withdrawnAt: at.toISOString(),
  withdrawnBy: "Luis Ortega",
  reason: "It was filed under the wrong firm.",
  withdrawalIndex: 901,
};

const reasons = {
  passing: "Access reviews, EX-000012, is valid until November 20, 2027.",
  failing: "2 of 27 accounts sign in without a second factor: svc-print and d.reyes.",
  "needs evidence": "No evidence filed yet.",
  "not applicable": "The firm has no premises of its own.",
};

function itemOf(index: number, name = `Quarterly review ${index + 1}, Okta`): BundledItem {
  const controls = [library[index % library.length]!.id, library[(index * 7 + 3) % library.length]!.id];
  const id = `0190c0de-0000-4000-8000-${String(index + 100).padStart(12, "0")}`;
  const collected = new Date(at.getTime() - index * 3_600_000);
  const sha256 = hash(`item ${index}`);
  return {
    id,
    exhibit: formatExhibitNumber(index + 1),
    name,
    type: "Report",
    controls: [...new Set(controls)],
    source: "Okta connector",
    collector: "upload",
    collectedAt: collected.toISOString(),
    validUntil: at.toISOString(),
    sha256: sha256.toString("hex"),
    size: 1000 + index,
    mediaType: "application/json",
    fileName: "review.json",
    storageLocation: "United States",
    ledgerIndex: index + 5,
    superseded: false,
  };
}

function packed(all: readonly BundledItem[]): BundledItems {
  const items = new BundledItems();
  const stored = all.map((item, index) => ({ item, number: index + 1, blobKey: "", location: "" }));
  if (stored.length > 0) items.keep(stored.toReversed());
  return items;
}
