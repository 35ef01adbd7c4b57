import type { Kysely } from "kysely";
import type { Logger } from "pino";
import { waitAfter } from "#domain/webhook-schedule.ts";
import { callFunction } from "../db/functions.ts";
import type { RowOf } from "../db/functions.ts";
import type { DB } from "../db/types.gen.ts";
import { EgressRefused } from "../outbound/guard.ts";
import type { Egress } from "../outbound/egress.ts";
import type { Keys } from "../keys/keys.ts";
import type { JobHandler } from "../jobs/run-jobs.ts";
import type { Outbox } from "../mail/outbox.ts";
import { webhookTurnedOff } from "../mail/templates/webhook-turned-off.ts";
import { redact } from "../redaction.ts";
import { signedHeaders } from "./signature.ts";

interface Deps {
  /** As app_worker. */
  readonly worker: Kysely<DB>;
  readonly keys: Keys;
  readonly egress: Egress;
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly now: () => Date;
  readonly log: Logger;
}

interface Claimed extends RowOf<"app.begin_webhook_attempt"> {
  readonly companyId: string;
  readonly webhookId: string;
}

/** Longer than an attempt may take: what was stopped in it is sent again after that. */
const ATTEMPT_MS = 30_000;
const ANSWER_CHARACTERS = 1_024;

/** What a webhook's secret is sealed to. */
export function webhookBinding(companyId: string, webhookId: string): string {
  return `webhook|${companyId}|${webhookId}`;
}

/**
 * Sends a receiver what it gets next, at least once and under one id however often it is tried, one delivery after the other. No
 * transaction is open while a receiver is spoken to.
 */
export function webhookJobs(deps: Deps): JobHandler {
  const { worker, now } = deps;
  return async ({ companyId, key: webhookId }, signal) => {
    if (companyId === undefined) return;
    const [begun] = await callFunction(worker, "app.begin_webhook_attempt", [companyId, webhookId, now()]);
    if (begun && !(await attempt(deps, { ...begun, companyId, webhookId }, signal)))
      return { next: new Date(now().getTime() + ATTEMPT_MS) };
    const next = await callFunction(worker, "app.next_webhook_attempt", [companyId, webhookId]);
    return { next: next ?? undefined };
  };
}

interface Outcome {
  readonly status: number | null;
  readonly answer: string | null;
  /** Undefined when it arrived. */
  readonly problem?: string;
}

/** False when it was stopped in the middle: nobody knows whether it arrived. */
async function attempt(deps: Deps, claimed: Claimed, signal: AbortSignal): Promise<boolean> {
  const began = performance.now();
  const outcome = await send(deps, claimed, signal);
  if (signal.aborted && outcome.problem !== undefined) return false;
  const took = Math.round(performance.now() - began);
  await deps.worker.transaction().execute(async (tx) => {
    const at = deps.now();
    const wait = waitAfter(claimed.attempts);
    const next = outcome.problem !== undefined && wait !== undefined ? new Date(at.getTime() + wait * 1_000) : null;
    const rows = await callFunction(tx, "app.finish_webhook_attempt", [
      claimed.companyId,
      claimed.id,
      claimed.attempts,
      outcome.problem === undefined,
      next,
      at,
      outcome.status,
      took,
      outcome.answer,
      outcome.problem ?? null,
    ]);
    for (const { url, company, failing_since, ...user } of rows)
      await deps.outbox.enqueue(
        tx,
        webhookTurnedOff({
          user: { email: user.email, firstName: user.first_name, lastName: user.last_name },
          appUrl: deps.appUrl,
          company,
          host: new URL(url).host,
          failingSince: failing_since,
        }),
      );
  });
  return true;
}

async function send({ keys, egress, now, log }: Deps, claimed: Claimed, signal: AbortSignal): Promise<Outcome> {
  const { id, url, payload: body } = claimed;
  const bound = webhookBinding(claimed.companyId, claimed.webhookId);
  try {
    const secrets = [claimed.sealed_secret, claimed.old_sealed_secret]
      .filter((sealed) => sealed !== null)
      .map((sealed) => keys.unwrap("webhook", sealed, bound));
    const headers = {
      "content-type": "application/json",
      "user-agent": "Exhibit-Webhooks/1",
      ...signedHeaders(secrets, { id, at: now(), body }),
    };
    const { status, body: answered } = await egress.post(url, headers, body, signal);
    const answer = textOf(answered);
    if (status >= 200 && status < 300) return { status, answer };
    const problem =
      status >= 300 && status < 400 ? "Redirects are not followed." : `The receiver answered with status ${status}.`;
    return { status, answer, problem };
  } catch (error) {
    log.debug({ err: error, delivery: id }, "a webhook could not be delivered");
    return { status: null, answer: null, problem: problemOf(error) };
  }
}

/** What the log may show of an answer: text, without what looks like a secret. */
function textOf(bytes: Buffer): string {
  const text = bytes.toString("utf8").replace(/[^\P{Cc}\n\t]/gu, "\ufffd");
  return (redact(text) as string).slice(0, ANSWER_CHARACTERS);
}

const problems: Readonly<Record<string, string>> = {
  ENOTFOUND: "The name of the receiver could not be found.",
  EAI_AGAIN: "The name of the receiver could not be found.",
  ECONNREFUSED: "The receiver refused the connection.",
  ECONNRESET: "The receiver ended the connection.",
  EHOSTUNREACH: "The receiver could not be reached.",
  ENETUNREACH: "The receiver could not be reached.",
};

function problemOf(error: unknown): string {
  if (error instanceof EgressRefused) return "This address is not on the public internet, so nothing was sent.";
  const { name, code = "" } = error as NodeJS.ErrnoException;
  if (name === "AbortError" || name === "TimeoutError") return "The receiver did not answer within 10 seconds.";
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code)) return "The receiver's certificate could not be verified.";
  return problems[code] ?? "The receiver could not be reached.";
}
