import { sql } from "kysely";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { hoursInWords } from "#domain/policies/promised-hours.ts";
import type { ShownFigure } from "#domain/policies/read-figures.ts";
import { measures } from "#domain/policies/shown-figures.ts";
import type { KeptFigure } from "#domain/policies/shown-figures.ts";
import { breaking, strictPromises } from "#domain/policies/strict-promises.ts";
import { some } from "#judge/registers/registers.ts";
import type { Tx } from "../db/as-caller.ts";
import { readNewestSnapshot } from "./newest-snapshot.ts";

/** What contradicts a promise that is stricter than its check. */
export interface BrokenPromise {
  readonly reason: string;
  readonly exhibit: string;
  readonly observedAt: Date;
}

interface OpenAccount {
  readonly label: string;
  readonly person: number;
  readonly hours: number;
  readonly seenAt: Date;
  readonly exhibit: number;
}

/** What an exhibit shows otherwise than it is promised. */
interface Found {
  readonly shown: readonly ShownFigure[];
  readonly exhibit: number;
  readonly at: Date;
}

/** An exhibit is named where it shows something. */
type Source = Pick<Found, "shown"> & Partial<Found>;

/**
 * By a check what contradicts the figure that this text promises, where it is stricter than the check's own: what the newest exhibits show.
 * What nobody has read since says nothing of afterwards.
 */
export async function brokenPromises(
  tx: Tx,
  companyId: string,
  text: string,
): Promise<ReadonlyMap<string, BrokenPromise>> {
  const broken = new Map<string, BrokenPromise>();
  const promised = strictPromises(text);
  const registers = [...promised.keys()].flatMap((check) => registersOf(check));
  const snapshot = registers.length > 0 ? await readNewestSnapshot(tx, companyId, registers) : undefined;
  for (const [check, figure] of promised) {
    const measure = measures[check]!;
    const sources: readonly Source[] =
      "accounts" in measure
        ? [await openAccounts(tx, companyId, figure.value)]
        : "collected" in measure
          ? await readCollectedFigures(tx, companyId, check)
          : [{ shown: snapshot ? measure.shown(snapshot.register, snapshot.at) : [], ...snapshot }];
    const breaks = sources
      .flatMap(({ shown, ...source }) => breaking(figure, shown).map((found) => ({ ...found, ...source })))
      .toSorted((a, b) => (figure.least ? a.value - b.value : b.value - a.value));
    const [worst] = breaks;
    if (!worst) continue;
    const names = some([...new Set(breaks.map(({ of }) => of))]);
    const shown = figure.unit === "hours" ? hoursInWords(worst.value) : `${worst.value} ${figure.unit}s`;
    broken.set(check, {
      reason: `${figure.words} promised, ${shown} shown${measure.about === "" ? "" : ` ${measure.about}`}: ${names}.`,
      exhibit: formatExhibitNumber(worst.exhibit!),
      observedAt: worst.at!,
    });
  }
  return broken;
}

/** What the newest exhibits of connections show of a check's figure. One that was withdrawn shows nothing. */
async function readCollectedFigures(tx: Tx, companyId: string, check: string): Promise<readonly Found[]> {
  const { rows } = await sql<{
    exhibit: number;
    at: Date;
    figures: readonly KeptFigure[];
  }>`SELECT e.number::integer AS exhibit, n.observed_at AS at, n.shown_figures AS figures FROM app.connections k
    JOIN LATERAL (SELECT r.evidence_id, r.observed_at, r.shown_figures FROM app.collection_runs r
      WHERE r.company_id = k.company_id AND r.connection_id = k.id AND r.state = 'done' AND r.evidence_id IS NOT NULL
      ORDER BY r.slot DESC LIMIT 1) n ON true
    JOIN app.evidence e ON e.company_id = k.company_id AND e.id = n.evidence_id AND e.withdrawal_id IS NULL
    WHERE k.company_id = ${companyId} AND k.state <> 'disconnected' ORDER BY e.number`.execute(tx);
  return rows.map(({ figures, ...exhibit }) => ({
    ...exhibit,
    shown: figures.filter((figure) => figure.check === check),
  }));
}

const registersOf = (check: string): readonly string[] => {
  const measure = measures[check]!;
  return "registers" in measure ? measure.registers : [];
};

/** The same of accounts: the exhibit is that of the one which was open longest. */
async function openAccounts(tx: Tx, companyId: string, hours: number): Promise<Source> {
  const open = await openLongerThan(tx, companyId, hours);
  const shown = open.map((account) => ({ value: account.hours, of: `${account.label} (PER-${account.person})` }));
  const [first] = open;
  return first ? { shown, exhibit: first.exhibit, at: first.seenAt } : { shown };
}

/** Accounts that the newest exhibits show open so many hours after their owner left, the longest first. */
async function openLongerThan(tx: Tx, companyId: string, hours: number): Promise<readonly OpenAccount[]> {
  const { rows } =
    await sql<OpenAccount>`SELECT x.account ->> 'label' AS label, r.number::integer AS person, l.seen_at AS "seenAt",
      e.number::integer AS exhibit, (extract(epoch FROM l.seen_at - (r.fields ->> 'endsAt')::timestamptz) / 3600)::float8 AS hours
    FROM app.account_lists l
    JOIN app.connections k ON k.company_id = l.company_id AND k.id = l.connection_id AND k.state <> 'disconnected'
    JOIN app.evidence e ON e.company_id = l.company_id AND e.id = l.evidence_id AND e.withdrawal_id IS NULL
    CROSS JOIN LATERAL jsonb_array_elements(l.accounts) x (account)
    JOIN app.records r ON r.company_id = l.company_id AND r.register = 'people' AND r.id = (x.account ->> 'personId')::uuid
    WHERE l.company_id = ${companyId} AND x.account -> 'active' = 'true'
      AND (r.fields ->> 'endsAt')::timestamptz + make_interval(secs => ${hours * 3600}) <= l.seen_at
    ORDER BY hours DESC, label`.execute(tx);
  return rows;
}
