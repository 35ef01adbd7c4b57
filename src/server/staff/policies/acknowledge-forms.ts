import type { Kysely } from "kysely";
import { byteaArray, plainArray, textArray } from "../../db/array-literal.ts";
import { callAs } from "../../db/as-caller.ts";
import type { ArgumentsOf, FunctionName, RowOf } from "../../db/functions.ts";
import { retryConflicts } from "../../db/retry-conflicts.ts";
import type { DB } from "../../db/types.gen.ts";
import { inBatches } from "../../in-batches.ts";
import { writeAct } from "../../ledger/record-act.ts";
import { draftMail } from "../../mail/templates/letter.ts";
import type { Letter } from "../../mail/templates/letter.ts";
import { ENTRY_PLACE } from "../../mail/templates/staff-receipt.ts";
import type { Receipt } from "../pages/page.ts";
import type { StaffMember } from "../staff-sessions.ts";
import { knownForms } from "./known-forms.ts";
import type { KnownForms } from "./known-forms.ts";

/** Somebody pressed the button under a text. */
export interface Form {
  readonly staff: StaffMember;
  readonly versionId: string;
  /** The hash of the text that they were shown. */
  readonly sha256: string;
}

/**
 * What came of a form. `before`: it was kept already. `replaced`: another version or text is in force by now, and nothing was kept.
 * `nobody`: the session is over.
 */
export type Kept =
  | { readonly outcome: "kept" | "before" }
  | { readonly outcome: "replaced"; readonly newest: string }
  | { readonly outcome: "not assigned" }
  | { readonly outcome: "nobody" };

interface Deps {
  readonly db: Kysely<DB>;
  /** The mail with which somebody keeps what they did; it is put in line with what it is about, or neither is. */
  readonly receiptOf: (staff: StaffMember, done: Receipt, at: Date) => Letter;
  readonly now: () => Date;
}

/** Forms that are kept in one transaction, at most. */
const TOGETHER = 50;

/**
 * Keeps acknowledgments. Those that wait at the same moment in one company are kept in one transaction, each with its own leaf: the
 * ledger's head is locked, and the disk waited for, once for all of them. Each is answered when it is durable.
 */
export function openAcknowledging(deps: Deps): (form: Form) => Promise<Kept> {
  const known = knownForms();
  const keep = inBatches<Form, Kept>(TOGETHER, (_, forms) => keepForms(deps, known, forms));
  return (form) => keep(form.staff.companyId, form);
}

async function keepForms(deps: Deps, known: KnownForms, forms: readonly Form[]): Promise<Kept[]> {
  const { db, receiptOf, now } = deps;
  const at = now();
  // The first asks for all; each form is looked at with the session that it came with.
  const { companyId, personId: userId } = forms[0]!.staff;
  const call = <F extends FunctionName>(name: F, args: ArgumentsOf<F>) =>
    retryConflicts(() => callAs(db, { userId, companyId }, name, args));
  const others = async (): Promise<Kept[]> => (forms.length === 1 ? [] : await keepForms(deps, known, forms.slice(1)));
  const unknown = forms.filter((form) => !known.of(form));
  const asked = unknown.length === 0 ? [] : await call("app.staff_forms", askedOf(unknown, at));
  // Of a company whose staff the first is no more nobody is told anything.
  if (asked[0]?.outcome === "nobody" && unknown[0] === forms[0]) return [{ outcome: "nobody" }, ...(await others())];
  const said = new Map(unknown.map((form, index) => [form, asked[index]!]));
  for (const [form, row] of said) known.keep(form, row);
  // The others are as they were, whatever happens meanwhile.
  const written = forms.flatMap((form) => {
    const facts = known.of(form);
    if (!facts) return [];
    const { title, number: version, policyId: subject, vouched } = facts;
    const { personId, number, method } = form.staff;
    const details = {
      title,
      version,
      sha256: form.sha256,
      person: personId,
      number,
      method,
      vouched,
      at: at.toISOString(),
    };
    const act = writeAct({ userId: personId }, "policy.acknowledged", { subject, details });
    const done = {
      kind: "policy",
      title,
      version,
      result: "Acknowledged",
      sha256: form.sha256,
      entry: ENTRY_PLACE,
    } as const;
    const receipt = draftMail(receiptOf(form.staff, done, at));
    return [{ form, facts, act, receipt }];
  });
  if (written.length === 0) return forms.map((form) => keptOf(said.get(form)!));
  const ends = await call("app.acknowledge_forms", [
    ...askedOf(
      written.map(({ form }) => form),
      at,
    ),
    plainArray(written.map(({ act }) => act.id)),
    textArray(written.map(({ act }) => act.details)),
    byteaArray(written.map(({ act }) => act.salt)),
    plainArray(written.map(({ act }) => act.commitment)),
    JSON.stringify(written.map(({ receipt }) => receipt)),
    plainArray(written.map(({ facts }) => facts.policyId)),
    textArray(written.map(({ facts }) => facts.title)),
    plainArray(written.map(({ facts }) => facts.number)),
    textArray(written.map(({ facts }) => facts.vouched)),
  ]);
  if (ends[0]!.outcome === "nobody" && written[0]!.form === forms[0])
    return [{ outcome: "nobody" }, ...(await others())];
  const endOf = new Map(written.map(({ form }, index) => [form, ends[index]!]));
  const otherwise = forms.filter((form) => endOf.get(form)?.outcome === "otherwise");
  for (const form of otherwise) known.forget(form);
  const again = otherwise.length === 0 ? [] : await keepForms(deps, known, otherwise);
  const anew = new Map(otherwise.map((form, index) => [form, again[index]!]));
  return forms.map((form) => anew.get(form) ?? keptOf(endOf.get(form) ?? said.get(form)!));
}

function askedOf(forms: readonly Form[], at: Date) {
  return [
    byteaArray(forms.map(({ staff }) => staff.session)),
    plainArray(forms.map(({ versionId }) => versionId)),
    textArray(forms.map(({ sha256 }) => sha256)),
    at,
  ] as const satisfies ArgumentsOf<"app.staff_forms">;
}

type Row = Pick<RowOf<"app.staff_forms">, "outcome" | "newest"> & Partial<RowOf<"app.acknowledge_forms">>;

function keptOf({ outcome, newest, acknowledged_at: at }: Row): Kept {
  if (outcome === "replaced" && newest) return { outcome, newest };
  if (outcome === "nobody") return { outcome };
  if (outcome === "not assigned") return { outcome };
  if ((outcome !== "open" && outcome !== "before") || !at) throw new Error(`a form ended as ${outcome}`);
  return { outcome: outcome === "open" ? "kept" : outcome };
}
