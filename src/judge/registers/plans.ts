import { findDocument } from "#catalog/index.ts";
import { systemNames } from "#domain/printed/cells.ts";
import { recoveryRow } from "#domain/policies/recovery-table.ts";
import type { PolicyScope, SnapshotRow } from "#domain/registers/snapshot.ts";
import { inForceOf } from "./policy-approved.ts";
import { policyDocument } from "./policy-documents.ts";
import { policyInputs, wrongIn } from "./policies.ts";
import {
  fails,
  hasValue,
  isActivePerson,
  isUnknown,
  leftAt,
  notConfirmed,
  notWhole,
  passes,
  some,
  textOf,
} from "./registers.ts";
import { whoEver } from "./same-person.ts";
import type { RegisterInputs, RegisterVerdict } from "./registers.ts";

const RANKS = ["critical", "important", "minor"];

/** Whether a plan is in force and was approved within a year, with the text that was approved and the frameworks that are open. */
function planOf(inputs: RegisterInputs, documentId: string) {
  const title = findDocument(documentId)!.document.title;
  const none = { verdict: isUnknown(`${title} is not written as a policy here.`), text: "", frameworks: [] };
  const policies = policyInputs(inputs.register, inputs.policies, inputs.systems, inputs.now, whoEver(inputs));
  if (!policies) return none;
  if (wrongIn(policies) !== undefined) return { ...none, verdict: isUnknown("A record of policies cannot be read.") };
  const policy = inputs.register("policies").rows.find((row) => textOf(row, "documentId") === documentId);
  if (!policy) return none;
  const version = inForceOf(policies).find((row) => textOf(row, "policyId") === policy.id);
  return {
    verdict: policyDocument(policies, title, policy.id),
    text: (version && textOf(version, "text")) ?? "",
    frameworks: (inputs.policies as PolicyScope).frameworks,
  };
}

/** What stands under the first heading that is about something; nothing where there is none. */
function sectionOf(text: string, about: RegExp): string {
  const sections = text.split(/^#{2,6} /m).slice(1);
  const found = sections.find((section) => about.test(section.slice(0, section.indexOf("\n") + 1 || undefined)));
  return found === undefined || !found.includes("\n") ? "" : found.slice(found.indexOf("\n") + 1).trim();
}

/** How a plan names the deadline of a framework that has one. */
const DEADLINES: Readonly<Record<string, readonly [who: RegExp, when: RegExp]>> = {
  gdpr: [/GDPR/, /72\s*hours/i],
  hipaa: [/HIPAA/, /60\s*(calendar )?days/i],
  ccpa: [/California|CCPA/, /30\s*(calendar )?days/i],
};

/** What an incident response plan does not say. */
function missingIn(text: string, frameworks: readonly string[]): readonly string[] {
  const rows = sectionOf(text, /severit/i)
    .split("\n")
    .filter((line) => line.startsWith("|"));
  const lines = sectionOf(text, /notice|notif/i).split("\n");
  const isTold = (framework: string) => {
    const deadline = DEADLINES[framework];
    return !deadline || lines.some((line) => deadline.every((words) => words.test(line)));
  };
  return [
    ...(sectionOf(text, /role|respon[ds]/i) === "" ? ["roles"] : []),
    // Two lines of a table are its head.
    ...(rows.length < 4 ? ["severity levels"] : []),
    ...(/\bevidence\b/i.test(text) ? [] : ["evidence"]),
    ...(lines.join("") === "" ? ["notice deadlines"] : []),
    ...frameworks.filter((framework) => !isTold(framework)).map((framework) => `notice for ${framework}`),
  ];
}

/**
 * The incident response plan is in force and was approved within 365 days. It says roles, severities, how evidence is kept and the
 * deadline of each framework; responders and who is on call are listed, work here, and can be reached.
 */
export function incidentPlan(inputs: RegisterInputs): RegisterVerdict {
  const { register, now } = inputs;
  const { verdict, text, frameworks } = planOf(inputs, "incident.response-plan");
  if (verdict.outcome !== "pass") return verdict;
  const left = missingIn(text, frameworks);
  if (left.length > 0) return fails(`The plan does not say: ${some(left, 5)}.`);
  const [contacts, people] = [register("contacts"), register("people")];
  const byId = new Map(people.rows.map((row) => [row.id, row]));
  const listed = contacts.rows.filter(
    (row) => row.state === "open" && ["responder", "on-call"].includes(textOf(row, "duty") ?? ""),
  );
  const numbers = (rows: readonly SnapshotRow[]) => some(rows.map(({ number }) => `CTC-${number}`));
  const personOf = (row: SnapshotRow) => byId.get(textOf(row, "personId") ?? "");
  const gone = listed.filter((row) => !isActivePerson(personOf(row), now));
  if (gone.length > 0) return fails(`These do not work here: ${numbers(gone)}.`);
  const unreachable = listed.filter((row) => !hasValue(row, "phone") && !hasValue(row, "email"));
  if (unreachable.length > 0) return fails(`No phone or email is listed for ${numbers(unreachable)}.`);
  const missing = notWhole(contacts, "Contacts", now) ?? notConfirmed(people, "People", now);
  if (missing !== undefined) return isUnknown(missing);
  const duties = new Set(listed.map((row) => textOf(row, "duty")));
  if (duties.size < 2) return fails(`Contacts lists nobody ${duties.has("responder") ? "on call" : "as responder"}.`);
  return passes(`${verdict.reason} ${listed.length} responders and people on call are listed.`, [
    verdict.until,
    contacts.confirmedUntil,
    people.confirmedUntil,
    ...listed.map((row) => leftAt(personOf(row)!) ?? null),
  ]);
}

/** The lines of a plan's recovery table. */
function recoveryLines(text: string): readonly string[] {
  const lines = text.split("\n");
  const from = lines.indexOf("::: table recovery") + 1;
  return from === 0 ? [] : lines.slice(from, lines.indexOf(":::", from));
}

/**
 * The continuity plan is in force and was approved within 365 days. Its recovery table has each system in use with rank and recovery
 * goals, as the register of systems has them now; it says how data is reached in an emergency.
 */
export function continuityPlan(inputs: RegisterInputs): RegisterVerdict {
  const { register, now } = inputs;
  const { verdict, text } = planOf(inputs, "backup.continuity-plan");
  if (verdict.outcome !== "pass") return verdict;
  if (sectionOf(text, /emergency access/i) === "")
    return fails("The plan does not say how data is reached in an emergency.");
  const systems = register("systems");
  const rows = systems.rows.filter(({ state }) => state !== "ended");
  const numbers = (few: readonly SnapshotRow[]) => some(few.map(({ number }) => `SYS-${number}`));
  const isRanked = (row: SnapshotRow) =>
    RANKS.includes(textOf(row, "criticality") ?? "") &&
    typeof row.fields["rtoHours"] === "number" &&
    typeof row.fields["rpoHours"] === "number";
  const unranked = rows.filter((row) => !isRanked(row));
  if (unranked.length > 0) return fails(`No rank, recovery time or data loss is stated: ${numbers(unranked)}.`);
  const missing = notWhole(systems, "Systems", now);
  if (missing !== undefined) return isUnknown(missing);
  if (rows.length === 0) return isUnknown("No system is listed.");
  const names = new Map(register(systemNames).rows.map((row) => [row.id, textOf(row, "name")]));
  const table = recoveryLines(text);
  const unlisted = rows.filter((row) => {
    const name = names.get(textOf(row, "systemId") ?? "");
    const line = name === undefined ? undefined : recoveryRow({ name, fields: row.fields });
    return line === undefined || !table.includes(line);
  });
  if (unlisted.length > 0)
    return isUnknown(`The plan's recovery table does not have these as Systems has them now: ${numbers(unlisted)}.`);
  return passes(`${verdict.reason} Systems with recovery goals: ${rows.length}.`, [
    verdict.until,
    systems.confirmedUntil,
  ]);
}
