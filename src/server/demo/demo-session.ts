import { randomBytes } from "node:crypto";
import path from "node:path";
import { rm } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import type { JobKindName } from "#domain/job-kinds.ts";
import { connectionsKeyOf } from "../connections/connections-key.ts";
import type { DemoApplication, DemoOrigin } from "./application.ts";
import type { Session } from "../endpoints/session.ts";
import { openKysely, openPool, openPools, urlActingAs, urlOfDatabase } from "../db/connections.ts";
import { serveEndpoints } from "../http/api.ts";
import type { RateLimits } from "../limits/rate-limits.ts";
import { findPortal } from "../portal/read-portal.ts";
import { demoWrap } from "../ledger/signing-wrap.ts";
import { demoAccounts } from "./accounts.ts";
import { layeredAnchors } from "./layered-anchors.ts";
import { layeredBlobs } from "./layered-blobs.ts";
import { sampleConnectors } from "./sample-connectors.ts";
import { sampleReceiver } from "./sample-receiver.ts";
import { sessionOf } from "./seed.ts";
import { anchorFolder, blobFolders } from "./template.ts";
import type { DemoPass } from "./demo-cookie.ts";

/** An application of a visitor's own, on a database of its own. */
export interface DemoSession {
  readonly session: Session;
  readonly rateLimits: RateLimits;
  readonly serve: ReturnType<typeof serveEndpoints>;
  readonly findPortal: (slug: string) => ReturnType<typeof findPortal>;
  /** Lets go of the connections; the database stays. */
  close(): Promise<void>;
}

/** Of each visit, by role; they open when they are needed and close when they are idle. */
const POOLS = { user: 2, auditor: 1, staff: 1, auth: 1, worker: 1 };
/** The most connections that one visit holds. */
export const CONNECTIONS_OF_A_SESSION = POOLS.user + POOLS.auditor + POOLS.staff + POOLS.auth + POOLS.worker + 1;
const IDLE_MS = 5_000;
/** What a visitor may upload in all. */
const ROOM_BYTES = 100 * 1024 * 1024;

interface VisitDeps {
  readonly adminUrl: string;
  readonly folder: string;
  readonly template: string;
  readonly endsAt: Date;
  readonly origin: DemoOrigin;
}

/** Opens the application on a visit's database. Throws as PostgreSQL does (3D000) when that is gone. */
export async function openDemoSession(deps: VisitDeps, { database, kind }: DemoPass): Promise<DemoSession> {
  const { origin, folder, endsAt } = deps;
  const log = origin.log.child({ visit: database });
  const url = urlOfDatabase(deps.adminUrl, database);
  const databases = openPools(url, origin.keys, log, POOLS, IDLE_MS);
  // Who made the database signs in it: the key of the installation is not here.
  const signing = openPool(urlActingAs(url, "app_definer"), 1, log, undefined, IDLE_MS);
  const closePools = () => Promise.race([Promise.all([databases.close(), signing.end()]), setTimeout(1_000)]);
  const account = demoAccounts.find((account) => account.kind === kind)!;
  const own = blobFolders(folder, database);
  const below = blobFolders(folder, deps.template);
  try {
    const app = await origin.compose({
      role: "web",
      databases,
      signing: { db: openKysely(signing), wrap: demoWrap(origin.keys) },
      blobs: { us: layeredBlobs(own.us, below.us, ROOM_BYTES), eu: layeredBlobs(own.eu, below.eu, ROOM_BYTES) },
      anchors: layeredAnchors(anchorFolder(folder, database), anchorFolder(folder, deps.template)),
      sendMail: async () => {},
      mailbox: undefined,
      supportEmail: undefined,
      connectors: sampleConnectors,
      connectionsKey: connectionsKeyOf(randomBytes(32)),
      egress: sampleReceiver,
      visitor: sessionOf(account, endsAt),
      demo: undefined,
      log,
    });
    const jobs = inlineJobs(app);
    return {
      session: sessionOf(account, endsAt),
      rateLimits: app.services.rateLimits,
      serve: serveEndpoints({
        databases,
        handlers: app.handlers,
        now: origin.now,
        afterChange: () => jobs.wake(),
      }),
      findPortal: (slug) => findPortal(databases.user, slug, origin.now()),
      close: async () => {
        await Promise.race([jobs.stop(), setTimeout(1_000)]);
        await closePools();
      },
    };
  } catch (error) {
    await closePools();
    throw error;
  }
}

/** Removes what a visit has uploaded. */
export async function removeFiles(folder: string, database: string): Promise<void> {
  await rm(path.join(folder, database), { recursive: true, force: true });
}

/** What follows from what a visitor does. */
const FOLLOWS: readonly JobKindName[] = [
  "imports",
  "collections",
  "standings",
  "feed",
  "webhooks",
  "incidents",
  "registers",
];
/** Registers are sealed five seconds after a change. */
const SEALED_AFTER_MS = 6_000;

/** Nothing runs in the background of a visit; what is due after a change is done at once, one thing after the other. */
function inlineJobs({ workOff, services }: DemoApplication) {
  const stopping = new AbortController();
  let last: Promise<unknown> = Promise.resolve();
  let later: NodeJS.Timeout | undefined;
  const work = () => {
    last = last
      .then(() => workOff(stopping.signal, FOLLOWS))
      .catch((error: unknown) => services.log.warn({ err: error }, "a job of a demo visit failed"));
  };
  return {
    wake: () => {
      work();
      clearTimeout(later);
      later = globalThis.setTimeout(work, SEALED_AFTER_MS);
      later.unref();
    },
    stop: async () => {
      clearTimeout(later);
      stopping.abort();
      await last;
    },
  };
}
