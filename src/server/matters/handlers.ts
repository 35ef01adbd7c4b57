import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { sayEvent } from "#catalog/activity.ts";
import type { Tx } from "../db/as-caller.ts";
import { recordAct } from "../ledger/record-act.ts";
import { getItem } from "../evidence/open-item.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { findPeople } from "../activity/record.ts";
import { findLift } from "../evidence/lifted.ts";
import { findMatterItems, presentMatterItem, writePrivilegeLog } from "./matter-items.ts";
import { getMatter, getOwnMatter, listCircle, listMatters } from "./matter-list.ts";
import { refuse, sqlState } from "../refusal.ts";
import type { HandlersOf } from "../endpoints/handler.ts";

interface Deps {
  readonly now: () => Date;
}

export function matterHandlers({ now }: Deps): HandlersOf<"matters"> {
  /** Closes a matter, or opens it again. The act is in the matter's own record. */
  const setClosed = async (
    tx: Tx,
    { companyId, matterId }: { companyId: string; matterId: string },
    at: Date | null,
  ) => {
    const before = await getMatter(tx, companyId, matterId);
    if ((before.closedAt === null) === (at === null)) return { answer: before, entry: "unchanged" as const };
    await tx
      .updateTable("app.matters")
      .set({ closed_at: at })
      .where("company_id", "=", companyId)
      .where("id", "=", matterId)
      .execute();
    const entry = { subject: matterId, details: { name: before.name }, matterId };
    return { answer: await getMatter(tx, companyId, matterId), entry };
  };

  return {
    mine: async ({ input, tx }) =>
      (await listMatters(tx, input.companyId))
        .filter(({ inCircle, closedAt }) => inCircle && closedAt === null)
        .map(({ id, name, basis }) => ({ id, name, basis })),
    list: ({ input, tx }) => listMatters(tx, input.companyId),
    get: async ({ input: { companyId, matterId }, tx }) => ({
      matter: await getMatter(tx, companyId, matterId),
      circle: await listCircle(tx, companyId, matterId),
    }),
    create: async ({ input: { companyId, name, basis, join }, caller: { userId }, tx }) => {
      const matterId = randomUUID();
      await tx
        .insertInto("app.matters")
        .values({ company_id: companyId, id: matterId, name, basis, created_by: userId, created_at: now() })
        .execute();
      if (join) await letIn(tx, { companyId, matterId, userId, by: userId, at: now() });
      const entry = { subject: matterId, details: { name, basis, joined: join }, matterId };
      return { answer: await getMatter(tx, companyId, matterId), entry };
    },
    rename: async ({ input: { companyId, matterId, name }, tx }) => {
      const before = await getMatter(tx, companyId, matterId);
      await tx
        .updateTable("app.matters")
        .set({ name })
        .where("company_id", "=", companyId)
        .where("id", "=", matterId)
        .execute();
      const entry = { subject: matterId, details: { name, before: before.name }, matterId };
      return { answer: await getMatter(tx, companyId, matterId), entry };
    },
    close: ({ input, tx }) => setClosed(tx, input, now()),
    reopen: ({ input, tx }) => setClosed(tx, input, null),
    addPerson: async ({ input: { companyId, matterId, userId }, caller, tx }) => {
      await getMatter(tx, companyId, matterId);
      await letIn(tx, { companyId, matterId, userId, by: caller.userId, at: now() });
      const [person] = await listCircle(tx, companyId, matterId, userId);
      const answer = person ?? refuse("not-found");
      return { answer, entry: { subject: userId, details: { name: answer.name }, matterId } };
    },
    removePerson: async ({ input: { companyId, matterId, userId }, tx }) => {
      const [person] = await listCircle(tx, companyId, matterId, userId);
      if (!person) return refuse("not-found");
      await tx
        .deleteFrom("app.matter_circle")
        .where("company_id", "=", companyId)
        .where("matter_id", "=", matterId)
        .where("user_id", "=", userId)
        .execute();
      return { answer: {}, entry: { subject: userId, details: { name: person.name }, matterId } };
    },
    log: async ({ input: { companyId, matterId, after, limit }, tx }) => {
      await getOwnMatter(tx, companyId, matterId);
      const names = new Map((await findPeople(tx)).map(({ id, name }) => [id, name]));
      const before = after ?? Number.MAX_SAFE_INTEGER;
      const { rows } = await sql<{
        seq: number;
        at: Date;
        event: string;
        actor_id: string;
        subject: string;
        details: string;
      }>`(SELECT seq, at, event, actor_id, subject, details FROM app.ledger_acts
          WHERE company_id = ${companyId} AND matter_id = ${matterId} AND seq < ${before} ORDER BY seq DESC LIMIT ${limit + 1})
        UNION ALL
        (SELECT ledger_index, filed_at, 'evidence.filed', filed_by, id::text,
            jsonb_build_object('name', name, 'exhibit', 'EX-' || lpad(number::text, greatest(6, length(number::text)), '0'))::text
          FROM app.evidence WHERE company_id = ${companyId} AND matter_id = ${matterId} AND ledger_index < ${before}
          ORDER BY number DESC LIMIT ${limit + 1})
        ORDER BY seq DESC LIMIT ${limit + 1}`.execute(tx);
      const entries = rows.slice(0, limit).map(({ seq, at, event, actor_id: actor, subject, details }) => ({
        index: seq,
        at: at.toISOString(),
        event,
        person: names.get(actor) ?? "A former member",
        says: sayEvent(event, {
          subject,
          details: JSON.parse(details) as Record<string, unknown>,
          nameOf: (id) => names.get(id),
        }),
      }));
      return { entries, next: rows.length > limit ? (entries.at(-1)?.index ?? null) : null };
    },
    items: async ({ input: { companyId, matterId, after, limit }, tx }) => {
      await getOwnMatter(tx, companyId, matterId);
      const asked = { companyId, matterId, limit: limit + 1, ...(after === undefined ? {} : { before: after }) };
      const rows = await findMatterItems(tx, asked);
      const shown = rows.slice(0, limit);
      return { items: shown.map(presentMatterItem), next: rows.length > limit ? shown.at(-1)!.number : null };
    },
    privilegeLog: async ({ input: { companyId, matterId }, caller, within }) => {
      const { basis } = await within(async (tx) => {
        const matter = await getOwnMatter(tx, companyId, matterId);
        await recordAct(tx, caller, "matter.logExported", {
          subject: matterId,
          details: { name: matter.name },
          matterId,
        });
        return matter;
      });
      return {
        fileName: `privilege-log-${now().toISOString().slice(0, 10)}.csv`,
        mediaType: "text/csv; charset=utf-8",
        bytes: writePrivilegeLog(basis, (before, limit) =>
          within((tx) =>
            findMatterItems(tx, { companyId, matterId, limit, ...(before === undefined ? {} : { before }) }),
          ),
        ),
      };
    },
    lift: async ({ input: { companyId, evidenceId, reason }, tx }) => {
      const item = await getItem(tx, companyId, evidenceId);
      if (item.matter_id === null) return refuse("not-found");
      const { rows } = await sql<{ lifted: boolean }>`SELECT app.lift_privilege(${evidenceId}, ${reason}) AS lifted`
        .execute(tx)
        .catch((error: unknown) => (sqlState(error) === "42501" ? refuse("forbidden", error) : Promise.reject(error)));
      if (!rows[0]?.lifted) return refuse("not-found");
      const answer = (await findLift(tx, evidenceId)) ?? refuse("not-found");
      // For everyone: from now on they see the item, and that it was privileged.
      const details = { exhibit: formatExhibitNumber(item.number), name: item.name, reason };
      return { answer, entry: { subject: evidenceId, details } };
    },
  };
}

async function letIn(
  tx: Tx,
  {
    companyId,
    matterId,
    userId,
    by,
    at,
  }: { companyId: string; matterId: string; userId: string; by: string; at: Date },
): Promise<void> {
  await tx
    .insertInto("app.matter_circle")
    .values({ company_id: companyId, matter_id: matterId, user_id: userId, added_by: by, added_at: at })
    .execute()
    .catch((error: unknown) => {
      if (sqlState(error) === "23505") return refuse("in-circle-already", error);
      // Nobody of the company has this id.
      if (sqlState(error) === "23503") return refuse("not-found", error);
      return Promise.reject(error);
    });
}
