import { endOfDay } from "#domain/calendar-day.ts";
import type { Register } from "#domain/registers/register.ts";
import { everyone, managers } from "./rights.ts";

const YEAR_MS = 365 * 86_400_000;

/** What is allowed although a check would fail it: each with a reason, an approver and an end. */
export const approvals: Register = {
  key: "approvals",
  label: "Approvals",
  singular: "approval",
  summary:
    "Administrators, emergency accounts, exceptions, accepted risks and your risk appetite: what somebody allowed, until a day.",
  group: "Risks",
  prefix: "APV",
  title: "subject",
  fields: {
    subject: {
      type: "text",
      label: "What is approved",
      origin: "stated",
      required: true,
      hint: "The account, repository, bucket, port or rule, as its system names it.",
    },
    kind: {
      type: "choice",
      label: "Kind",
      origin: "stated",
      required: true,
      choices: {
        administrator: "Administrator",
        "shared-account": "Shared account",
        "emergency-account": "Emergency account",
        "key-custodian": "Key custodian",
        "service-account": "Service account",
        "not-production": "Repository outside production",
        "public-resource": "Public resource",
        "outside-collaborator": "Outside collaborator",
        "app-access": "App with full access",
        sharing: "Sharing outside",
        port: "Open port",
        certificate: "Certificate",
        exception: "Exception",
        "risk-appetite": "Risk appetite",
        "risk-acceptance": "Accepted risk",
      },
    },
    systemId: {
      type: "system",
      label: "System",
      origin: "stated",
      requiredFor: { kind: ["service-account", "not-production", "outside-collaborator", "app-access"] },
      hint: "What you approve of a connected system leaves its checks from the next collection on.",
    },
    riskId: {
      type: "record",
      to: "risks",
      label: "Risk",
      origin: "stated",
      requiredFor: { kind: ["risk-acceptance"] },
    },
    score: {
      type: "number",
      label: "Highest score",
      origin: "stated",
      least: 1,
      most: 25,
      requiredFor: { kind: ["risk-appetite", "risk-acceptance"] },
      hint: "From 1 to 25. A risk above your appetite needs a treatment. An accepted risk is accepted up to this score.",
    },
    peopleIds: { type: "list", of: "person", label: "People", origin: "stated" },
    reason: { type: "long text", label: "Reason", origin: "stated", required: true },
    expiresOn: {
      type: "date",
      label: "Expires on",
      origin: "stated",
      required: true,
      hint: "An exception from a check of a connected system ends a year after its approval at the latest.",
    },
  },
  tasks: [
    {
      key: "renew",
      standing: { single: "expires soon or has expired", many: "expire soon or have expired" },
      title: (what) => `Renew or end ${what}`,
      together: (count) => `Renew or end ${count} approvals`,
      detail: "What was approved counts until then",
      of: "approved",
      from: { expiresOn: 0, approved: 365 },
      ahead: 30,
      sameIn: ["kind", "systemId", "riskId", "subject"],
      due: ({ fields, approvedAt }) => {
        const expires = endOfDay(String(fields["expiresOn"]));
        // A leader accepts a risk for a year at most.
        if (fields["kind"] !== "risk-acceptance" || approvedAt === null) return expires;
        const signed = new Date(endOfDay(approvedAt.toISOString().slice(0, 10)).getTime() + YEAR_MS);
        return signed < expires ? signed : expires;
      },
    },
  ],
  due: {
    field: "expiresOn",
    of: ({ expiresOn }) => (typeof expiresOn === "string" ? expiresOn : undefined),
    words: "Expires on",
    over: "Expired on",
  },
  states: { waiting: "Waiting for approval", open: "Approved", ended: "Ended" },
  endReasons: ["No longer needed", "Declined", "Replaced"],
  rights: { read: everyone, write: managers, approve: managers, confirm: managers },
  confirms: [],
  confirmedForDays: 92,
  views: [
    { key: "waiting", label: "Waiting", state: "waiting", sort: "number" },
    { key: "approved", label: "Approved", state: "open", sort: "expiresOn" },
  ],
  columns: ["kind", "systemId", "peopleIds", "expiresOn"],
  csv: ["subject", "kind", "systemId", "riskId", "score", "peopleIds", "reason", "expiresOn"],
  checks: [
    "privilege.admins-listed",
    "change.release-roles",
    "accounts.one-person-each",
    "people.screened-before-access",
    "risk.treatment-owned",
    "risk.acceptance-signed",
  ],
  documents: [
    "privilege.administrator-list",
    "privilege.role-matrix",
    "encryption.key-custodians",
    "risk.assessment-report",
    "risk.risk-register",
  ],
};
