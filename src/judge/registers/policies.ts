import type { FrameworkKey } from "#catalog/types.ts";
import { requiredPolicies } from "#catalog/policies/kinds.ts";
import { instant, listOf as isListOf, text } from "#domain/judge/shapes.ts";
import { acknowledgmentDue } from "#domain/policies/policy.ts";
import type { Assignment } from "#domain/policies/policy.ts";
import type { PolicyScope, SnapshotRow } from "#domain/registers/snapshot.ts";
import { both, each, eachOnce, holding, is } from "../fields.ts";
import { ACKNOWLEDGMENT_PAGES, acknowledgedIn, acknowledgedText } from "./acknowledged.ts";
import { assignmentsByVersion, earlierTexts } from "./earlier-texts.ts";
import { firstDayOf } from "./first-day.ts";
import { lateAcknowledgments } from "./late-acknowledgments.ts";
import { approvedOf, inForceOf } from "./policy-approved.ts";
import { policyHistoryKept } from "./policy-history.ts";
import { unreadable } from "./policy-rows.ts";
import { accountsRead, askedSystems, readUntil } from "./read-systems.ts";
import { accountsUnasked } from "./unasked-accounts.ts";
import {
  dayOf,
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
import type { ReadRegister, ReadSystem, RegisterInputs, RegisterVerdict } from "./registers.ts";

/** What the checks of policies read. */
export interface PolicyInputs {
  readonly register: (key: string) => ReadRegister;
  readonly scope: PolicyScope;
  readonly systems: readonly ReadSystem[];
  readonly who?: RegisterInputs["who"];
  readonly now: Date;
}

/** Reads what a snapshot says beside its policies: which frameworks are open, and which systems say who has an account. */
export const policyScope = holding({
  frameworks: is(isListOf(text)),
  identityProviders: askedSystems,
  sameAccounts: is(isListOf(isListOf(text))),
  sameBefore: each(holding({ accounts: is(isListOf(text)), until: is(instant) })),
  // A company has an owner: a list of nobody was not read.
  approvers: both(
    is((given) => Array.isArray(given) && given.length > 0),
    eachOnce("id", holding({ id: is(text), since: is(instant) })),
  ),
});

/** People who are late, as a reason names them. */
const MOST_NAMED = 3;
const titleOf = ({ register }: PolicyInputs, policyId: string | undefined) => {
  const row = register("policies").rows.find(({ id }) => id === policyId);
  return (row && textOf(row, "title")) ?? "A policy";
};
/** Each policy that open frameworks require is in force, with as many approvals of its text as it needs, none older than 365 days. */
export function policiesApproved(inputs: PolicyInputs): RegisterVerdict {
  const { register, scope } = inputs;
  const versions = inForceOf(inputs);
  const required = requiredPolicies(scope.frameworks as readonly FrameworkKey[]);
  const byDocument = new Map(register("policies").rows.map((row) => [textOf(row, "documentId"), row.id]));
  const found = required.map(({ documentId, title }) => {
    const policyId = byDocument.get(documentId);
    const version = policyId === undefined ? undefined : versions.find((row) => textOf(row, "policyId") === policyId);
    return { title, version };
  });
  const own: string[] = [];
  const alone: string[] = [];
  const ends: Date[] = [];
  for (const { title, version } of found) {
    if (!version) continue;
    const approved = approvedOf(inputs, title, version);
    if ("problem" in approved) return fails(approved.problem);
    ends.push(...approved.ends);
    if (approved.own) own.push(title);
    if (approved.mayBeAnother) alone.push(title);
  }
  if (alone.length > 0) {
    const [what, whose, it] = alone.length === 1 ? ["has", "its author", "it"] : ["have", "their authors", "them"];
    return isUnknown(`${some(alone)} ${what} been approved by ${whose} alone; another person may approve ${it} now.`);
  }
  const missing = found.filter(({ version }) => !version).map(({ title }) => title);
  if (missing.length > 0)
    return isUnknown(
      `${missing.length} of ${required.length} policies are not in force here: ${some(missing)}. Have them approved in Policies.`,
    );
  const printed = own.length > 0 ? ` ${own.length} by their author, because nobody else could.` : "";
  return passes(`${required.length} policies are in force, each approved within a year.${printed}`, ends);
}

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
  const { people: done, unvouched } = acknowledgedIn(register(ACKNOWLEDGMENT_PAGES));
  const earlier = earlierTexts(register("policy-versions"), assigned, done);
  const textsOf = Map.groupBy(register("policy-versions").rows, (row) => textOf(row, "policyId"));
  // Of many people most may have time left: of those who are late a few are named, and of those who are not the first is held.
  const late: { named: string[]; count: number } = { named: [], count: 0 };
  let firstDue: Date | null = null;
  const byNobody = new Set<string>();
  const reached = new Set<string>();
  const asks = new Set<string>();
  const byDay = lateAcknowledgments();
  let pending = 0;
  for (const version of versions) {
    const policyId = textOf(version, "policyId");
    const own = assigned.get(version.id) ?? [];
    const shown = acknowledgedText(policyId, textOf(version, "sha256"));
    const [acknowledged, open] = [done.get(shown), unvouched.get(shown)];
    const hasOthers = (textsOf.get(policyId)?.length ?? 0) > 1;
    for (const person of asked) {
      const { id, number } = person;
      const asOfText = acknowledgmentDue(own, person);
      if (!asOfText) continue;
      reached.add(id);
      asks.add(version.id);
      const day = acknowledged?.get(id);
      if (day !== undefined) {
        const open = () => earlier(policyId, id, day);
        byDay.add({
          person,
          title: () => titleOf(inputs, policyId),
          day,
          due: asOfText,
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
      const due = acknowledgmentDue(own, person, earlier(policyId, id))!;
      if (now < due) {
        if (firstDue === null || due < firstDue) firstDue = due;
        continue;
      }
      late.count++;
      if (late.named.length < MOST_NAMED)
        late.named.push(`PER-${number}, ${titleOf(inputs, policyId)}, due ${dayOf(due)}`);
    }
  }
  if (late.count > 0)
    return fails(`Not acknowledged in time: ${someOf(late.named, late.count)}. Send them their links.`);
  if (byNobody.size > 0) return isUnknown(notVouched([...byNobody]));
  const missing = notConfirmed(people, "People", now);
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
    `${active.length} ${active.length === 1 ? "person" : "people"}: all ${what}.${byDay.said()}${besides}`,
    [people.confirmedUntil, firstDue, ...found.map(readUntil)],
  );
}

/** Whether a version is assigned to anybody: people by name who are gone are nobody, and a kind of people of whom there is none now is not. */
const hasAudience = (own: readonly Assignment[], active: readonly SnapshotRow[]): boolean =>
  own.some(
    ({ audience, personId, ended }) => !ended && (audience !== "person" || active.some(({ id }) => id === personId)),
  );

/** What cannot be read of a snapshot, which all checks ask: with many people it is long to read. */
const read = new WeakMap<PolicyInputs["register"], { readonly wrong: string | undefined }>();

/** What cannot be read of a company's policies; undefined where all of it can. */
export function wrongIn({ register }: PolicyInputs): string | undefined {
  const { wrong } = read.get(register) ?? { wrong: unreadable(register) };
  read.set(register, { wrong });
  return wrong;
}

const ofReadable =
  (judge: (inputs: PolicyInputs) => RegisterVerdict) =>
  (inputs: PolicyInputs): RegisterVerdict => {
    const wrong = wrongIn(inputs);
    return wrong === undefined ? judge(inputs) : isUnknown(`A record cannot be read: ${wrong}.`);
  };

/** The checks of the library that policies answer. */
export const policyChecks: Readonly<Record<string, (inputs: PolicyInputs) => RegisterVerdict>> = {
  "policies.approved-within-year": ofReadable(policiesApproved),
  "policies.acknowledged": ofReadable(policiesAcknowledged),
  "policies.history-kept": ofReadable(policyHistoryKept),
};

/** What policies are judged by; undefined where a company has none here. */
export function policyInputs(
  register: (key: string) => ReadRegister,
  scope: unknown,
  systems: readonly ReadSystem[],
  now: Date,
  who?: RegisterInputs["who"],
): PolicyInputs | undefined {
  if (register("policies").rows.length === 0 || policyScope(scope, "") !== undefined) return undefined;
  return { register, scope: scope as PolicyScope, systems, who, now };
}

/** What policies say of their checks; nothing where a company has none here. */
export function judgePolicies(
  register: (key: string) => ReadRegister,
  scope: unknown,
  systems: readonly ReadSystem[],
  now: Date,
  who?: RegisterInputs["who"],
): { readonly check: string; readonly verdict: RegisterVerdict }[] {
  const inputs = policyInputs(register, scope, systems, now, who);
  if (!inputs) return [];
  return Object.entries(policyChecks).map(([check, judge]) => ({ check, verdict: judge(inputs) }));
}
