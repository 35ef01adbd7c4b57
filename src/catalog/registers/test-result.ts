import { contactLinkUntil } from "#domain/registers/contact-test.ts";
import type { CellMark } from "#domain/registers/cell-mark.ts";
import { recordsWith } from "#domain/registers/grouped-records.ts";
import type { Beside, FieldValue, RecordFields } from "#domain/registers/register.ts";

const listed = (value: FieldValue | undefined): readonly string[] =>
  typeof value === "object" ? value : typeof value === "string" ? [value] : [];
const counted = (value: FieldValue | undefined): number | undefined => (typeof value === "number" ? value : undefined);

/** What a test comes to, in a sentence: what is missing first. */
export function testResult(fields: RecordFields, _today: string, now: Date, beside: Beside): string | undefined {
  switch (fields["kind"]) {
    case "pentest":
      return pentestResult(fields);
    case "restore":
      return restoreResult(fields, beside);
    case "disclosure":
      if (fields["sentAt"] !== undefined) return sentResult(fields, now);
      if (fields["answered"] === undefined) return undefined;
      return fields["answered"] === "yes" ? "Answered." : "Nobody answered.";
    case "audit":
    case "exercise":
      return findingsResult(fields);
    default:
      return undefined;
  }
}

const GOOD = [
  "Answered.",
  "No critical or high finding.",
  "Within recovery time and data loss.",
  "Nothing was found.",
  "Each finding has an action.",
];

/** Whether what a test comes to leaves something to do. */
export function markOfResult(said: string): CellMark {
  if (GOOD.includes(said) || said.startsWith("The retest closed")) return "good";
  return said.startsWith("Waiting for an answer") ? "soon" : "missing";
}

function sentResult({ sentAt, answeredAt }: RecordFields, now: Date): string | undefined {
  if (answeredAt !== undefined) return "Answered.";
  const until = contactLinkUntil(sentAt);
  if (until === undefined) return undefined;
  return now < until ? `Waiting for an answer until ${until.toISOString().slice(0, 10)}.` : "Nobody answered.";
}

function pentestResult({ grave, closed, retest }: RecordFields): string | undefined {
  const found = counted(grave);
  if (found === undefined) return undefined;
  if (found === 0) return "No critical or high finding.";
  const covered = counted(closed) ?? 0;
  const findings = found === 1 ? "1 finding" : `${found} findings`;
  if (retest === undefined) return `No retest yet of ${findings}.`;
  return covered < found ? `The retest covers ${covered} of ${findings}.` : `The retest closed ${findings}.`;
}

function restoreResult(fields: RecordFields, beside: Beside): string | undefined {
  const [took, lost] = [counted(fields["recoveryHours"]), counted(fields["lossHours"])];
  if (took === undefined || lost === undefined) return undefined;
  if (fields["complete"] !== "yes") return "The restored data was not complete.";
  const systems = beside.records("systems");
  for (const id of listed(fields["systemIds"])) {
    const [own] = recordsWith(systems, "systemId", id);
    const [most, loss] = [counted(own?.["rtoHours"]), counted(own?.["rpoHours"])];
    if (most === undefined || loss === undefined)
      return "There is no recovery time (RTO) or data loss (RPO) to compare with. Add both in Systems.";
    if (took > most) return `It took longer than the recovery time of ${hours(most)}.`;
    if (lost > loss) return `More was lost than the ${hours(loss)} that are allowed.`;
  }
  return "Within recovery time and data loss.";
}

const hours = (count: number) => (count === 1 ? "1 hour" : `${count} hours`);

function findingsResult({ findings, actionIds }: RecordFields): string | undefined {
  const said = listed(findings);
  if (said.length === 0) return undefined;
  const found = said.filter((finding) => !/^none\.?$/i.test(finding.trim())).length;
  if (found === 0) return "Nothing was found.";
  if (found < said.length) return "None stands beside findings. Remove one of them.";
  const actions = listed(actionIds).length;
  return actions < found ? `Findings: ${found}. Actions: ${actions}.` : "Each finding has an action.";
}

/**
 * What cannot be of a test, by field: a retest that is the report itself, or that closed more than was found, and a test of the contact
 * that nobody sent and that does not say whether it was answered.
 */
export function testProblems(fields: RecordFields): Readonly<Record<string, string>> {
  const { kind, report, retest, grave, closed, sentAt, answered } = fields;
  const [found, covered] = [counted(grave), counted(closed)];
  return {
    ...(kind === "disclosure" &&
      sentAt === undefined &&
      answered === undefined && { answered: "Answered is missing. Or let Exhibit send the test." }),
    ...(sentAt !== undefined &&
      answered !== undefined && { answered: "The link of this test says whether it was answered." }),
    ...(retest !== undefined &&
      retest === report && {
        retest: "Retest report is the report of the test itself. Cite the report of the retest.",
      }),
    ...(found !== undefined &&
      covered !== undefined &&
      covered > found && {
        closed: `Closed by the retest is more than the ${found} that the test found.`,
      }),
  };
}
