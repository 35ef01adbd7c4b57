import type pg from "pg";
import { dayOf } from "#domain/calendar-day.ts";
import { usualPeriod } from "#domain/documents/document-state.ts";
import { findDocument } from "#catalog/index.ts";
import { PRIYA } from "./sample-people.ts";
import { sampleItems } from "./sample-items.ts";
import type { SampleItem } from "./sample-items.ts";

interface SampleDocument {
  /** The item's name, as `sample-items.ts` has it or as an imported report is called. */
  readonly item: string;
  readonly document: string;
  /** Priya files it, and the owner reviews it; otherwise it is the other way round. */
  readonly byPriya?: true;
  /** Left out where nobody reviewed it yet. */
  readonly review?: "accepted" | { readonly returned: string };
  /** Days ago of the review, where that is not the day on which it was filed. */
  readonly reviewedDaysAgo?: number;
}

const accepted = (item: string, ...documents: string[]): SampleDocument[] =>
  documents.map((document) => ({ item, document, review: "accepted" }));

const all: readonly SampleDocument[] = [
  ...accepted(
    "Staff records: screenings, terms and training",
    "training.training-outline",
    "training.completion-report",
  ),
  ...accepted("Assessment report, Strand Audit", "vulns.penetration-test"),
  ...accepted("Assessment report, Strand Audit", "network.firewall-review", "encryption.cipher-review"),
  ...accepted("Hosting assurance, AWS and Google", "physical.hosting-report"),
  ...accepted("Device compliance export", "devices.compliance-export", "retention.destruction-certificates"),
  ...accepted("Backup configuration export", "backup.configuration-export"),
  ...accepted("Logging and alert configuration", "logging.logging-export"),
  ...accepted("Data terms of vendors, signed", "vendors.signed-agreements"),
  ...accepted("MFA enforcement report", "auth.sign-in-policy-export"),
  { item: "Vendor assessment, Docuvault", document: "vendors.assurance-reports", byPriya: true, review: "accepted" },
  // Of a quarter that is long over: it has expired since.
  {
    item: "Access review, last quarter but one",
    document: "review.review-sign-off",
    review: "accepted",
    reviewedDaysAgo: 130,
  },
  {
    item: "Matter list, Docuvault",
    document: "confidentiality.matter-access-list",
    review: { returned: "This is the list of matters. Who is in conflict with whom is missing." },
  },
];

/** What Priya files of a report that is on file already, so that the owner has something to review. */
const ofReport = {
  item: "Assessment report, Strand Audit",
  document: "network.benchmark-results",
  daysAgo: 4,
  time: "09:30",
} as const;

/** Documents that a firm of this size does not have, and why. */
const notApplicable = [
  {
    document: "change.emergency-reviews",
    reason: "There is no emergency path: the branch rules let nobody merge without a review.",
    daysAgo: 54,
    time: "15:00",
  },
] as const;

/** When what was filed on a day is reviewed: after the last item of any day with a document. */
const REVIEWED_AT = "17:50";
const MINUTE_MS = 60_000;

interface FilingDeps {
  /** The administrator's connection to the template. */
  readonly admin: pg.ClientBase;
  /** Does what a request would do, as the owner or as a colleague. */
  readonly act: (name: string, input: Record<string, unknown>, as?: string) => Promise<unknown>;
  readonly turnTo: (now: Date) => Promise<void>;
}

/**
 * The steps of filing and reviewing: `file` files an item as its documents a minute after it was added, and `steps` are the reviews at
 * the end of each day on which something waits, with what is filed or decided at another time than an item is added.
 */
export function sampleDocuments({ admin, act, turnTo }: FilingDeps, companyId: string) {
  const filings = new Map<string, string>();
  const file = async ({ item, document: documentId, byPriya }: SampleDocument): Promise<void> => {
    const { rows } = await admin.query<{ id: string; type: string; collected_at: Date }>(
      "SELECT id, type, collected_at FROM app.evidence WHERE company_id = $1 AND name = $2",
      [companyId, item],
    );
    const { control, document } = findDocument(documentId)!;
    const { id: evidenceId, type, collected_at: collectedAt } = rows[0]!;
    const period = usualPeriod({ type, validForDays: document.validForDays }, dayOf(collectedAt));
    const about = { companyId, controlId: control.id, documentId, evidenceId };
    const filed = await act("documents.file", { ...about, ...period }, byPriya && PRIYA);
    filings.set(documentId, (filed as { filingId: string }).filingId);
  };
  const review = async ({ document, byPriya, review: said }: SampleDocument): Promise<void> => {
    const which = { companyId, filingId: filings.get(document) };
    const reviewer = byPriya ? undefined : PRIYA;
    if (said === "accepted") await act("documents.accept", which, reviewer);
    else await act("documents.return", { ...which, reason: said!.returned }, reviewer);
  };
  const reviewed = all.filter((item) => item.review);
  return {
    file: async ({ name }: SampleItem, at: Date): Promise<void> => {
      const own = all.filter(({ item }) => item === name);
      if (own.length > 0) await turnTo(new Date(at.getTime() + MINUTE_MS));
      for (const item of own) await file(item);
    },
    steps: [
      ...[...Map.groupBy(reviewed, reviewDay)].map(([daysAgo, some]) => ({
        daysAgo,
        time: REVIEWED_AT,
        do: async () => {
          for (const item of some) await review(item);
        },
      })),
      { daysAgo: ofReport.daysAgo, time: ofReport.time, do: () => file({ ...ofReport, byPriya: true }) },
      ...notApplicable.map(({ document: documentId, reason, daysAgo, time }) => ({
        daysAgo,
        time,
        do: async () => {
          const { id: controlId } = findDocument(documentId)!.control;
          await act("documents.declareNotApplicable", { companyId, controlId, documentId, reason });
        },
      })),
    ],
  };
}

const reviewDay = ({ item, reviewedDaysAgo }: SampleDocument): number =>
  reviewedDaysAgo ?? sampleItems.find(({ name }) => name === item)!.daysAgo;
