import type { Kysely } from "kysely";
import { byteaArray, plainArray, textArray } from "../../db/array-literal.ts";
import { callAs } from "../../db/as-caller.ts";
import type { ArgumentsOf, FunctionName, RowOf } from "../../db/functions.ts";
import { retryConflicts } from "../../db/retry-conflicts.ts";
import type { DB } from "../../db/types.gen.ts";
import { inBatches } from "../../in-batches.ts";
import { writeAct } from "../../ledger/record-act.ts";
import type { Mail } from "../../mail/outbox.ts";
import { ENTRY_PLACE } from "../../mail/templates/staff-receipt.ts";
import type { Receipt } from "../pages/page.ts";
import type { StaffMember } from "../staff-sessions.ts";

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
  readonly receiptOf: (staff: StaffMember, done: Receipt, at: Date) => Mail;
  readonly now: () => Date;
}

/** Forms that are kept in one transaction, at most. */
const TOGETHER = 50;

/**
 * Keeps acknowledgments. Those that wait at the same moment in one company are kept in one transaction, each with its own leaf: the
 * ledger's head is locked, and the disk waited for, once for all of them. Each is answered when it is durable.
 */
export function openAcknowledging(deps: Deps): (form: Form) => Promise<Kept> {
  const keep = inBatches<Form, Kept>(TOGETHER, (_, forms) => keepForms(deps, forms));
  return (form) => keep(form.staff.companyId, form);
}

async function keepForms(deps: Deps, forms: readonly Form[]): Promise<Kept[]> {
  const { db, receiptOf, now } = deps;
  const at = now();
  // The first asks for all; each form is looked at with the session that it came with.
  const { companyId, personId: userId } = forms[0]!.staff;
  const call = <F extends FunctionName>(name: F, args: ArgumentsOf<F>) =>
    retryConflicts(() => callAs(db, { userId, companyId }, name, args));
  const found = await call("app.staff_forms", askedOf(forms, at));
  if (found[0]!.outcome === "nobody" && forms.length > 1)
    return [{ outcome: "nobody" }, ...(await keepForms(deps, forms.slice(1)))];
  const pressed = forms.map((form, index) => ({ form, row: found[index]! }));
  // The others are as they were, whatever happens meanwhile.
  const written = pressed.flatMap(({ form, row }) => {
    const { title, number: version, policy_id: subject } = row;
    if ((row.outcome !== "open" && row.outcome !== "before") || !title || !version || !subject) return [];
    const { personId, number, method } = form.staff;
    const details = {
      title,
      version,
      sha256: form.sha256,
      person: personId,
      number,
      method,
      vouched: row.vouched,
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
    const receipt = receiptOf(form.staff, done, at);
    return [{ form, row, act, receipt }];
  });
  if (written.length === 0) return pressed.map(({ row }) => keptOf(row));
  const open = written.map(({ form }) => form);
  const ends = await call("app.acknowledge_forms", [
    ...askedOf(open, at),
    plainArray(written.map(({ act }) => act.id)),
    textArray(written.map(({ act }) => act.details)),
    byteaArray(written.map(({ act }) => act.salt)),
    plainArray(written.map(({ act }) => act.commitment)),
    JSON.stringify(written.map(({ receipt }) => receipt)),
  ]);
  const endOf = new Map(written.map(({ form }, index) => [form, ends[index]!]));
  return pressed.map(({ form, row }) => keptOf({ ...row, ...endOf.get(form) }));
}

function askedOf(forms: readonly Form[], at: Date) {
  return [
    byteaArray(forms.map(({ staff }) => staff.session)),
    plainArray(forms.map(({ versionId }) => versionId)),
    textArray(forms.map(({ sha256 }) => sha256)),
    at,
  ] as const satisfies ArgumentsOf<"app.staff_forms">;
}

type Row = RowOf<"app.staff_forms"> & Partial<RowOf<"app.acknowledge_forms">>;

function keptOf({ outcome, newest, acknowledged_at: at }: Row): Kept {
  if (outcome === "replaced" && newest) return { outcome, newest };
  if (outcome === "nobody") return { outcome };
  if (outcome === "not assigned") return { outcome };
  if ((outcome !== "open" && outcome !== "before") || !at) throw new Error(`a form ended as ${outcome}`);
  return { outcome: outcome === "open" ? "kept" : outcome };
}
