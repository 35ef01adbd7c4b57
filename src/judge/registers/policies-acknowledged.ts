import type { Assignment } from "#domain/policies/policy.ts";
import { acknowledgmentDue, dueBy } from "#domain/policies/policy.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { ACKNOWLEDGMENT_PAGES, acknowledgedIn, acknowledgedText, saidAlone } from "./acknowledged.ts";
import { askedBefore, saysAskedBefore } from "./asked-before.ts";
import { assignmentsByVersion, earlierTexts } from "./earlier-texts.ts";
import { firstDayOf } from "./first-day.ts";
import { lateAcknowledgments } from "./late-acknowledgments.ts";
import type { PolicyInputs } from "./policies.ts";
import { inForceOf } from "./policy-approved.ts";
import { accountsRead, readUntil } from "./read-systems.ts";
import { dayOf } from "./days.ts";
import {
  fails,
  isActivePerson,
  isUnknown,
  notConfirmed,
  notVouched,
  passes,
  some,
  someOf,
  textOf,
} from "./registers.ts";
import type { RegisterVerdict } from "./registers.ts";
import { releasedUntil, releaseOf } from "./released.ts";
import { accountsUnasked } from "./unasked-accounts.ts";

/** People who are late, as a reason names them. */
const MOST_NAMED = 3;
const titleOf = ({ register }: PolicyInputs, policyId: string | undefined) => {
  const row = register("policies").rows.find(({ id }) => id === policyId);
  return (row && textOf(row, "title")) ?? "A policy";
};

/**
 * Each active person acknowledged the text in force of each policy that is assigned to them, or still has time. Who is late fails it until
 * they do, and is named as late from then on.
 */
export function policiesAcknowledged(inputs: PolicyInputs): RegisterVerdict {
  const { register, now } = inputs;
  const people = register("people");
  const versions = inForceOf(inputs);
  const active = people.rows.filter((row) => isActivePerson(row, now));
  const firstDay = firstDayOf(people.rows, inputs.who);
  const asked = active.map((row) => ({
    id: row.id,
    number: row.number,
    kind: textOf(row, "kind"),
    startsAt: new Date(firstDay(row) || 0),
  }));
  const assigned = assignmentsByVersion(register("policy-assignments"));
  const { people: done, unvouched, alone } = acknowledgedIn(register(ACKNOWLEDGMENT_PAGES));
  const { earlier, lastDay } = earlierTexts(register("policy-versions"), assigned, done);
  const kinds = inputs.scope.formerKinds;
  const before = saysAskedBefore(register("policy-assignments"), kinds)
    ? askedBefore({
        versions: register("policy-versions"),
        assignments: register("policy-assignments"),
        kinds: kinds!,
        lastDay,
      })
    : undefined;
  const released = new Map<SnapshotRow, string[]>();
  const textsOf = Map.groupBy(register("policy-versions").rows, (row) => textOf(row, "policyId"));
  // Of many people most may have time left: of those who are late a few are named, and of those who are not the first is held.
  const late: { named: string[]; count: number; unasked: number } = { named: [], count: 0, unasked: 0 };
  let firstDue: Date | null = null;
  const byNobody = new Set<string>();
  const reached = new Set<string>();
  const asks = new Set<string>();
  const byDay = lateAcknowledgments();
  let [pending, byWriter] = [0, 0];
  for (const version of versions) {
    const policyId = textOf(version, "policyId");
    const own = assigned.get(version.id) ?? [];
    const shown = acknowledgedText(policyId, textOf(version, "sha256"));
    const [acknowledged, open, byWriterOf] = [done.get(shown), unvouched.get(shown), alone.get(shown)];
    const dueOf = dueBy(own);
    const hasOthers = (textsOf.get(policyId)?.length ?? 0) > 1;
    for (const person of asked) {
      const { id, number } = person;
      const asOfText = dueOf(person);
      const day = acknowledged?.get(id);
      // Who was late stays asked, whatever became of what asked them.
      const missed = day === undefined ? before?.(policyId, person, now) : undefined;
      const release = missed && releaseOf(register("approvals"), titleOf(inputs, policyId), id, now);
      if (release) released.set(release, [...(released.get(release) ?? []), `PER-${number}`]);
      const kept = release ? undefined : missed;
      if (!asOfText && !kept) continue;
      reached.add(id);
      asks.add(version.id);
      if (day !== undefined) {
        if (byWriterOf?.has(id)) byWriter++;
        if (!hasOthers && byDay.isInTime(day, asOfText!)) continue;
        const open = () => earlier(policyId, id, day);
        byDay.add({
          person,
          title: () => titleOf(inputs, policyId),
          day,
          due: asOfText!,
          own,
          earlier: hasOthers ? open : undefined,
        });
        continue;
      }
      if (open?.has(id)) {
        byNobody.add(`PER-${number}`);
        continue;
      }
      pending++;
      // Of one text alone no other one has been open since before.
      const due = kept ?? (hasOthers ? acknowledgmentDue(own, person, earlier(policyId, id))! : asOfText!);
      if (now < due) {
        if (firstDue === null || due < firstDue) firstDue = due;
        continue;
      }
      late.count++;
      if (!asOfText) late.unasked++;
      if (late.named.length < MOST_NAMED)
        late.named.push(`PER-${number}, ${titleOf(inputs, policyId)}, due ${dayOf(due)}`);
    }
  }
  if (late.count > 0)
    return fails(
      `Not acknowledged in time: ${someOf(late.named, late.count)}. Send them their links.${noLongerAsked(late.unasked)}`,
    );
  if (byNobody.size > 0) return isUnknown(notVouched([...byNobody]));
  const missing =
    notConfirmed(people, "People", now) ??
    (released.size > 0 ? notConfirmed(register("approvals"), "Approvals", now) : undefined);
  if (missing !== undefined) return isUnknown(missing);
  if (versions.length === 0) return isUnknown("No policy is in force here. Have one approved in Policies.");
  const forNobody = versions.flatMap(({ id, fields }) =>
    hasAudience(assigned.get(id) ?? [], active) ? [] : titleOf(inputs, fields["policyId"] as string),
  );
  if (forNobody.length > 0)
    return isUnknown(`Nobody is asked to acknowledge ${some(forNobody)}. Assign it to whom it concerns.`);
  const unknown = accountsUnasked(inputs, active);
  if (unknown !== undefined) return isUnknown(unknown);
  const { found } = accountsRead(inputs.scope.identityProviders ?? [], inputs.systems, now);
  const left = active.filter(({ id }) => !reached.has(id)).map(({ number }) => `PER-${number}`);
  if (active.length === 0) return isUnknown("Nobody in People is active. Add your people there.");
  if (left.length > 0) return isUnknown(`No policy is assigned to ${some(left)}. Assign one to everyone.`);
  if (before === undefined) return isUnknown("Who was asked to acknowledge policies before was not sealed.");
  // What is for a kind of people of whom there is none now is asked of nobody. Whoever reads the pass is told which. It may pass: here the roster
  // is sealed whole, confirmed and compared with the accounts of identity providers, so that "none" is an answer, and each person has a policy.
  const ofNobody = versions.flatMap(({ id, fields }) =>
    asks.has(id) ? [] : titleOf(inputs, fields["policyId"] as string),
  );
  const besides =
    ofNobody.length === 0
      ? ""
      : ` Nobody is asked to acknowledge ${some(ofNobody)}: nobody in People is of the kind that ${ofNobody.length === 1 ? "it is" : "they are"} for.`;
  const what =
    pending === 0 ? "acknowledged what is assigned to them" : `have acknowledged, or have time for ${pending} more`;
  return passes(
    `${active.length} ${active.length === 1 ? "person" : "people"}: all ${what}.${byDay.said()}${releasedBy(released)}${saidAlone(byWriter, "acknowledgment", "acknowledgments")}${besides}`,
    [
      people.confirmedUntil,
      firstDue,
      ...found.map(readUntil),
      ...[...released.keys()].flatMap((row) => [releasedUntil(row), register("approvals").confirmedUntil]),
    ],
  );
}

/** Whether a version is assigned to anybody: people by name who are gone are nobody, and a kind of people of whom there is none now is not. */
const hasAudience = (own: readonly Assignment[], active: readonly SnapshotRow[]): boolean =>
  own.some(
    ({ audience, personId, ended }) => !ended && (audience !== "person" || active.some(({ id }) => id === personId)),
  );

/** The way out for those who were late as nobody asked them any more. */
const noLongerAsked = (count: number): string =>
  count === 0
    ? ""
    : ` ${count === 1 ? "1 was late and is" : `${count} were late and are`} not asked any more: assign it to them again, or have someone else approve an exception in Approvals that names the policy and them.`;

/** Who was late and need not acknowledge any more, by which decision and until when. */
const releasedBy = (released: ReadonlyMap<SnapshotRow, readonly string[]>): string =>
  [...released]
    .map(
      ([row, people]) =>
        ` Late and left out by decision: ${some([...new Set(people)])} (APV-${row.number}, until ${dayOf(releasedUntil(row))}).`,
    )
    .join("");
