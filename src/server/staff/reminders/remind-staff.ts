import type { Logger } from "pino";
import { isToRemind } from "#domain/staff/reminders.ts";
import { newToken, sha256 } from "../../auth/tokens.ts";
import { asCaller } from "../../db/as-caller.ts";
import type { Databases } from "../../db/connections.ts";
import { callFunction } from "../../db/functions.ts";
import type { RowOf } from "../../db/functions.ts";
import type { Outbox } from "../../mail/outbox.ts";
import { staffReminder } from "../../mail/templates/staff-reminder.ts";
import { readOwnDeviceQuestions } from "../device-questions.ts";
import { mayMail } from "../may-mail.ts";
import { toDoOf } from "../own-to-do.ts";
import { readOwnPolicies } from "../policies/own-policies.ts";
import { readOwnTraining } from "../training/own-training.ts";

interface Deps {
  readonly databases: Pick<Databases, "staff" | "worker">;
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly now: () => Date;
  readonly log: Logger;
}

const AT_ONCE = 200;

/**
 * Writes to everybody of the staff who is due to be told of something. A mail and what is kept of it are one transaction: each is sent once
 * however many workers run, and what a killed one had taken is looked at again a day later.
 */
export async function remindStaff(deps: Deps, signal: AbortSignal): Promise<void> {
  const at = deps.now();
  for (;;) {
    const people = await callFunction(deps.databases.worker, "app.take_staff_to_remind", [at, AT_ONCE]);
    if (people.length === 0) return;
    for (const person of people) {
      if (signal.aborted) return;
      // One whose page cannot be read holds up nobody else; they are looked at again a day later.
      await remind(deps, person, at).catch((error: unknown) =>
        deps.log.error({ err: error, person: person.person_id }, "somebody of the staff could not be reminded"),
      );
    }
  }
}

async function remind(
  { databases, outbox, appUrl }: Deps,
  person: RowOf<"app.take_staff_to_remind">,
  at: Date,
): Promise<void> {
  const { company_id: companyId, person_id: userId, company, name, email, told_at: toldAt } = person;
  const owed = await asCaller(databases.staff, { userId, companyId }, async (tx) =>
    toDoOf(
      {
        training: await readOwnTraining(tx, at),
        policies: await readOwnPolicies(tx),
        questions: await readOwnDeviceQuestions(tx, at),
      },
      at,
    ),
  );
  if (!isToRemind(owed, toldAt, at)) return;
  const token = newToken();
  await databases.worker.transaction().execute(async (tx) => {
    if (!(await mayMail(tx, companyId, email))) return;
    const kept = await callFunction(tx, "app.keep_staff_reminder", [
      companyId,
      userId,
      email,
      sha256(token),
      toldAt,
      at,
    ]);
    if (kept) await outbox.enqueue(tx, staffReminder({ to: email, name, company, owed, token, sentAt: at, appUrl }));
  });
}
