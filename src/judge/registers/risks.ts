import { dataClasses } from "#catalog/registers/data-classes.ts";
import { ratedRisk, riskAppetite, riskPlaces } from "#catalog/registers/risk-ratings.ts";
import { systemKinds } from "#catalog/systems.ts";
import { day as isDay } from "#domain/judge/shapes.ts";
import type { RecordFields } from "#domain/registers/register.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { counted } from "./counted.ts";
import { them, withFormerlyAsked } from "./formerly-asked.ts";
import { countsUntil, latest } from "./filed-within-year.ts";
import { dayOf, endOfDay } from "./days.ts";
import {
  fails,
  isActivePerson,
  isApproved,
  isUnknown,
  leftAt,
  listOf,
  notConfirmed,
  notWhole,
  passes,
  some,
  textOf,
} from "./registers.ts";
import type { ReadRegister, RegisterInputs, RegisterVerdict } from "./registers.ts";
import { readScope, SCOPE_UNREAD } from "./program-scope.ts";

const TREATMENTS = ["reduce", "avoid", "transfer", "accept"];

const isThere = ({ state }: SnapshotRow) => state !== "ended";
const numbers = (rows: readonly SnapshotRow[]) => some(rows.map(({ number }) => `RSK-${number}`));
const labelOf = (labels: Readonly<Record<string, unknown>>, key: string): string => {
  const label = labels[key];
  return typeof label === "string" ? label : typeof label === "object" ? (label as { label: string }).label : key;
};

/**
 * Each kind of system in scope, and each class of the company's data, is what a risk is about that was rated by likelihood and impact
 * within 365 days. A rating is a declaration.
 */
export function risksAssessed(inputs: RegisterInputs): RegisterVerdict {
  const { register, scope, now } = inputs;
  const [risks, data] = [register("risks"), register("data")];
  const missing = notWhole(risks, "Risks", now) ?? notWhole(data, "Data", now);
  if (missing !== undefined) return isUnknown(missing);
  const read = readScope(scope);
  if (!read) return isUnknown(SCOPE_UNREAD);
  const own = data.rows.filter(isThere);
  const unsaid = own.filter((row) => textOf(row, "class") === undefined);
  if (unsaid.length > 0)
    return isUnknown(
      `Which class of data these are is not stated: ${some(unsaid.map(({ number }) => `DAT-${number}`))}.`,
    );
  if (own.length === 0) return isUnknown("No data is listed.");
  const asked = [
    ...[...new Set(read.systems.flatMap(({ kinds }) => kinds))].map((key) => ({
      field: "systemKinds",
      key,
      labels: systemKinds,
    })),
    ...[...new Set(own.map((row) => textOf(row, "class")!))].map((key) => ({
      field: "data",
      key,
      labels: dataClasses,
    })),
  ];
  const ratedUntil = (row: SnapshotRow) =>
    ratedRisk(row.fields) ? countsUntil(textOf(row, "ratedOn"), now) : undefined;
  const rated = risks.rows.filter(isThere).map((row) => ({ row, until: ratedUntil(row) }));
  const aboutUntil = (field: string, key: string) =>
    latest(rated.flatMap(({ row, until }) => (listOf(row, field).includes(key) ? [until] : [])));
  const found = asked.map(({ field, key, labels }) => ({
    label: labelOf(labels, key),
    until: aboutUntil(field, key),
  }));
  const left = found.filter(({ until }) => !until).map(({ label }) => label);
  if (left.length > 0) return fails(`No risk rated within 365 days is about: ${some(left)}.`);
  if (read.unanswered.length > 0)
    return isUnknown(
      `Nobody said whether you use: ${some(read.unanswered.map((kind) => labelOf(systemKinds, kind)))}.`,
    );
  const verdict = passes(
    counted(
      asked.length,
      "kind of systems or data has a risk rated within 365 days.",
      "kinds of systems and data each have a risk rated within 365 days.",
    ),
    [risks.confirmedUntil, data.confirmedUntil, ...found.map(({ until }) => until ?? null)],
  );
  return withFormerlyAsked(verdict, inputs, {
    register: "data",
    words: (count) =>
      `Of a class of which no risk was rated within 365 days, until one person changed that or ended ${them(count)}`,
    alone: "Of another class or ended, and confirmed by the only person who may confirm",
    untilOf: ({ asked: key }) => aboutUntil("data", key),
  });
}

/** Approvals that another person gave and that have not expired. */
function counting({ rows }: ReadRegister, kind: string, now: Date): readonly SnapshotRow[] {
  return rows.filter((row) => {
    const until = textOf(row, "expiresOn");
    const isOpen = row.state === "open" && isApproved(row) && until !== undefined && now < endOfDay(until);
    return isOpen && textOf(row, "kind") === kind && isScore(row.fields["score"]);
  });
}

const isScore = (value: unknown): value is number => typeof value === "number" && value >= 1 && value <= 25;

/**
 * Each risk above the appetite that a leader approved has a treatment, an active owner and a due date that has not passed. What is above it
 * follows from the controls that passed when the registers were sealed.
 */
export function risksTreated({ register, passingControls, now }: RegisterInputs): RegisterVerdict {
  const [risks, approvals, people] = [register("risks"), register("approvals"), register("people")];
  const passing = new Set(passingControls);
  const appetites = counting(approvals, "risk-appetite", now);
  const appetite = riskAppetite(
    appetites.map(({ fields }) => fields as RecordFields),
    dayOf(now),
  );
  const byId = new Map(people.rows.map((row) => [row.id, row]));
  const ownerOf = (row: SnapshotRow) => byId.get(textOf(row, "ownerId") ?? "");
  const all = risks.rows.filter(isThere);
  const scoreOf = (row: SnapshotRow) => riskPlaces(row.fields, passing)?.residual.score;
  const above = appetite === undefined ? [] : all.filter((row) => (scoreOf(row) ?? 0) > appetite);
  const misses: readonly [string, (row: SnapshotRow) => boolean][] = [
    ["without a treatment", (row) => !TREATMENTS.includes(textOf(row, "treatment") ?? "")],
    ["without an owner who works here", (row) => !isActivePerson(ownerOf(row), now)],
    ["without a due date, or past it", (row) => endOfDay(textOf(row, "dueOn") ?? "1970-01-01") <= now],
  ];
  for (const [what, isMiss] of misses) {
    const left = above.filter(isMiss);
    if (left.length > 0) return fails(`Above the risk appetite of ${appetite}, ${what}: ${numbers(left)}.`);
  }
  const missing =
    notWhole(risks, "Risks", now) ?? notWhole(approvals, "Approvals", now) ?? notConfirmed(people, "People", now);
  if (missing !== undefined) return isUnknown(missing);
  if (all.length === 0) return isUnknown("No risk is listed.");
  // The lowest one counts, and it may be one of these.
  const unsaid = approvals.rows.filter(
    (row) =>
      row.state === "open" &&
      textOf(row, "kind") === "risk-appetite" &&
      !(isScore(row.fields["score"]) && isDay(textOf(row, "expiresOn"))),
  );
  if (unsaid.length > 0)
    return isUnknown(`Score or end of these is not stated: ${some(unsaid.map(({ number }) => `APV-${number}`))}.`);
  if (appetite === undefined) return isUnknown("No risk appetite is approved by another person.");
  const unrated = all.filter((row) => scoreOf(row) === undefined);
  if (unrated.length > 0) return isUnknown(`These are not rated: ${numbers(unrated)}.`);
  const what =
    above.length === 0 ? "none" : `${above.length}, ${above.length === 1 ? "" : "each "}treated, owned and not late`;
  return passes(`Risks above the appetite of ${appetite}: ${what}.`, [
    risks.confirmedUntil,
    approvals.confirmedUntil,
    people.confirmedUntil,
    ...appetites.map((row) => endOfDay(textOf(row, "expiresOn")!)),
    ...above.flatMap((row) => [endOfDay(textOf(row, "dueOn")!), leftAt(ownerOf(row)!) ?? null]),
  ]);
}

/**
 * Each risk is treated, or accepted: by a leader who did not propose it, within 365 days, and up to a score that it has not risen above
 * since.
 */
export function risksAccepted({ register, passingControls, now }: RegisterInputs): RegisterVerdict {
  const [risks, approvals] = [register("risks"), register("approvals")];
  const passing = new Set(passingControls);
  const missing = notWhole(risks, "Risks", now) ?? notConfirmed(approvals, "Approvals", now);
  if (missing !== undefined) return isUnknown(missing);
  const all = risks.rows.filter(isThere);
  if (all.length === 0) return isUnknown("No risk is listed.");
  const unsaid = all.filter((row) => !TREATMENTS.includes(textOf(row, "treatment") ?? ""));
  const accepted = all.filter((row) => textOf(row, "treatment") === "accept");
  const acceptances = counting(approvals, "risk-acceptance", now);
  const untilOf = (risk: SnapshotRow) => {
    const score = riskPlaces(risk.fields, passing)?.residual.score;
    const own = acceptances.filter((row) => textOf(row, "riskId") === risk.id);
    return latest(
      own.map((row) => {
        const signed = row.approval ? countsUntil(dayOf(row.approval.at), now) : undefined;
        const expires = endOfDay(textOf(row, "expiresOn")!);
        const covers = score !== undefined && score <= (row.fields["score"] as number);
        return covers && signed ? (signed < expires ? signed : expires) : undefined;
      }),
    );
  };
  const ends = accepted.map((row) => ({ row, until: untilOf(row) }));
  const left = ends.filter(({ until }) => !until).map(({ row }) => row);
  if (left.length > 0)
    return fails(`Accepted without a leader's approval within 365 days that covers its score: ${numbers(left)}.`);
  if (unsaid.length > 0) return isUnknown(`Whether these are treated or accepted is not stated: ${numbers(unsaid)}.`);
  const what =
    accepted.length === 0
      ? "No risk is accepted."
      : counted(
          accepted.length,
          "risk is accepted, by a leader within 365 days.",
          "risks are accepted, each by a leader within 365 days.",
        );
  return passes(what, [risks.confirmedUntil, approvals.confirmedUntil, ...ends.map(({ until }) => until ?? null)]);
}
