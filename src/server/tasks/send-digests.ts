import type { Logger } from "pino";
import { can } from "#domain/access.ts";
import type { CompanyRole } from "#domain/access.ts";
import { nextDigest, ownTasks } from "#domain/tasks/digest.ts";
import { asCaller } from "../db/as-caller.ts";
import type { Databases } from "../db/connections.ts";
import { callFunction } from "../db/functions.ts";
import type { RowOf } from "../db/functions.ts";
import type { Outbox } from "../mail/outbox.ts";
import { taskDigest } from "../mail/templates/task-digest.ts";
import { readPlannedTasks } from "./planned-tasks.ts";

interface Deps {
  readonly databases: Pick<Databases, "user" | "worker">;
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly now: () => Date;
  readonly log: Logger;
}

const AT_ONCE = 100;

/**
 * Mails members their tasks where their Monday has begun; nobody who has none. A mail and what is kept of it are one transaction: each is
 * sent once however many workers run, and what a killed one had taken is looked at again a quarter of an hour later.
 */
export async function sendDigests(deps: Deps, signal: AbortSignal): Promise<void> {
  const at = deps.now();
  for (;;) {
    const members = await callFunction(deps.databases.worker, "app.take_task_digests", [at, AT_ONCE]);
    if (members.length === 0) return;
    for (const member of members) {
      if (signal.aborted) return;
      await send(deps, member, at).catch((error: unknown) =>
        deps.log.error(
          { err: error, company: member.company_id, user: member.user_id },
          "tasks could not be mailed to a member",
        ),
      );
    }
  }
}

async function send(
  { databases, outbox, appUrl }: Deps,
  member: RowOf<"app.take_task_digests">,
  at: Date,
): Promise<void> {
  const { company_id: companyId, user_id: userId, company, email, time_zone: timeZone, taken } = member;
  const role = member.role as CompanyRole;
  // No session is there to have proved one: what somebody has set up is what they would come in with.
  const { has_second_factor: secondFactor } = member;
  const tasks = await asCaller(databases.user, { userId, companyId, secondFactor }, (tx) =>
    readPlannedTasks(tx, { companyId, role }, at),
  );
  const own = ownTasks(tasks, userId, can(role, "tasks.plan"));
  const user = { email, firstName: member.first_name, lastName: member.last_name };
  await databases.worker.transaction().execute(async (tx) => {
    const next = nextDigest(timeZone, at);
    const mayMail = await callFunction(tx, "app.keep_task_digest", [companyId, userId, taken, next, at]);
    if (mayMail && own.length > 0)
      await outbox.enqueue(tx, taskDigest({ user, userId, company, tasks: own, timeZone, sentAt: at, appUrl }));
  });
}
