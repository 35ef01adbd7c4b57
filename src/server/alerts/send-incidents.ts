import { sql } from "kysely";
import type { Kysely } from "kysely";
import { getControl } from "#catalog/index.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { newsOf, sayIncident } from "#domain/incident.ts";
import type { IncidentKind } from "#domain/incident.ts";
import type { DB } from "../db/types.gen.ts";
import type { JobHandler } from "../jobs/run-jobs.ts";
import type { Mail, Outbox } from "../mail/outbox.ts";
import {
  controlDigest,
  controlFailing,
  controlNeedsEvidence,
  controlPassingAgain,
  evidenceExpiring,
} from "../mail/templates/control-alert.ts";
import { memberOf } from "./send-alerts.ts";

interface Deps {
  /** As app_worker. */
  readonly worker: Kysely<DB>;
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly now: () => Date;
}

interface Row {
  readonly company: string;
  readonly slug: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly what: "began" | "last call" | "ended";
  readonly daily: boolean;
  readonly control_id: string;
  readonly kind: IncidentKind;
  readonly reason: string;
  readonly began_at: Date;
  readonly ended_at: Date | null;
  readonly ended_as: string | null;
  readonly ends_at: Date | null;
  readonly number: number | null;
  readonly item: string | null;
}

/** Says whom an incident is told to; their mails are jobs of their own. */
export function incidentJobs({ worker, now }: Pick<Deps, "worker" | "now">): JobHandler {
  return async ({ companyId, key }) =>
    void (await sql`SELECT app.tell_incident(${companyId}, ${key}, ${now()})`.execute(worker));
}

/**
 * Mails a member what is to be told of incidents: each in a mail of its own, or all of a day in one, as they chose. What is taken and
 * the mail are written in one transaction, so that it is told once at most, by however many processes.
 */
export function incidentMailJobs({ worker, outbox, appUrl, now }: Deps): JobHandler {
  const sendNext = async ({ companyId, userId }: ReturnType<typeof memberOf>) =>
    await worker.transaction().execute(async (tx) => {
      const { rows } =
        await sql<Row>`SELECT * FROM app.take_incident_alerts(${companyId}, ${userId}, ${now()})`.execute(tx);
      const [first] = rows;
      if (!first) return false;
      await outbox.enqueue(tx, first.daily ? digestOf(rows, first, appUrl) : mailOf(first, appUrl));
      return true;
    });
  return async (job, signal) => {
    const member = memberOf(job);
    for (let sent = true; sent && !signal.aborted;) sent = await sendNext(member);
    const { rows } = await sql<{
      next: Date | null;
    }>`SELECT app.next_incident_alert(${member.companyId}, ${member.userId}) AS next`.execute(worker);
    return { next: rows[0]?.next ?? undefined };
  };
}

const userOf = ({ email, first_name, last_name }: Row) => ({ email, firstName: first_name, lastName: last_name });
const exhibitOf = ({ number, item }: Row) =>
  number === null ? "An item" : `${formatExhibitNumber(number)}${item === null ? "" : `, ${item}`}`;

const newsOfRow = ({ kind, what, ends_at: endsAt }: Row) => newsOf({ kind, ended: what === "ended", endsAt });

function mailOf(row: Row, appUrl: string): Mail {
  const { company, slug, reason } = row;
  const { id, title } = getControl(row.control_id);
  const facts = { user: userOf(row), appUrl, company, slug, control: { id, title }, reason, beganAt: row.began_at };
  const news = newsOfRow(row);
  switch (news.is) {
    case "passing again":
      return controlPassingAgain({
        ...facts,
        endedAt: row.ended_at ?? row.began_at,
        applies: row.ended_as !== "not applicable",
        failed: row.kind === "failing",
      });
    case "failing":
      return controlFailing(facts);
    case "needs evidence":
      return controlNeedsEvidence(facts);
    case "expiring":
      return evidenceExpiring({ ...facts, exhibit: exhibitOf(row), endsAt: news.endsAt });
  }
}

function digestOf(rows: readonly Row[], first: Row, appUrl: string): Mail {
  const lines = rows.map((row) => ({
    at: row.what === "ended" && row.ended_at ? row.ended_at : row.began_at,
    text: sayIncident(newsOfRow(row), {
      title: getControl(row.control_id).title,
      reason: row.reason,
      exhibit: exhibitOf(row),
    }),
  }));
  lines.sort((one, other) => one.at.getTime() - other.at.getTime());
  return controlDigest({ user: userOf(first), appUrl, company: first.company, slug: first.slug, lines });
}
