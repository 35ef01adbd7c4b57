import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";

/** A new secret: 32 random bytes, and the same as Standard Webhooks writes it. */
export function newWebhookSecret(): { bytes: Buffer; text: string } {
  const bytes = randomBytes(32);
  return { bytes, text: PREFIX + bytes.toString("base64") };
}

/**
 * The headers that sign a message (Standard Webhooks 1.0): HMAC-SHA-256 over id, time and body, once with each secret
 * that is in force.
 */
export function signedHeaders(
  secrets: readonly Uint8Array[],
  { id, at, body }: { id: string; at: Date; body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const sign = (secret: Uint8Array) =>
    `v1,${createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": secrets.map(sign).join(" ") };
}
