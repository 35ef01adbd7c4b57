import { sql } from "kysely";
import { sayMissing } from "#domain/control-status.ts";
import type { DocumentInControl } from "#domain/control-status.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import type { Tx } from "../db/as-caller.ts";
import type { CheckState } from "#judge/check-states.ts";
import { judgeFacts, readFactsAt } from "../controls/control-states.ts";
import type { ItemOfLedger } from "../controls/control-states.ts";
import { findItems } from "../evidence/items.ts";
import type { ItemRow } from "../evidence/items.ts";
import { presentVerdict } from "../controls/present-control.ts";
import type { PresentedVerdict } from "../controls/present-control.ts";
import { presentProject, readOwned } from "../projects/projects.ts";
import type { ProjectRow } from "../projects/projects.ts";
import { BundledItems } from "./bundled-items.ts";
import { collectedWithin, judgedAt, momentsOf } from "./bundle-plan.ts";
import type { ReportPlan } from "./bundle-plan.ts";
import type { ChangedItem } from "./changed-items.ts";
import { recordedActs } from "./recorded-acts.ts";

const PAGE = 250;

/**
 * Everything a bundle speaks of but the files themselves: items, controls, project and what people decided, as they stood for the plan. `changed` are the
 * items whose name or controls are no longer those they were filed with.
 */
export async function collect(tx: Tx, plan: ReportPlan, changed: ReadonlyMap<string, ChangedItem>) {
  const { items, filed } = await collectItems(tx, plan, changed);
  const isNarrowed = plan.days.from !== undefined || plan.days.to !== undefined;
  const at = judgedAt(plan);
  const facts = await readFactsAt(tx, plan.companyId, at, plan.head.size, filed, {
    ...(isNarrowed && { ...momentsOf(plan.days), decidedUntil: at }),
  });
  const states = judgeFacts(facts);
  const controls = states.map((state) => ({
    ...withoutAction(presentVerdict(state)),
    statement: state.control.statement,
    checks: state.checks.flatMap((check) => presentAnswered(check, items.numbers)),
    documents: state.documents.map(presentDocument),
    missing: state.missing.map(sayMissing),
    exhibits: items.ofControl(state.control.id).exhibits,
    limits: state.control.limits.map((limit) => ({ ...limit })),
  }));
  const project = plan.project && asOf(plan.project, plan.issuedAt);
  return {
    controls,
    items,
    facts,
    states,
    project: project && presentProject(project, states, await readOwned(tx)),
    acts: await recordedActs(tx, plan, states, items.numbers),
  };
}

/** What to do next, and by when, is for the company's own pages. */
const withoutAction = ({ next: _, until: __, ...control }: PresentedVerdict) => control;

/** An expected document as it stands, with the item that was filed as it. */
function presentDocument({ documentId, title, type, state, number, endsAt, by, reason }: DocumentInControl) {
  return {
    id: documentId,
    title,
    type,
    state,
    exhibit: number === null ? null : formatExhibitNumber(number),
    /** What put it on file; null in any other state. */
    by,
    /** Of a policy by whose approvals it is reviewed, of a filing that nobody but its filer reviewed, that; empty otherwise. */
    note: state === "on file" ? reason : "",
    /** Until when it counts; null where nothing does. */
    until: state === "on file" || state === "not applicable" ? (endsAt?.toISOString() ?? null) : null,
  };
}

/**
 * What a check came to over its parts, as soon as something answered, with the answer that this rests on. One that is not decided
 * because its item was withdrawn rests on nothing in the bundle: what is missing of its control says so.
 */
function presentAnswered(
  { checkId, title, outcome, reason, decided, asked, decisive }: CheckState,
  bundled: ReadonlySet<number>,
) {
  if (!decisive || (outcome === "unknown" && !bundled.has(decisive.number))) return [];
  return [
    {
      id: checkId,
      title,
      source: decisive.source,
      outcome,
      reason,
      parts: { decided, asked },
      observedAt: decisive.observedAt.toISOString(),
      exhibit: formatExhibitNumber(decisive.number),
    },
  ];
}

/** The items, and of each what decides whether a control has evidence. */
async function collectItems(tx: Tx, plan: ReportPlan, changed: ReadonlyMap<string, ChangedItem>) {
  const items = new BundledItems();
  const filed: ItemOfLedger[] = [];
  const lists = new Map<string, readonly string[]>();
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const page = await findItems(
      tx,
      plan.companyId,
      sql`e.ledger_index < ${plan.head.size} AND e.number < ${before} AND ${collectedWithin(sql`e.collected_at`, plan.days)}`,
      PAGE,
    );
    const standing = page.map((row) => atHead(row, changed.get(row.id)));
    items.add(standing);
    for (const { number, filed_at: filedAt, controls: own } of standing) {
      // Many items are filed under the same controls, and need one list of them.
      const name = own.join();
      const controls = lists.get(name) ?? own;
      lists.set(name, controls);
      filed.push({ number, filedAt, controls });
    }
    if (page.length < PAGE) break;
    before = page.at(-1)!.number;
  }
  return { items, filed };
}

/** The item as it stood at the plan's head, where its name or its controls changed. */
function atHead(row: ItemRow, changed: ChangedItem | undefined): ItemRow {
  if (!changed) return row;
  const { name, controls, controlsUntil } = changed;
  const latest = Math.max(...controlsUntil.map((until) => until.getTime()));
  return {
    ...row,
    name,
    controls: [...controls],
    controls_until: [...controlsUntil],
    ...(controls.length > 0 && { valid_until: new Date(latest) }),
  };
}

/** A project as it stood when the bundle was asked for. */
function asOf(project: ProjectRow, at: Date): ProjectRow {
  const known = (date: Date | null) => (date && date <= at ? date : null);
  return { ...project, started_at: known(project.started_at), archived_at: known(project.archived_at) };
}

export type Collected = Awaited<ReturnType<typeof collect>>;
export type BundledControl = Collected["controls"][number];
