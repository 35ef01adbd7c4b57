import type pg from "pg";
import { dayOf } from "#domain/calendar-day.ts";
import { usualPeriod } from "#domain/documents/document-state.ts";
import { findDocument } from "#catalog/index.ts";
import { sampleItems } from "./sample-items.ts";
import type { SampleItem } from "./sample-items.ts";

/** Reviews what the owner files; she joined before the first of it. */
const PRIYA = "de300000-0000-4000-8000-000000000003";

interface SampleDocument {
  /** The item's name, as `sample-items.ts` has it. */
  readonly item: string;
  readonly document: string;
  /** Left out where nobody reviewed it yet. */
  readonly review?: "accepted" | { readonly returned: string };
  /** Priya files it, so that the owner has something to review. */
  readonly byPriya?: true;
}

const accepted = (item: string, document: string): SampleDocument => ({ item, document, review: "accepted" });

const all: readonly SampleDocument[] = [
  accepted("Security program charter", "oversight.program-charter"),
  accepted("Risk assessment report", "risk.assessment-report"),
  accepted("Risk register with treatment decisions", "risk.risk-register"),
  accepted("Register of legal and contract duties", "risk.legal-duties"),
  accepted("Access control policy", "accounts.access-control-policy"),
  accepted("Cryptography and key management standard", "encryption.cryptography-standard"),
  accepted("Incident response plan", "incident.response-plan"),
  accepted("Acceptable use and device policy", "devices.device-policy"),
  accepted("Secure development and change policy", "change.change-policy"),
  accepted("Logging and monitoring standard", "logging.logging-standard"),
  accepted("Vendor list with risk ratings", "vendors.vendor-list"),
  accepted("Vendor management policy", "vendors.vendor-policy"),
  accepted("Background check completion records", "people.background-checks"),
  accepted("Security training outline", "training.training-outline"),
  accepted("Security training completion", "training.completion-report"),
  accepted("Data inventory and classification", "inventory.data-inventory"),
  accepted("Network and data-flow diagrams", "inventory.network-diagrams"),
  accepted("Business continuity and recovery plan", "backup.continuity-plan"),
  accepted("Restore test report", "backup.restore-test-report"),
  accepted("Incident exercise report", "incident.exercise-report"),
  accepted("Information handling policy", "confidentiality.handling-policy"),
  accepted("Hardening standard and approved services", "network.hardening-standard"),
  accepted("Firewall rule review", "network.firewall-review"),
  accepted("Approved administrator list", "privilege.administrator-list"),
  accepted("Role and permission matrix", "privilege.role-matrix"),
  accepted("Leadership review minutes", "oversight.leadership-minutes"),
  accepted("Authentication and password standard", "auth.authentication-standard"),
  accepted("Device compliance export", "devices.compliance-export"),
  accepted("Backup configuration export", "backup.configuration-export"),
  accepted("Logging and alert configuration", "logging.logging-export"),
  accepted("Policy acknowledgment log", "policies.acknowledgment-log"),
  accepted("Information security policy v3.2", "policies.security-policy"),
  {
    item: "Signed confidentiality agreements",
    document: "people.signed-confidentiality",
    review: { returned: "The code of conduct is missing. Please add the signed copies." },
  },
  { item: "On-call roster and notice contacts", document: "incident.on-call-roster" },
  { item: "Vendor assessment, Docuvault", document: "vendors.assurance-reports", byPriya: true },
];

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
 * The steps of filing and reviewing: `file` files an item as its document a minute after it was added, and `reviews` are what Priya
 * does at the end of each day on which something waits for her.
 */
export function sampleDocuments({ admin, act, turnTo }: FilingDeps, companyId: string) {
  const filings = new Map<string, string>();
  return {
    file: async ({ name, control, type }: SampleItem, at: Date): Promise<void> => {
      const sample = all.find(({ item }) => item === name);
      if (!sample) return;
      const { validForDays } = findDocument(sample.document)!.document;
      const { rows } = await admin.query<{ id: string }>(
        "SELECT id FROM app.evidence WHERE company_id = $1 AND name = $2",
        [companyId, name],
      );
      await turnTo(new Date(at.getTime() + MINUTE_MS));
      const period = usualPeriod({ type, validForDays }, dayOf(at));
      const about = { companyId, controlId: control, documentId: sample.document, evidenceId: rows[0]!.id };
      const filed = await act("documents.file", { ...about, ...period }, sample.byPriya && PRIYA);
      filings.set(name, (filed as { filingId: string }).filingId);
    },
    reviews: [...new Set(sampleItems.map(({ daysAgo }) => daysAgo))].flatMap((daysAgo) => {
      const names = sampleItems.filter((item) => item.daysAgo === daysAgo).map(({ name }) => name);
      const reviewed = all.filter(({ item, review }) => review && names.includes(item));
      if (reviewed.length === 0) return [];
      const review = async () => {
        for (const { item, review: said } of reviewed) {
          const which = { companyId, filingId: filings.get(item) };
          if (said === "accepted") await act("documents.accept", which, PRIYA);
          else await act("documents.return", { ...which, reason: said!.returned }, PRIYA);
        }
      };
      return [{ daysAgo, time: REVIEWED_AT, review }];
    }),
  };
}
