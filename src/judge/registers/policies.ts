import type { FrameworkKey } from "#catalog/types.ts";
import { requiredPolicies } from "#catalog/policies/kinds.ts";
import { instant, listOf as isListOf, text } from "#domain/judge/shapes.ts";
import type { PolicyScope } from "#domain/registers/snapshot.ts";
import { both, each, eachOnce, holding, is } from "../fields.ts";
import { counted } from "./counted.ts";
import { approvedOf, inForceOf } from "./policy-approved.ts";
import { policiesAcknowledged } from "./policies-acknowledged.ts";
import { policyHistoryKept } from "./policy-history.ts";
import { unreadable } from "./policy-rows.ts";
import { askedSystems } from "./read-systems.ts";
import { fails, isUnknown, passes, some, textOf } from "./registers.ts";
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
  return passes(
    `${counted(required.length, "policy is in force, approved within a year.", "policies are in force, each approved within a year.")}${printed}`,
    ends,
  );
}

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
