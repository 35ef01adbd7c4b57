import { mkdtemp, rm } from "node:fs/promises";
import { BlockList } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { createApp } from "#server/app/app.ts";
import type { SessionLimits } from "#server/auth/sessions/session-deps.ts";
import type { App } from "#server/app/app.ts";
import type { SingleSignOnSettings } from "#server/auth/openid-provider.ts";
import type { PublicProviders } from "#server/auth/public-providers.ts";
import { connectionsKeyOf } from "#server/connections/connections-key.ts";
import type { Connectors } from "#server/connections/connectors.ts";
import type { BlobStore } from "#server/blobs/blob-store.ts";
import { folderBlobStore } from "#server/blobs/folder-blob-store.ts";
import { openEgress } from "#server/outbound/egress.ts";
import type { ConnectionLimits } from "#server/http/connection-limits.ts";
import type { FileSourceRegistrations } from "#server/linked-files/sources.ts";
import { readerHere } from "#server/registers/register-reader.ts";
import type { RegisterReader } from "#server/registers/register-reader.ts";
import type { ReportReaders } from "#server/reading/report-readers.ts";
import type { Egress } from "#server/outbound/egress.ts";
import type { AnchorStore } from "#server/ledger/anchor-store.ts";
import { folderAnchors } from "#server/ledger/folder-anchors.ts";
import { installationWrap } from "#server/ledger/signing-wrap.ts";
import type { Mail } from "#server/mail/outbox.ts";
import { freshDatabase } from "./fresh-database.ts";
import type { FreshDatabase } from "./fresh-database.ts";
import { Person } from "./person.ts";
import { freePort } from "./server-process.ts";
import type { Tracing } from "#server/tracing.ts";

/** The whole server on a database of its own, listening on a port of its own. Mails are kept instead of sent. */
export interface RunningApp {
  readonly app: App;
  readonly url: string;
  readonly mails: readonly Mail[];
  readonly folder: string;
  readonly database: FreshDatabase;
  /** Lines of the log, as JSON. */
  readonly log: readonly string[];
  /** Moves the server's clock. */
  setNow(now: Date | undefined): void;
  /** Forgets what was counted so far, as if everybody had waited. */
  forgetTries(): Promise<void>;
  /** A person with a confirmed account, signed in. */
  person(name: string): Promise<Person>;
  close(): Promise<void>;
}

/** What opens the credentials of connections in a running app. */
export const CONNECTIONS_KEY = connectionsKeyOf(Buffer.alloc(32, "of the tests"));

interface RunOptions {
  /** A database that was prepared elsewhere, and the folder of its blobs. */
  readonly database?: FreshDatabase;
  readonly folder?: string;
  /** Without one, nothing runs in the background: a test says itself when waiting work is done, by `app.runTasks`. */
  readonly role?: "worker";
  readonly supportEmail?: string | undefined;
  readonly singleSignOn?: SingleSignOnSettings;
  readonly publicProviders?: PublicProviders;
  /** Where people may read files from by a link. */
  readonly fileSources?: FileSourceRegistrations;
  /** Where it listens, when something has to know before it does. */
  readonly port?: number;
  readonly sessionLimits?: SessionLimits;
  readonly turnstile?: { readonly siteKey: string; readonly secretKey: string };
  /** Offers demo visits, at most so many at once. */
  readonly demo?: { readonly visits: number };
  /** The public origin, when it is another process's, too. */
  readonly appUrl?: string;
  /** As with NODE_ENV=production. */
  readonly production?: boolean;
  /** Behind these, X-Forwarded-For says who asks. */
  readonly trustedProxies?: BlockList;
  /** The way out; receivers on this machine can be reached without it. */
  readonly egress?: Egress;
  /** What can be connected; nothing without it. */
  readonly connectors?: Connectors;
  /** Who signs what pipelines are. */
  readonly pipelineIssuer?: string;
  /** Who this installation is at vendors. */
  readonly vendors?: Readonly<Record<string, string>>;
  /** How many connections are held open at once. */
  readonly connections?: ConnectionLimits;
  /** Where reports are read, with bounds of its own. */
  readonly readers?: ReportReaders;
  /** Where registers are read, if not right here. */
  readonly registerReader?: RegisterReader;
  /** Where evidence is kept instead of in the folder. */
  readonly blobs?: { readonly us: BlobStore; readonly eu: BlobStore };
  /** Another process signs, as in production; without it the application does. */
  readonly asksSigner?: boolean;
  /** How long it says that it stops before it takes no more requests. */
  readonly drainSeconds?: number;
  /** Whether it stops as one does whose address another process holds. */
  readonly addressIsHeld?: boolean;
  readonly metricsToken?: string;
  /** Where it tells how its work goes. */
  readonly tracing?: Tracing;
  /** Where what was signed is remembered instead of in the folder. */
  readonly anchors?: AnchorStore;
}

export async function runApp(options: RunOptions = {}): Promise<RunningApp> {
  const database = options.database ?? (await freshDatabase());
  const folder = options.folder ?? (await mkdtemp(path.join(tmpdir(), "exhibit-test-")));
  const mails: Mail[] = [];
  const log: string[] = [];
  let frozen: Date | undefined;
  const port = options.port ?? (await freePort());
  const url = `http://localhost:${port}`;
  const app = await createApp({
    appUrl: options.appUrl ?? url,
    role: options.role ?? "web",
    trustedProxies: options.trustedProxies ?? new BlockList(),
    databases: database.databases,
    keys: database.keys,
    blobs: options.blobs ?? {
      us: folderBlobStore(path.join(folder, "us")),
      eu: folderBlobStore(path.join(folder, "eu")),
    },
    ...(options.asksSigner ? {} : { signing: { db: database.signer, wrap: installationWrap(database.keys) } }),
    anchors: options.anchors ?? folderAnchors(path.join(folder, "anchors")),
    sendMail: async (mail) => void mails.push(mail),
    mailbox: path.join(folder, "outbox"),
    supportEmail: "supportEmail" in options ? options.supportEmail : "support@example.test",
    workCost: { rounds: 1, tries: 4 },
    singleSignOn: options.singleSignOn,
    publicProviders: options.publicProviders,
    fileSources: options.fileSources,
    turnstile: options.turnstile,
    // Tests that move the clock are about something else, mostly.
    sessionLimits: options.sessionLimits ?? { idleMinutes: 10 * 365 * 24 * 60, hours: 10 * 365 * 24 },
    pipelineIssuer: options.pipelineIssuer,
    egress: options.egress ?? openEgress({ allowPrivate: true }),
    now: () => frozen ?? new Date(),
    log: pino({ level: "debug" }, { write: (line: string) => void log.push(line) }),
    build: path.resolve(import.meta.dirname, "../../build"),
    version: "test",
    production: options.production ?? false,
    connections: options.connections,
    drainSeconds: options.drainSeconds,
    addressIsHeld: options.addressIsHeld,
    metricsToken: options.metricsToken,
    tracing: options.tracing,
    ...(options.readers && { readers: options.readers }),
    // A thread of its own for each of many apps would only cost time.
    registerReader: options.registerReader ?? readerHere,
    connectionsKey: CONNECTIONS_KEY,
    vendors: options.vendors ?? {},
    ...(options.connectors ? { connectors: options.connectors } : {}),
    ...(options.demo
      ? { demo: { adminUrl: database.adminUrl, folder: path.join(folder, "demo"), ...options.demo } }
      : {}),
  });
  await new Promise<void>((resolve) => app.server.listen(port, "localhost", resolve));
  let people = 0;
  return {
    app,
    url,
    mails,
    folder,
    database,
    log,
    setNow: (now) => void (frozen = now),
    forgetTries: async () => void (await database.admin.query("DELETE FROM app.rate_limits")),
    person: async (name) => {
      people += 1;
      return await Person.signUp(url, name, `${name.toLowerCase()}-${people}@example.test`, async (email) => {
        await app.runTasks();
        const mail = mails.findLast((mail) => mail.to === email);
        return /access_token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
      });
    },
    close: async () => {
      await app.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
