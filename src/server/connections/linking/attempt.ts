import { randomBytes } from "node:crypto";
import { newToken, sha256 } from "../../auth/tokens.ts";
import type { Tx } from "../../db/as-caller.ts";
import { sealFor } from "../sealed-box.ts";

const MINUTE = 60_000;

/** Somebody's way to a vendor and back, or what they typed, before the worker has looked at it. */
export interface Attempt {
  readonly companyId: string;
  readonly id: string;
  readonly connectionId: string;
  readonly userId: string;
  readonly method: string;
  /** What was typed and is no secret, and what the vendor's answer claims. */
  readonly facts: Readonly<Record<string, string>>;
  /** The session that goes to the vendor; nobody does where everything was typed. */
  readonly sessionId: string | undefined;
  readonly redirectUri: string;
}

/** What only the worker may read: PKCE verifier and nonce, what was typed, a private key, the vendor's code. */
export type Secrets = Readonly<Record<string, string>>;

/** The name under which one half of an attempt is sealed. */
export function attemptBound(
  { companyId, connectionId, id }: Pick<Attempt, "companyId" | "connectionId" | "id">,
  half: "begun" | "answered",
): string {
  return `link|${companyId}|${connectionId}|${id}|${half}`;
}

/** Seals one half of an attempt for the worker. */
export function sealHalf(
  publicKey: Uint8Array,
  attempt: Attempt,
  half: "begun" | "answered",
  secrets: Secrets,
): Buffer {
  return sealFor(publicKey, Buffer.from(JSON.stringify(secrets)), attemptBound(attempt, half));
}

/** How long it may take: ten minutes at the vendor, a week for a key that somebody enters there, half an hour for the worker. */
const LIVES = { away: 10 * MINUTE, waiting: 7 * 24 * 60 * MINUTE, ready: 30 * MINUTE } as const;

/**
 * Writes an attempt down in the caller's transaction. `away`: somebody goes to the vendor with `state`, of which only the hash is
 * kept; `waiting`: for a word of theirs; `ready`: for the worker.
 */
export async function insertAttempt(
  tx: Tx,
  attempt: Attempt,
  stage: keyof typeof LIVES,
  sealed: { begun: Buffer; answer?: Buffer },
  at: Date,
  state: string = newToken(),
): Promise<void> {
  await tx
    .insertInto("app.link_attempts")
    .values({
      company_id: attempt.companyId,
      id: attempt.id,
      connection_id: attempt.connectionId,
      user_id: attempt.userId,
      method: attempt.method,
      facts: JSON.stringify(attempt.facts),
      state_sha256: sha256(state),
      session_sha256: attempt.sessionId === undefined ? randomBytes(32) : sha256(attempt.sessionId),
      redirect_uri: attempt.redirectUri,
      sealed: sealed.begun,
      answer: sealed.answer ?? null,
      created_at: at,
      expires_at: new Date(at.getTime() + LIVES[stage]),
      ready_at: stage === "ready" ? at : null,
    })
    .execute();
}
