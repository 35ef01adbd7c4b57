import type { Kysely } from "kysely";
import { getControl } from "#catalog/index.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { newsOf, sayIncident } from "#domain/incident.ts";
import { callFunction } from "../db/functions.ts";
import type { RowOf } from "../db/functions.ts";
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

type Row = RowOf<"app.take_incident_alerts">;

/** Says whom an incident is told to; their mails are jobs of their own. */
export function incidentJobs({ worker, now }: Pick<Deps, "worker" | "now">): JobHandler {
  return async ({ companyId, key }) => await callFunction(worker, "app.tell_incident", [companyId ?? null, key, now()]);
}

/**
 * Mails a member what is to be told of incidents: each in a mail of its own, or all of a day in one, as they chose. What is taken and
 * the mail are written in one transaction, so that it is told once at most, by however many processes.
 */
export function incidentMailJobs({ worker, outbox, appUrl, now }: Deps): JobHandler {
  const sendNext = async ({ companyId, userId }: ReturnType<typeof memberOf>) =>
    await worker.transaction().execute(async (tx) => {
      const rows = await callFunction(tx, "app.take_incident_alerts", [companyId, userId, now()]);
      const [first] = rows;
      if (!first) return false;
      await outbox.enqueue(tx, first.daily ? digestOf(rows, first, appUrl) : mailOf(first, appUrl));
      return true;
    });
  return async (job, signal) => {
    const member = memberOf(job);
    for (let sent = true; sent && !signal.aborted;) sent = await sendNext(member);
    const next = await callFunction(worker, "app.next_incident_alert", [member.companyId, member.userId]);
    return { next: next ?? undefined };
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
  lines.sort((a, b) => a.at.getTime() - b.at.getTime());
  return controlDigest({ user: userOf(first), appUrl, company: first.company, slug: first.slug, lines });
}
