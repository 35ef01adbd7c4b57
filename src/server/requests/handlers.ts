import { callFunction } from "../db/functions.ts";
import { requestAnswer } from "../mail/templates/request-answer.ts";
import { getRequest, listRequests, settleRequest } from "./request-list.ts";
import { openSignUpInvitations } from "../users/sign-up-invitations.ts";
import { fail } from "../app-error.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { Databases } from "../db/connections.ts";
import type { Accounts } from "../auth/accounts/accounts.ts";
import type { HumanCheck } from "../human-check/human-check.ts";
import type { Intake } from "./intake.ts";
import type { Outbox } from "../mail/outbox.ts";

interface Deps {
  readonly databases: Databases;
  readonly accounts: Accounts;
  readonly humanCheck: HumanCheck;
  readonly reception: Intake;
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly supportEmail: string | undefined;
  readonly now: () => Date;
}

/** What visitors send, and how platform admins answer it. A filled honeypot is answered like everything else and goes nowhere. */
export function requestHandlers(services: Deps): HandlersOf<"requests"> {
  const { accounts, appUrl, databases, humanCheck, now, outbox, reception, supportEmail } = services;
  const invitations = openSignUpInvitations({ outbox, appUrl, now });
  return {
    humanCheck: () => humanCheck.challenge(),
    askAccess: async ({ input, request: { address } }) => {
      if (input.website !== "") return { received: true };
      await reception.receiveAccessRequest(input, await humanCheck.verify(input.verification, address), address);
      return { received: true };
    },
    sendMessage: async ({ input, request: { address } }) => {
      if (input.website !== "") return { received: true };
      await reception.receiveMessage(input, await humanCheck.verify(input.verification, address), address);
      return { received: true };
    },
    list: ({ input, tx }) => listRequests(tx, input),
    get: ({ input, tx }) => getRequest(tx, input.requestId),
    answer: async ({ input, tx }) => {
      const asked = await getRequest(tx, input.requestId);
      await settleRequest(tx, asked.id, "answered", input.message, now());
      await outbox.enqueue(tx, answerTo(asked, input.message));
      return {};
    },
    invite: async ({ input, session, tx }) => {
      const asked = await getRequest(tx, input.requestId);
      if (asked.kind !== "access" && asked.kind !== "waitlist") return fail("not-found");
      await settleRequest(tx, asked.id, "invited", null, now());
      if ((await accounts.findByEmail(databases.auth, asked.email)) !== undefined) fail("account-exists");
      // Whoever was invited before gets the mail again: the one who asks does not have it.
      const again = await invitations.resend(tx, { email: asked.email });
      if (!again) await invitations.invite(tx, { email: asked.email, role: "manager", invitedBy: session.userId });
      return {};
    },
    close: async ({ input, tx }) => {
      const asked = await getRequest(tx, input.requestId);
      await settleRequest(tx, asked.id, "closed", null, now());
      return {};
    },
    reopen: async ({ input, tx }) => {
      const asked = await getRequest(tx, input.requestId);
      if (!(await callFunction(tx, "app.reopen_request", [asked.id]))) fail("request-open");
      return {};
    },
  };

  function answerTo(asked: Awaited<ReturnType<typeof getRequest>>, answer: string) {
    const isMessage = asked.kind === "contact" || asked.kind === "support";
    const lines: [string, string][] = isMessage
      ? [["Subject", asked.about]]
      : [
          ["Company", asked.company ?? ""],
          ["Role", asked.about],
        ];
    return requestAnswer({
      to: asked.email,
      appUrl,
      replyTo: supportEmail,
      subject: isMessage ? asked.about : "Your request for access",
      answer,
      asked: { lines: [["Name", asked.name], ...lines], ...(isMessage ? { text: asked.words } : {}) },
    });
  }
}
