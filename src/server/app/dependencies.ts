import type { BlockList } from "node:net";
import type { Kysely } from "kysely";
import type { Logger } from "pino";
import type { SessionLimits } from "../auth/sessions/session-deps.ts";
import type { Session } from "../endpoints/session.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import type { SingleSignOnSettings } from "../auth/openid-provider.ts";
import type { PublicProviders } from "../auth/public-providers.ts";
import type { ConnectionsKey } from "../connections/connections-key.ts";
import type { OpenVendorClient } from "../connections/vendor-client.ts";
import type { Connectors } from "../connections/connectors.ts";
import type { Databases } from "../db/connections.ts";
import type { DB } from "../db/types.gen.ts";
import type { DemoPlace } from "../demo/demo.ts";
import type { Egress } from "../outbound/egress.ts";
import type { ConnectionLimits } from "../http/connection-limits.ts";
import type { WorkCost } from "../human-check/proof-of-work.ts";
import type { Keys } from "../keys/keys.ts";
import type { AnchorStore } from "../ledger/anchor-store.ts";
import type { FileSourceRegistrations } from "../linked-files/sources.ts";
import type { SigningWrap } from "../ledger/signing-wrap.ts";
import type { RegisterReader } from "../registers/register-reader.ts";
import type { ReportReaders } from "../reading/report-readers.ts";
import type { Transport } from "../mail/delivery.ts";
import type { Tracing } from "../tracing.ts";

/** All that is uncertain comes through here: clock, mail, storage, database. Tests bring their own. */
export interface Dependencies {
  readonly appUrl: string;
  readonly trustedProxies: BlockList;
  readonly role: "all" | "web" | "worker";
  readonly databases: Databases;
  readonly keys: Keys;
  readonly blobs: Readonly<Record<"us" | "eu", BlobStore>>;
  /** Where what was signed is remembered, apart from `blobs`. */
  readonly anchors: AnchorStore;
  /** What signs in this very process, as the signer's role; without it another process is asked. */
  readonly signing?: { readonly db: Kysely<DB>; readonly wrap: SigningWrap };
  readonly sendMail: Transport;
  /** Where written mails lie; undefined when they really go out. */
  readonly mailbox: string | undefined;
  /** Who is mailed what visitors send; without one it is only stored. */
  readonly supportEmail: string | undefined;
  /** What the human check asks of a browser. */
  readonly workCost: WorkCost;
  /** Cloudflare's keys; with them its widget does the human check. */
  readonly turnstile?: { readonly siteKey: string; readonly secretKey: string } | undefined;
  readonly sessionLimits: SessionLimits;
  /** The OpenID provider that people may sign in with. */
  readonly singleSignOn?: SingleSignOnSettings | undefined;
  /** Google, Microsoft and GitHub, as far as the operator registered with them. */
  readonly publicProviders?: PublicProviders | undefined;
  /** Where people may read files from by a link, as far as the operator registered there. */
  readonly fileSources?: FileSourceRegistrations | undefined;
  readonly now: () => Date;
  readonly log: Logger;
  /** Folder of the built pages and of the verifier. */
  readonly build: string;
  readonly version: string;
  /** The way out to addresses that members choose. */
  readonly egress: Egress;
  /** Where reports are read; a demo visit shares those of its process. */
  readonly readers?: ReportReaders;
  /** Where registers are read and judged; a thread of this process without it. */
  readonly registerReader?: RegisterReader;
  /** Who signs what pipelines are; GitHub without it. */
  readonly pipelineIssuer?: string | undefined;
  /** Whose disk is watched. */
  readonly dataDir?: string;
  /** True with NODE_ENV=production. */
  readonly production?: boolean;
  /** How many connections are held open at once, where it is not `connectionLimits`. */
  readonly connections?: ConnectionLimits | undefined;
  /** The providers that can be connected; none without it. */
  readonly connectors?: Connectors;
  /** How often every connection is collected, in minutes. */
  readonly collectEveryMinutes?: number;
  /** How often a backup is written unasked; undefined where none is. */
  readonly backupEveryMinutes?: number | undefined;
  /** Folders besides those of files, whose disks are watched. */
  readonly folders?: readonly string[];
  /** How long `/readyz` says no before the process takes no more requests; not at all without it. */
  readonly drainSeconds?: number | undefined;
  /** How long requests under way may take to finish then; seven seconds without it. */
  readonly finishSeconds?: number | undefined;
  /** Whether another process holds the address, so that connections wait there for the next process while this one stops. */
  readonly addressIsHeld?: boolean | undefined;
  /** Where it tells how its work goes; nowhere without it. */
  readonly tracing?: Tracing | undefined;
  /** What reads `/metrics`; nobody without it. */
  readonly metricsToken?: string | undefined;
  /** The way out to the vendors, where it is not the one of sealed credentials. */
  readonly openVendorClient?: OpenVendorClient;
  /** What opens the credentials of connections; without it nothing is linked or collected here. */
  readonly connectionsKey?: ConnectionsKey | undefined;
  /** Who this installation is at vendors, by the name of the setting. */
  readonly vendors?: Readonly<Record<string, string>>;
  /** Where demo visits are made; without it there are none. */
  readonly demo?: DemoPlace;
  /** In a demo visit: who all its requests are from, and when it is thrown away. */
  readonly visitor?: Session;
}
