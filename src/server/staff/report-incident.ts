import { randomUUID } from "node:crypto";
import { findRegister } from "#catalog/registers/index.ts";
import { recordNumber } from "#domain/registers/register.ts";
import { reportKinds } from "#domain/staff/incident-report.ts";
import type { ReportKind } from "#domain/staff/incident-report.ts";
import type { Tx } from "../db/as-caller.ts";
import { callFunction } from "../db/functions.ts";
import { limitRefusal } from "../db/refuse-limit.ts";
import { writeAct } from "../ledger/record-act.ts";
import { staffReport } from "../mail/templates/staff-report.ts";
import { newSalt, recordDetails } from "../registers/ledger-lines.ts";
import type { StaffMember } from "./staff-sessions.ts";

interface Recipient {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/**
 * Keeps what somebody of the staff reports as an incident that waits for review, with its entry in the ledger, and mails each owner and
 * admin once: all of it or nothing. Answers with the record's number. Refuses what the company's limit on records refuses.
 */
export async function reportIncident(
  tx: Tx,
  staff: StaffMember,
  { kind, text }: { readonly kind: ReportKind; readonly text: string },
  at: Date,
  appUrl: string,
): Promise<string> {
  const register = findRegister("incidents")!;
  const [open] = await callFunction(tx, "app.open_report", []);
  const number = recordNumber(register, Number(open!.number));
  const fields = {
    title: `Reported: ${reportKinds[kind]}`,
    kind: "incident",
    discoveredAt: at.toISOString(),
    leadId: open!.lead_id,
    timeline: `Reported by ${staff.number} on ${at.toISOString()}:\n${text}`,
  };
  const [id, salt] = [randomUUID(), newSalt()];
  const details = {
    ...recordDetails(register, { number, version: 1, salt }, {}, fields),
    person: staff.number,
    method: staff.method,
  };
  const act = writeAct({ userId: staff.personId }, "staff.incidentReported", { subject: id, details });
  const mails = (open!.recipients as unknown as readonly Recipient[]).map(({ email: to, firstName, lastName }) =>
    staffReport({
      to,
      firstName,
      lastName,
      company: staff.company,
      by: `${staff.name}, ${staff.number}`,
      what: reportKinds[kind],
      number,
      id,
      at,
      appUrl,
    }),
  );
  await callFunction(tx, "app.report_incident", [
    id,
    JSON.stringify(fields),
    salt,
    at,
    JSON.stringify(mails),
    act.id,
    act.details,
    act.salt,
    act.commitment,
  ]).catch((error: unknown) => {
    throw limitRefusal(error) ?? error;
  });
  return number;
}
