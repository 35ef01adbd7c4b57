import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { BlockList } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { pino } from "pino";
import type { compose } from "#server/app/composition.ts";
import { sha256 } from "#server/auth/tokens.ts";
import { callFunction } from "#server/db/functions.ts";
import { writeMail } from "#server/mail/templates/letter.ts";
import { staffReceipt } from "#server/mail/templates/staff-receipt.ts";
import type { Receipt } from "#server/staff/pages/page.ts";
import { staffPages } from "#server/staff/pages/staff-pages.ts";
import { openAcknowledging } from "#server/staff/policies/acknowledge-forms.ts";
import { reportIncident } from "#server/staff/report-incident.ts";
import type { StaffMember } from "#server/staff/staff-sessions.ts";
import { openContactLinks } from "#server/contact-tests/answer.ts";
import { openStaffSessions } from "#server/staff/staff-sessions.ts";

const appUrl = "http://localhost";

/** Serves the staff portal of an application that has no listener of its own. */
export async function staffPortal({ services }: Awaited<ReturnType<typeof compose>>, now: () => Date) {
  const { databases, cookies, rateLimits, linkRequests, outbox } = services;
  const sessions = openStaffSessions({ databases, cookies, now });
  const receiptOf = ({ email: to, name, company }: StaffMember, done: Receipt, at: Date) =>
    staffReceipt({ to, name, company, done, at, appUrl });
  const pages = staffPages(
    {
      sessions,
      providers: [],
      askForLink: (email) => linkRequests.ask({ purpose: "staff", email }),
      contactLinks: openContactLinks({ user: databases.user, now }),
      acknowledge: openAcknowledging({ db: databases.staff, receiptOf, now }),
      report: (staff, said, at) => sessions.within(staff, (tx) => reportIncident(tx, staff, said, at, appUrl)),
      sendReceipt: async (...done) => await outbox.enqueue(databases.auth, writeMail(receiptOf(...done))),
      addressOfLink: (token) => callFunction(databases.auth, "app.staff_link_address", [sha256(token)]),
      now,
      log: pino({ level: "silent" }),
      rateLimits,
      trustedProxies: new BlockList(),
      appOrigin: appUrl,
    },
    undefined,
  );
  const answer = getRequestListener(pages.fetch, { overrideGlobalObjects: false });
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
