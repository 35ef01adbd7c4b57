import type { Kysely } from "kysely";
import type { Logger } from "pino";
import type { JobKindName } from "#domain/job-kinds.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import type { ConnectionsKey } from "../connections/connections-key.ts";
import type { Connectors } from "../connections/connectors.ts";
import type { Databases } from "../db/connections.ts";
import type { DB } from "../db/types.gen.ts";
import type { Handlers } from "../endpoints/handler.ts";
import type { Session } from "../endpoints/session.ts";
import type { Keys } from "../keys/keys.ts";
import type { AnchorStore } from "../ledger/anchor-store.ts";
import type { SigningWrap } from "../ledger/signing-wrap.ts";
import type { RateLimits } from "../limits/rate-limits.ts";
import type { Egress } from "../outbound/egress.ts";

/** What the demo uses of the application that everybody has, composed once more on another database. */
export interface DemoApplication {
  readonly services: {
    readonly databases: Databases;
    readonly keys: Keys;
    readonly blobs: (storageLocationId: string) => BlobStore;
    readonly signer: { signCheckpoints(companyId: string): Promise<unknown> };
    readonly rateLimits: RateLimits;
    readonly log: Logger;
  };
  readonly handlers: Handlers;
  /** Does what is due of these kinds now, until nothing is. */
  workOff(signal: AbortSignal, kinds: readonly JobKindName[]): Promise<unknown>;
}

/** What differs from the real application: where everything is kept, who asks, and that nothing leaves. */
export interface DemoChanges {
  readonly databases: Databases;
  readonly blobs: Readonly<Record<"us" | "eu", BlobStore>>;
  readonly anchors: AnchorStore;
  /** Whoever made the database signs in it. */
  readonly signing: { readonly db: Kysely<DB>; readonly wrap: SigningWrap };
  /** Who all its requests are from. */
  readonly visitor: Session;
  readonly connectors: Connectors;
  readonly sendMail: () => Promise<void>;
  readonly mailbox: undefined;
  readonly supportEmail: undefined;
  readonly demo: undefined;
  readonly role?: "web";
  readonly connectionsKey?: ConnectionsKey;
  readonly egress?: Egress;
  readonly now?: () => Date;
  readonly log?: Logger;
}

/** What the demo has from the real application, and how it makes one of its own. */
export interface DemoOrigin {
  readonly appUrl: string;
  readonly role: "all" | "web" | "worker";
  readonly keys: Keys;
  readonly now: () => Date;
  readonly log: Logger;
  /** The real application with these changes; its database must be migrated. */
  readonly compose: (changes: DemoChanges) => Promise<DemoApplication>;
}
