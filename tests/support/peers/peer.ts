import type { Settings } from "#connectors/connector.ts";
import type { Authorizer } from "#server/connections/http/authorizer.ts";

/**
 * Somebody who answers like a vendor, on this machine: a program of others (emulate, Prism, oidc-provider) or recorded
 * answers. `tests/support/peers/<provider>.ts` exports `startPeer`.
 */
export interface Peer {
  /** An origin (http://127.0.0.1:PORT) for every endpoint of the manifest: all of them or none. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** What would have been typed at linking and is no secret. */
  readonly typed: Readonly<Record<string, string>>;
  /** An id of `manifest.methods`. */
  readonly method: string;
  /** Absent: a bearer token that the peer takes. */
  readonly authorizer?: Authorizer;
  readonly settings?: Settings;
  /** The instant at which the recorded answers were given; absent where the peer lives. */
  readonly now?: Date;
  /** Steps that the peer cannot answer, and why: they are not expected to be complete. */
  readonly silent?: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** A module of this folder. */
export interface PeerModule {
  startPeer(): Promise<Peer>;
}
