import { group } from "./event.ts";
import { aConnection, aPipeline, aWebhook, named, onFile } from "./words.ts";

const event = group("Integrations");

export const integrationsEvents = {
  "connection.begun": event("Connection started", (act) => `started to connect ${aConnection(act)}`),
  "connection.connected": event("Provider connected", (act) => `connected ${aConnection(act)}`),
  "connection.paused": event("Collection paused", (act) => `paused the collection from ${aConnection(act)}`),
  "connection.resumed": event("Collection resumed", (act) => `resumed the collection from ${aConnection(act)}`),
  "connection.asked": event("Collection requested", (act) => `requested a collection from ${aConnection(act)}`),
  "connection.configured": event("Connection settings changed", (act) => `changed the settings of ${aConnection(act)}`),
  "connection.collected": event("Evidence collected", (act) => `collected from ${aConnection(act)}${onFile(act)}`),
  "connection.failed": event("Collection failed", (act) => `could not collect from ${aConnection(act)}`, {
    neverRefused: true,
  }),
  "connection.disconnected": event("Provider disconnected", (act) => `disconnected ${aConnection(act)}`, {
    neverRefused: true,
  }),
  "apiToken.created": event(
    "API token created",
    ({ details }) => `created the API token ${named(details["name"], "without a name")}`,
    { alert: "security" },
  ),
  "apiToken.revoked": event(
    "API token revoked",
    ({ details }) => `revoked the API token ${named(details["name"], "without a name")}`,
    { alert: "security", neverRefused: true },
  ),
  "pipeline.trusted": event("Pipeline trusted", ({ details }) => `trusted the pipeline ${aPipeline(details)}`, {
    alert: "security",
  }),
  "pipeline.removed": event(
    "Pipeline no longer trusted",
    ({ details }) => `stopped trusting the pipeline ${aPipeline(details)}`,
    { alert: "security", neverRefused: true },
  ),
  "mapping.saved": event(
    "CSV mapping saved",
    ({ details }) => `saved the CSV mapping ${named(details["name"], "without a name")}`,
  ),
  "mapping.renamed": event(
    "CSV mapping renamed",
    ({ details }) =>
      `renamed the CSV mapping ${named(details["before"], "without a name")} to ${named(details["name"], "another name")}`,
  ),
  "mapping.removed": event(
    "CSV mapping removed",
    ({ details }) => `removed the CSV mapping ${named(details["name"], "without a name")}`,
    { neverRefused: true },
  ),
  "webhook.created": event("Webhook created", (act) => `added a webhook to ${aWebhook(act)}`, { alert: "security" }),
  "webhook.changed": event("Webhook changed", (act) => `changed the webhook to ${aWebhook(act)}`, {
    alert: "security",
  }),
  "webhook.secretRolled": event(
    "Webhook secret rotated",
    (act) => `rotated the secret of the webhook to ${aWebhook(act)}`,
    { alert: "security" },
  ),
  "webhook.removed": event("Webhook removed", (act) => `removed the webhook to ${aWebhook(act)}`, {
    alert: "security",
    neverRefused: true,
  }),
  "webhook.tested": event("Webhook tested", (act) => `sent a test event to ${aWebhook(act)}`, { untold: true }),
  "webhook.deliveryRepeated": event("Webhook delivery repeated", (act) => `resent a delivery to ${aWebhook(act)}`, {
    untold: true,
  }),
};
