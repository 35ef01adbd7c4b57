import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { PartSaid } from "#domain/judge/contract.ts";
import { validForMs } from "#domain/judge/valid-for.ts";
import { UNCHANGED } from "#domain/ledger/look-line.ts";
import type { SameAccounts } from "#domain/registers/same-before.ts";
import { REGISTERS } from "#domain/registers/snapshot.ts";
import type { Tx } from "../db/as-caller.ts";

const HOUR_MS = 60 * 60_000;
export const DAY_MS = 24 * HOUR_MS;
/** A time in which the registers were sealed is never longer than this: whoever asks for a week alone finds an exhibit in it. */
const SEALED_EVERY_MS = 7 * DAY_MS;

/** The newest exhibit of the registers, and when it was last found to say the same as they do. */
export interface LastRun {
  readonly evidence_id: string;
  readonly number: number;
  readonly digest: Buffer;
  readonly taken_at: Date;
  readonly pages: readonly string[];
  readonly same_accounts: SameAccounts["now"];
  readonly same_before: SameAccounts["before"];
  /** Null where nobody looked since it was sealed. */
  readonly looked_at: Date | null;
  /** A later one was withdrawn, the registers could not be read since, or something that this one said is not decided any more: an exhibit that it was read with was withdrawn. */
  readonly undecided: boolean;
  /** Its stored file, or one of an exhibit that it was read with, is damaged: what rests on it is not decided. */
  readonly damaged: boolean;
  /** The window of a project began after it was sealed: of before counts nothing there. */
  readonly window_began: boolean;
  readonly said: readonly {
    readonly part: string;
    readonly until: string;
    readonly judge: string | null;
  }[];
}

/** One that was withdrawn counts for nothing, and is not among these. */
export async function findLastRun(tx: Tx, companyId: string, at: Date): Promise<LastRun | undefined> {
  const { rows } =
    await sql<LastRun>`SELECT r.evidence_id, e.number::integer AS number, r.digest, r.taken_at, r.pages, r.same_accounts, r.same_before,
      (SELECT (a.details::jsonb ->> 'at')::timestamptz FROM app.ledger_acts a WHERE a.company_id = r.company_id
        AND a.event = ${sql.lit(UNCHANGED)} AND a.subject = r.evidence_id::text AND a.actor_id = r.company_id
        ORDER BY a.seq DESC LIMIT 1) AS looked_at,
      EXISTS (SELECT FROM app.register_runs n WHERE n.company_id = r.company_id AND n.ledger_index > r.ledger_index)
        OR EXISTS (SELECT FROM app.evidence n WHERE n.company_id = r.company_id AND n.number > e.number AND n.source = ${REGISTERS}
          AND NOT EXISTS (SELECT FROM app.register_runs x WHERE x.company_id = n.company_id AND x.evidence_id = n.id))
        OR EXISTS (SELECT FROM app.check_results c CROSS JOIN unnest(c.read_with) u (id)
          LEFT JOIN app.evidence w ON w.company_id = c.company_id AND w.id = u.id
          WHERE c.company_id = r.company_id AND c.evidence_id = r.evidence_id AND w.id IS NULL) AS undecided,
      EXISTS (SELECT FROM app.damaged_files f WHERE f.company_id = r.company_id AND (f.evidence_id = r.evidence_id
        OR EXISTS (SELECT FROM app.check_results c WHERE c.company_id = r.company_id AND c.evidence_id = r.evidence_id
          AND f.evidence_id = ANY (c.read_with)))) AS damaged,
      EXISTS (SELECT FROM app.projects p WHERE p.company_id = r.company_id AND p.archived_at IS NULL
        AND p.window_from::timestamp AT TIME ZONE 'UTC' > r.taken_at AND p.window_from::timestamp AT TIME ZONE 'UTC' <= ${at}) AS window_began,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('part', concat_ws(' ', c.check_id, nullif(c.aspect, ''), c.source), 'until', c.valid_until,
          'judge', c.judge)), '[]') FROM app.check_results c
        WHERE c.company_id = r.company_id AND c.evidence_id = r.evidence_id) AS said
    FROM app.register_runs r JOIN app.evidence e ON e.company_id = r.company_id AND e.id = r.evidence_id
    WHERE r.company_id = ${companyId} ORDER BY r.ledger_index DESC LIMIT 1`.execute(tx);
  return rows[0];
}

/** What the registers say now. */
interface SaidNow {
  readonly at: Date;
  readonly digest: Buffer;
  readonly judge: string | undefined;
  readonly doubled: SameAccounts;
  readonly parts: readonly PartSaid[];
}

/** What a run has to write down. */
export type Due =
  /** It was said less than a day ago, and then. */
  | { readonly kind: "nothing"; readonly saidAt: Date }
  /** That this exhibit says the same as the registers do. */
  | { readonly kind: "look"; readonly evidenceId: string; readonly number: number }
  | { readonly kind: "exhibit" };

const EXHIBIT: Due = { kind: "exhibit" };

/**
 * What is to be written down where the registers say the same as their newest exhibit: within a day nothing, unless something that it said
 * would end before the next look and lasts longer by now, and for a week one entry of the ledger a day. What that exhibit said goes on
 * counting until the day that it said, and never longer than what is said now.
 */
export function dueAfter(last: LastRun | undefined, now: SaidNow): Due {
  if (!last || last.undecided || !last.digest.equals(now.digest)) return EXHIBIT;
  const saidAt = last.looked_at !== null && last.looked_at > last.taken_at ? last.looked_at : last.taken_at;
  if (now.at.getTime() - saidAt.getTime() < DAY_MS)
    return isRenewed(last, now, saidAt) ? EXHIBIT : { kind: "nothing", saidAt };
  return staysSaid(last, now) ? { kind: "look", evidenceId: last.evidence_id, number: last.number } : EXHIBIT;
}

/** When each part that the newest exhibit said something of ends, by its name. */
const saidOf = ({ said }: LastRun) => new Map(said.map((own) => [own.part, own]));
const nameOf = ({ check, aspect, source = REGISTERS }: PartSaid) => [check, aspect, source].filter(Boolean).join(" ");

/** Whether something that was said ends before the registers are looked at again, where the same would count for longer if it was said now. */
function isRenewed(last: LastRun, { at, parts }: SaidNow, saidAt: Date): boolean {
  // A look comes somewhat later than it is due.
  const nextLook = saidAt.getTime() + DAY_MS + HOUR_MS;
  const said = saidOf(last);
  return parts.some((part) => {
    const until = Date.parse(said.get(nameOf(part))?.until ?? "");
    // Whole hours are said: of the same end another moment says up to an hour more.
    return until < nextLook && at.getTime() + validForMs(part) >= until + HOUR_MS;
  });
}

function staysSaid(last: LastRun, { at, judge, doubled, parts }: SaidNow): boolean {
  if (last.damaged || last.window_began || at.getTime() - last.taken_at.getTime() >= SEALED_EVERY_MS) return false;
  const { same_accounts, same_before } = last;
  if (!isDeepStrictEqual({ now: same_accounts, before: same_before }, doubled)) return false;
  const said = saidOf(last);
  return (
    said.size === parts.length &&
    parts.every((part) => {
      const own = said.get(nameOf(part));
      const until = own ? Date.parse(own.until) : Number.NaN;
      // Whoever looks tomorrow comes in time to seal it anew.
      return (
        own?.judge === (judge ?? null) && until <= at.getTime() + validForMs(part) && until >= at.getTime() + 2 * DAY_MS
      );
    })
  );
}
