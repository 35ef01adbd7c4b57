import type { FieldValue } from "#domain/registers/register.ts";
import type { ProgramScope, SnapshotRow } from "#domain/registers/snapshot.ts";

type Fields = Readonly<Record<string, FieldValue>>;
type RowOf = (number: number, fields: Fields, more?: Partial<SnapshotRow>) => SnapshotRow;

/** Records of the registers under Risks with which each check that they decide passes, and what a snapshot says beside them. */
export function riskRegisters(row: RowOf, dayIn: (days: number) => string, person: string) {
  const approved = { approval: { at: `${dayIn(-100)}T00:00:00.000Z`, another: true } };
  const action = row(1, { title: "Fix", ownerId: person, dueOn: dayIn(3), controls: ["XC-08"] });
  const by = { by: "inside", testerIds: [person] };
  const meeting = row(
    1,
    {
      title: "Security review",
      kind: "leadership",
      heldOn: dayIn(-10),
      attendeeIds: [person, "id 2"],
      results: ["EX-000006"],
      decisions: "Buy a second backup.",
    },
    approved,
  );
  const test = (number: number, kind: string, fields: Fields) =>
    row(number, { title: kind, kind, doneOn: dayIn(-30), report: "EX-000007", ...fields }, approved);
  const audit = test(1, "audit", {
    ...by,
    controls: ["XC-02", "XC-08"],
    findings: ["No owner"],
    actionIds: [action.id],
  });
  const pentest = test(2, "pentest", {
    by: "outside",
    firm: "Northgate Labs",
    grave: 3,
    retest: "EX-000008",
    retestedOn: dayIn(-20),
    closed: 3,
  });
  const scans = [
    test(3, "internal-scan", { ...by, systemIds: ["aws"] }),
    test(4, "external-scan", { ...by, systemIds: ["aws"] }),
  ] as const;
  const restore = test(5, "restore", {
    ...by,
    systemIds: ["aws"],
    recoveryHours: 3,
    lossHours: 1,
    complete: "yes",
  });
  const exercise = test(6, "exercise", {
    ...by,
    participantIds: [person],
    findings: ["Phone list was old"],
    actionIds: [action.id],
  });
  const system = row(1, { systemId: "aws", ownerId: person, criticality: "critical", rtoHours: 4, rpoHours: 24 });
  const scope: ProgramScope = {
    systems: [{ systemId: "aws", name: "AWS", kinds: ["cloud"] }],
    unanswered: [],
    controls: ["XC-02", "XC-08"],
    owners: [{ control: "XC-02", personId: "id 2", from: `${dayIn(-900)}T00:00:00.000Z`, until: null }],
  };
  const risk = row(1, {
    title: "Phishing",
    systemKinds: ["cloud"],
    data: ["client"],
    likelihood: 4,
    impact: 4,
    ratedOn: dayIn(-30),
    lowersLikelihood: ["XC-08"],
    lowersImpact: ["XC-22"],
    raisedLikelihood: 2,
    raisedImpact: 4,
    treatment: "reduce",
    ownerId: person,
    dueOn: dayIn(30),
  });
  const data = row(1, { name: "Files", class: "client", ownerId: person });
  const allowed = (number: number, kind: string, fields: Fields) =>
    row(number, { subject: kind, kind, reason: "Decided", expiresOn: dayIn(60), ...fields }, approved);
  const appetite = allowed(1, "risk-appetite", { score: 9 });
  const acceptance = allowed(2, "risk-acceptance", { riskId: risk.id, score: 12 });
  const accepted: SnapshotRow = { ...risk, fields: { ...risk.fields, treatment: "accept" } };
  const ofRisks = { risk, accepted, data, appetite, acceptance, passing: ["XC-08"] };
  return { action, meeting, audit, pentest, scans, restore, exercise, system, scope, ...ofRisks };
}
