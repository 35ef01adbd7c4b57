import { createHash } from "node:crypto";
import { recoveryTable } from "#domain/policies/recovery-table.ts";
import type { FieldValue } from "#domain/registers/register.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";

const DAY_MS = 86_400_000;
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** Records of incidents, requests, matters and plans that pass each check that reads them, as of a moment; all about one person. */
export function incidentRecords(now: Date, personId: string) {
  const at = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString();
  const dayIn = (days: number) => at(days).slice(0, 10);
  const row = (
    number: number,
    fields: Readonly<Record<string, FieldValue | { sha256: string }>>,
    more: Partial<SnapshotRow> = {},
  ): SnapshotRow => ({
    id: `id ${number}`,
    number,
    version: 1,
    state: "open",
    fields,
    approval: { at: at(-1), another: true },
    withdrawn: [],
    account: null,
    ...more,
  });
  const hidden = { sha256: "0".repeat(64) };
  const closed = row(
    1,
    {
      title: "Lost laptop",
      kind: "incident",
      severity: "high",
      discoveredAt: at(-50),
      leadId: personId,
      data: ["personal"],
      places: ["eu"],
      timeline: hidden,
      cause: hidden,
      lessons: hidden,
      evidence: ["EX-000010"],
      noticeDecision: "notify",
      noticeDecidedAt: at(-49),
      noticeRecord: "EX-000011",
      closedAt: at(-20),
    },
    { made: { "EX-000011": at(-48.5) } },
  );
  const alert = row(1, {
    title: "Sign-in from abroad",
    raisedAt: at(-5),
    acknowledgedAt: at(-4.9),
    closedAt: at(-4),
    outcome: "false-alarm",
    reason: "On holiday",
    source: "EX-000012",
  });
  const contacts = (["responder", "on-call"] as const).map((duty, index) =>
    row(index + 1, { name: hidden, duty, personId, phone: hidden }, { approval: null }),
  );
  const request = row(1, {
    kind: "access",
    person: hidden,
    law: "gdpr",
    receivedOn: dayIn(-50),
    request: "EX-000013",
    extendedOn: dayIn(-25),
    extension: "EX-000014",
    closedOn: dayIn(-5),
    answer: "EX-000015",
  });
  const listed = { leadId: personId, list: "EX-000016", listedOn: dayIn(-10) };
  const confidential = row(1, {
    ...listed,
    reference: "2026-001",
    restricted: "yes",
    groupIds: [personId],
    accessIds: [personId],
  });
  const past = row(2, { ...listed, reference: "2010-007", restricted: "no", closedOn: "2016-03-01", keptYears: 7 });
  const hold = row(1, { title: "Dispute", matterIds: ["id 3"], startsOn: dayIn(-100), notice: "EX-000017" });
  const system = row(
    1,
    { systemId: "okta", criticality: "critical", rtoHours: 4, rpoHours: 1, ownerId: personId },
    { approval: null },
  );
  const texts = {
    "incident.response-plan": `# Plan

## Roles

The incident lead decides.

## Severity

| Severity | Meaning |
| --- | --- |
| Critical | Now |
| Low | Soon |

## Steps

Keep evidence.

## Notice

| Duty | Within |
| --- | --- |
| GDPR, authority | 72 hours |
| HIPAA, individuals | 60 days |
| California, individuals | 30 days |
`,
    "backup.continuity-plan": `# Plan

::: table recovery
${recoveryTable([{ name: "Okta", fields: system.fields }])}
:::

## Emergency access

Two sealed accounts.
`,
  };
  const plans = Object.entries(texts).map(([documentId, text], index) => {
    const leaf = sha256(text);
    return {
      policy: row(index + 1, { documentId, title: documentId }, { id: documentId, approval: null }),
      version: row(
        index + 1,
        {
          policyId: documentId,
          number: 1,
          state: "in force",
          text,
          sha256: leaf,
          leaf,
          quorum: 1,
          authors: ["olga"],
          inForceAt: at(-100),
        },
        { id: `v ${documentId}`, approval: null },
      ),
      approval: row(
        index + 1,
        { versionId: `v ${documentId}`, sha256: leaf, by: "adam", at: at(-100), alone: false },
        { id: `a ${documentId}`, approval: null },
      ),
    };
  });
  return {
    row,
    records: {
      incidents: [closed],
      alerts: [alert],
      contacts,
      "privacy-requests": [request],
      "client-matters": [confidential, past],
      "legal-holds": [hold],
      systems: [system],
      "system-names": [row(1, { name: "Okta" }, { id: "okta", approval: null })],
      policies: plans.map(({ policy }) => policy),
      "policy-versions": plans.map(({ version }) => version),
      "policy-approvals": plans.map(({ approval }) => approval),
    } satisfies Record<string, readonly SnapshotRow[]>,
    /** What a snapshot says beside its policies. */
    policies: {
      frameworks: ["gdpr", "hipaa", "ccpa"],
      identityProviders: [],
      approvers: [{ id: "olga", since: at(-400) }],
      sameAccounts: [],
      sameBefore: [],
      formerKinds: [],
    },
    at,
    dayIn,
  };
}
