import * as z from "zod";
import { ledgerEvents } from "#domain/events/index.ts";
import { change, query } from "./endpoint.ts";
import { id, instant } from "./fields.ts";

const known = new Set(ledgerEvents.map(({ event }) => event));

const url = z
  .string()
  .trim()
  .max(2_000, "Please use at most 2000 characters")
  .pipe(z.url({ protocol: /^https?$/, error: "Enter an address that begins with https://" }));

/** Events of the catalogue, or `*` alone for all of them, also those to come. */
const events = z
  .array(z.string())
  .min(1, "Choose at least one event")
  .max(known.size)
  .refine(
    (chosen) => (chosen.length === 1 && chosen[0] === "*") || chosen.every((event) => known.has(event)),
    "One of the events does not exist.",
  )
  .transform((chosen) => [...new Set(chosen)]);

const webhook = z.strictObject({
  id,
  url: z.string(),
  events: z.array(z.string()),
  active: z.boolean(),
  createdBy: z.string(),
  createdAt: instant,
  failingSince: instant.nullable(),
  /** When the server turned it off, because nothing had arrived for days. */
  turnedOffAt: instant.nullable(),
});

/** Of a receiver it checks signatures with, as Standard Webhooks writes it. Shown once. */
const withSecret = z.strictObject({ webhook, secret: z.string() });

const delivery = z.strictObject({
  /** The `webhook-id` of every attempt. */
  id,
  event: z.string(),
  /** Its entry in the ledger; null for a test. */
  ledgerIndex: z.number().int().nullable(),
  createdAt: instant,
  state: z.enum(["waiting", "delivered", "failed"]),
  attempts: z.number().int(),
  triedAt: instant.nullable(),
  nextTryAt: instant.nullable(),
  status: z.number().int().nullable(),
  durationMs: z.number().int().nullable(),
  /** The first kilobyte of what the receiver answered. */
  answer: z.string().nullable(),
  /** Why the last attempt did not count. */
  problem: z.string().nullable(),
});

const webhookPath = z.strictObject({ companyId: id, webhookId: id });
const path = "/companies/{companyId}/webhooks/{webhookId}" as const;

export const webhooks = {
  list: query({
    access: "webhooks.manage",
    path: "/companies/{companyId}/webhooks",
    summary: "The company's webhooks",
    input: z.strictObject({ companyId: id }),
    output: z.array(webhook),
  }),
  create: change({
    access: "webhooks.manage",
    path: "/companies/{companyId}/webhooks",
    summary: "Make a webhook, which is told what the ledger says from now on; its secret is answered once",
    records: "webhook.created",
    perMinute: 30,
    input: z.strictObject({ companyId: id, url, events }),
    output: withSecret,
    fails: ["too-many-webhooks", "webhook-address"],
  }),
  change: change({
    method: "PATCH",
    access: "webhooks.manage",
    path,
    summary: "Change where a webhook sends to, what it is told, or whether it is on",
    records: "webhook.changed",
    input: webhookPath.extend({ url: url.optional(), events: events.optional(), active: z.boolean().optional() }),
    output: webhook,
    fails: ["not-found", "webhook-address"],
  }),
  rollSecret: change({
    access: "webhooks.manage",
    path: `${path}/secret`,
    summary: "A new secret; for a day what is sent is signed with the one before, too",
    records: "webhook.secretRolled",
    perMinute: 30,
    input: webhookPath,
    output: withSecret,
    fails: ["not-found"],
  }),
  test: change({
    access: "webhooks.manage",
    path: `${path}/test`,
    summary: "Send a `webhook.test` event",
    records: "webhook.tested",
    perMinute: 30,
    input: webhookPath,
    output: z.strictObject({ deliveryId: id }),
    fails: ["not-found", "webhook-off"],
  }),
  remove: change({
    method: "DELETE",
    access: "webhooks.manage",
    path,
    summary: "Remove a webhook and its log; what waits is not sent",
    records: "webhook.removed",
    input: webhookPath,
    output: z.strictObject({ id }),
    fails: ["not-found"],
  }),
  deliveries: query({
    access: "webhooks.manage",
    path: `${path}/deliveries`,
    summary: "What was sent in the last 30 days, newest first, at most 100",
    input: webhookPath,
    output: z.array(delivery),
    fails: ["not-found"],
  }),
  sendAgain: change({
    access: "webhooks.manage",
    path: `${path}/deliveries/{deliveryId}/repeat`,
    summary: "Send something again, under the same id",
    records: "webhook.deliveryRepeated",
    perMinute: 60,
    input: webhookPath.extend({ deliveryId: id }),
    output: delivery,
    fails: ["not-found", "webhook-off"],
  }),
};
