import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { findControl, getControl } from "#catalog/index.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import type { IncidentKind } from "#domain/incident.ts";
import type { Tx } from "../db/as-caller.ts";
import { fail } from "../app-error.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { Caller } from "../endpoints/caller.ts";

interface Deps {
  readonly now: () => Date;
}

interface Row {
  readonly id: string;
  readonly kind: IncidentKind;
  readonly control_id: string;
  readonly reason: string;
  readonly began_at: Date;
  readonly ended_at: Date | null;
  readonly ends_at: Date | null;
  readonly number: number | null;
  readonly acknowledged_at: Date | null;
  readonly acknowledged_by: string | null;
  readonly muted_until: Date | null;
}

const MOST_OPEN = 44;
const RECENT = 5;
const RECENT_DAYS = 14;

async function findAlerts(tx: Tx, { companyId, userId }: Caller, now: Date, rest: RawBuilder<unknown>) {
  const { rows } =
    await sql<Row>`SELECT i.id, i.kind, i.control_id, i.reason, i.began_at, i.ended_at, i.ends_at, i.number,
      i.acknowledged_at, p.first_name || ' ' || p.last_name AS acknowledged_by, m.until AS muted_until
    FROM app.incidents i
    LEFT JOIN app.profiles p ON p.id = i.acknowledged_by
    LEFT JOIN app.control_mutes m ON m.company_id = i.company_id AND m.user_id = ${userId} AND m.control_id = i.control_id
      AND m.until > ${now}
    WHERE i.company_id = ${companyId} ${rest}`.execute(tx);
  return rows;
}

function present(row: Row) {
  const { id, title } = getControl(row.control_id);
  const isExpiring = row.kind === "expiring";
  return {
    id: row.id,
    kind: row.kind,
    control: { id, title },
    reason: row.reason,
    beganAt: row.began_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    expiresAt: (isExpiring && row.ends_at?.toISOString()) || null,
    exhibit: isExpiring && row.number !== null ? formatExhibitNumber(row.number) : null,
    acknowledged: row.acknowledged_at && {
      by: row.acknowledged_by ?? "A former member",
      at: row.acknowledged_at.toISOString(),
    },
    mutedUntil: row.muted_until?.toISOString() ?? null,
  };
}

export function alertHandlers({ now }: Deps): HandlersOf<"alerts"> {
  return {
    open: async ({ caller, tx }) => {
      const gravest = sql`AND i.ended_at IS NULL
        ORDER BY array_position(ARRAY['failing', 'expired', 'expiring'], i.kind), i.began_at DESC, i.id LIMIT ${MOST_OPEN}`;
      const since = new Date(now().getTime() - RECENT_DAYS * 24 * 60 * 60_000);
      const lately = sql`AND i.ended_at > ${since} AND i.kind <> 'expiring' ORDER BY i.ended_at DESC, i.id LIMIT ${RECENT}`;
      const open = await findAlerts(tx, caller, now(), gravest);
      const recent = await findAlerts(tx, caller, now(), lately);
      return { count: open.length, open: open.map(present), recent: recent.map(present) };
    },
    list: async ({ input: { after, limit }, caller, tx }) => {
      const from = after === undefined ? undefined : placeOf(after);
      const older = from ? sql`AND (i.began_at, i.id) < (${from.at}::timestamptz, ${from.id}::uuid)` : sql``;
      const newest = sql`${older} ORDER BY i.began_at DESC, i.id DESC LIMIT ${limit + 1}`;
      const rows = await findAlerts(tx, caller, now(), newest);
      const last = rows.length > limit ? rows[limit - 1] : undefined;
      return {
        alerts: rows.slice(0, limit).map(present),
        next: last ? `${last.began_at.toISOString()}.${last.id}` : null,
      };
    },
    acknowledge: async ({ input: { alertId }, caller, tx }) => {
      const find = async () => (await findAlerts(tx, caller, now(), sql`AND i.id = ${alertId}`))[0];
      const before = await find();
      if (!before) return fail("not-found");
      if (before.acknowledged_at) return { answer: present(before), entry: "unchanged" };
      await tx
        .updateTable("app.incidents")
        .set({ acknowledged_by: caller.userId, acknowledged_at: now() })
        .where("company_id", "=", caller.companyId)
        .where("id", "=", alertId)
        .execute();
      const answer = present((await find())!);
      return { answer, entry: { subject: alertId, details: { control: answer.control.id, kind: answer.kind } } };
    },
    mute: async ({ input: { controlId, until }, caller, tx }) => {
      if (!findControl(controlId)) return fail("not-found");
      const mutedUntil = until === null ? null : new Date(`${until}T00:00:00Z`);
      if (mutedUntil)
        await sql`INSERT INTO app.control_mutes (company_id, user_id, control_id, until)
          VALUES (${caller.companyId}, ${caller.userId}, ${controlId}, ${mutedUntil})
          ON CONFLICT (company_id, user_id, control_id) DO UPDATE SET until = excluded.until`.execute(tx);
      else
        await tx
          .deleteFrom("app.control_mutes")
          .where("company_id", "=", caller.companyId)
          .where("user_id", "=", caller.userId)
          .where("control_id", "=", controlId)
          .execute();
      const answer = { mutedUntil: mutedUntil?.toISOString() ?? null };
      return { answer, entry: { subject: controlId, details: { until: answer.mutedUntil } } };
    },
  };
}

/** Where a page ended; anything else ends nowhere. */
function placeOf(after: string): { at: string; id: string } {
  const [, at, id] = /^(\d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z)\.([0-9a-f-]{36})$/.exec(after) ?? [];
  return at && id ? { at, id } : fail("not-found");
}
