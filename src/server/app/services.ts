import type { Accounts } from "../auth/accounts/accounts.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import type { Databases } from "../db/connections.ts";
import type { ConnectService } from "../connections/linking/begin-link.ts";
import type { Connectors } from "../connections/connectors.ts";
import type { Egress } from "../outbound/egress.ts";
import type { Demo } from "../demo/demo.ts";
import type { ThisProcess } from "../health/processes.ts";
import type { HumanCheck } from "../human-check/human-check.ts";
import type { Keys } from "../keys/keys.ts";
import type { AnchorStore } from "../ledger/anchor-store.ts";
import type { LedgerSigner } from "../ledger/ledger-signer.ts";
import type { OwnSigner } from "../ledger/signer.ts";
import type { FileGrants } from "../linked-files/file-grants.ts";
import type { FileSources } from "../linked-files/sources.ts";
import type { RateLimits } from "../limits/rate-limits.ts";
import type { RegisterReader } from "../registers/register-reader.ts";
import type { ReportReaders } from "../reading/report-readers.ts";
import type { Intake } from "../requests/intake.ts";
import type { Logger } from "pino";
import type { Cookies } from "../auth/cookies.ts";
import type { LinkRequests } from "../auth/link-requests.ts";
import type { PasskeySignIn } from "../auth/passkey-sign-in.ts";
import type { PipelineIdentities } from "../pipelines/pipeline-identity.ts";
import type { ConnectedProviders } from "../auth/connected-providers.ts";
import type { Passkeys } from "../auth/passkeys.ts";
import type { SecondFactors } from "../auth/second-factors/second-factors.ts";
import type { Sessions } from "../auth/sessions/sessions.ts";
import type { Outbox } from "../mail/outbox.ts";
import type { JudgeFile } from "../judge/judge-file.ts";

/** What features are given to work with. Clock, mail and blobs come from outside, so that tests bring theirs. */
export interface Services {
  readonly databases: Databases;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly linkRequests: LinkRequests;
  readonly secondFactors: SecondFactors;
  readonly passkeys: Passkeys;
  readonly passkeySignIn: PasskeySignIn;
  readonly connectedProviders: ConnectedProviders;
  readonly cookies: Cookies;
  readonly outbox: Outbox;
  /** The public origin, without a slash at its end. */
  readonly appUrl: string;
  readonly keys: Keys;
  /** The blob store of a storage location. */
  readonly blobs: (storageLocationId: string) => BlobStore;
  /** Every place where files lie. */
  readonly stores: Readonly<Record<"us" | "eu", BlobStore>>;
  /** Why the standby answers no reads; undefined where there is none. */
  readonly standbyFault: (() => string | undefined) | undefined;
  readonly signer: LedgerSigner;
  /** The same where this very process signs; undefined where another is asked. */
  readonly ownSigner: OwnSigner | undefined;
  /** Where what was signed is remembered. */
  readonly anchors: AnchorStore;
  readonly rateLimits: RateLimits;
  readonly humanCheck: HumanCheck;
  readonly reception: Intake;
  readonly connectors: Connectors;
  readonly connectService: ConnectService;
  /** How often every connection is collected. */
  readonly collectEveryMinutes: number;
  readonly backupEveryMinutes: number | undefined;
  readonly folders: readonly string[] | undefined;
  readonly egress: Egress;
  /** Where files are read from by a link, and the accounts that people connected there. */
  readonly fileSources: FileSources;
  readonly fileGrants: FileGrants;
  /** Where reports of other tools are read. */
  readonly readers: ReportReaders;
  /** Where registers are read and judged. */
  readonly registerReader: RegisterReader;
  readonly pipelineIdentities: PipelineIdentities;
  /** Where demo visits are opened; undefined where there are none. */
  readonly demo: Demo | undefined;
  /** When this very application is thrown away; undefined in the real one. */
  readonly demoEndsAt: Date | undefined;
  /** Where answers to our mails go; undefined when nobody reads them. */
  readonly supportEmail: string | undefined;
  /** The folder whose disk must not fill up; undefined where that is nobody's concern. */
  readonly dataDir: string | undefined;
  /** The process that this application runs in. */
  readonly process: ThisProcess;
  readonly now: () => Date;
  readonly log: Logger;
  /** The judge of this version, which verdicts name; undefined where it has not been built. */
  readonly judge: JudgeFile | undefined;
  /** File of the offline verifier, which is served, and of which bundles keep a copy. */
  readonly verifier: string;
  /** File of the same verifier as a page. */
  readonly verifyPage: string;
  /** True where mails can be read at /dev/mailbox. */
  readonly mailbox: boolean;
  /** Whether this is the real thing: then what helps to find faults is for platform admins only. */
  readonly production: boolean;
}
