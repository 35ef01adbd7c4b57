import type * as z from "zod";
import type { accessRequest, contactMessage } from "#contract/requests.ts";
import { callFunction } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Databases } from "../db/connections.ts";
import { spend } from "../human-check/human-check.ts";
import type { Proof } from "../human-check/human-check.ts";
import type { RateLimits } from "../limits/rate-limits.ts";
import { databaseOutbox } from "../mail/outbox.ts";
import type { Mail } from "../mail/outbox.ts";
import { accessRequestConfirmed, accessRequestReceived } from "../mail/templates/access-request.ts";
import { messageConfirmed, messageReceived } from "../mail/templates/contact-message.ts";
import { supportConfirmed, supportReceived } from "../mail/templates/support-message.ts";
import type { SupportMessage } from "../mail/templates/support-message.ts";

type AccessRequest = z.output<typeof accessRequest>;
type ContactMessage = z.output<typeof contactMessage>;

const HOUR = 60 * 60;
const DAY = 24 * HOUR;
/** Requests and messages together from one network in an hour; an office behind one address stays below. */
const PER_ADDRESS = 60;
/** Messages under one mail address in a day. */
const MESSAGES = 20;
/** Confirmations to one mail address in a day, of whatever kind: nobody's mailbox is flooded by way of us. */
const CONFIRMATIONS = 3;

/** Support messages of one person in an hour. */
const SUPPORT_MESSAGES = 10;

/** Takes in what visitors send. Whoever calls has checked the fields and holds a proof of a person. */
export interface Intake {
  receiveAccessRequest(request: AccessRequest, proof: Proof, address: string): Promise<void>;
  receiveMessage(message: ContactMessage, proof: Proof, address: string): Promise<void>;
  /** From somebody who is signed in: their session is the proof. */
  receiveSupportMessage(message: Omit<SupportMessage, "id" | "answerDueAt"> & { userId: string }): Promise<void>;
}

interface Deps {
  readonly databases: Databases;
  readonly rateLimits: RateLimits;
  /** Who is told; without one, requests are only stored. */
  readonly supportEmail: string | undefined;
  readonly appUrl: string;
  readonly now: () => Date;
}

export function openIntake({ databases, rateLimits, supportEmail, appUrl, now }: Deps): Intake {
  const outbox = databaseOutbox;
  /** Within the same transaction: it must not wait for a second connection while it holds one. */
  const confirm = async (tx: Tx, confirmation: Mail) => {
    const turn = [`confirmation|${confirmation.to.toLowerCase()}`, CONFIRMATIONS, DAY, 1] as const;
    if ((await callFunction(tx, "app.take_turn", [...turn])) === 0) await outbox.enqueue(tx, confirmation);
  };
  return {
    receiveAccessRequest: async (request, proof, address) => {
      await rateLimits.take(`requests|${address}`, PER_ADDRESS, HOUR);
      await databases.user.transaction().execute(async (tx) => {
        await spend(tx, proof);
        const { kind, firstName, lastName, email, company, role } = request;
        const received = [kind, firstName, lastName, email, company, role, now()] as const;
        if (!(await callFunction(tx, "app.receive_access_request", [...received]))) return;
        if (supportEmail !== undefined) await outbox.enqueue(tx, accessRequestReceived(supportEmail, appUrl, request));
        await confirm(tx, accessRequestConfirmed(appUrl, request));
      });
    },
    receiveMessage: async (message, proof, address) => {
      await rateLimits.take(`requests|${address}`, PER_ADDRESS, HOUR);
      await rateLimits.take(`messages|${message.email.toLowerCase()}`, MESSAGES, DAY);
      await databases.user.transaction().execute(async (tx) => {
        await spend(tx, proof);
        const { name, email, subject, message: text } = message;
        const received = ["contact", name, email, subject, text, null, now()] as const;
        const [stored] = await callFunction(tx, "app.receive_message", [...received]);
        if (!stored) return;
        const facts = { ...message, id: stored.id, answerDueAt: stored.answer_due_at };
        if (supportEmail !== undefined) await outbox.enqueue(tx, messageReceived(supportEmail, appUrl, facts));
        await confirm(tx, messageConfirmed(email, appUrl));
      });
    },
    receiveSupportMessage: async ({ userId, ...message }) => {
      await rateLimits.take(`support|${userId}`, SUPPORT_MESSAGES, HOUR);
      await databases.user.transaction().execute(async (tx) => {
        const { name, email, subject, message: text, company } = message;
        const received = ["support", name, email, subject, text, company, now()] as const;
        const [stored] = await callFunction(tx, "app.receive_message", [...received]);
        if (!stored) return;
        const facts = { ...message, id: stored.id, answerDueAt: stored.answer_due_at };
        if (supportEmail !== undefined) await outbox.enqueue(tx, supportReceived(supportEmail, appUrl, facts));
        await confirm(tx, supportConfirmed(email, appUrl));
      });
    },
  };
}
