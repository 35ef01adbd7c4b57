import { mkdtemp, rm } from "node:fs/promises";
import { BlockList } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { endpoints } from "#contract/index.ts";
import { jobKindNames, jobKindOf } from "#domain/job-kinds.ts";
import { compose } from "#server/app/composition.ts";
import { folderBlobStore } from "#server/blobs/folder-blob-store.ts";
import { demoAccounts } from "#server/demo/accounts.ts";
import { ledgerClock } from "#server/demo/control-history.ts";
import { sampleAccounts } from "#server/demo/sample-connectors.ts";
import { sampleConnector } from "#server/demo/sample-connector.ts";
import { connectionId } from "#server/demo/sample-collected.ts";
import { installedConnectors } from "#server/connections/connectors.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { fileItem, quietRequest } from "#server/demo/sample-filing.ts";
import { colleagues } from "#server/demo/sample-people.ts";
import { seedSample, sessionOf } from "#server/demo/seed.ts";
import { runInTransaction } from "#server/http/run-endpoint.ts";
import { folderAnchors } from "#server/ledger/folder-anchors.ts";
import { installationWrap } from "#server/ledger/signing-wrap.ts";
import type { Mail } from "#server/mail/outbox.ts";
import { openEgress } from "#server/outbound/egress.ts";
import { readerHere } from "#server/registers/register-reader.ts";
import { changingCloud } from "./changing-cloud.ts";
import type { ChangingCloud } from "./changing-cloud.ts";
import { freshDatabase } from "./fresh-database.ts";
import { staffPortal } from "./staff-portal.ts";

/** The demo's firm in an application of its own, whose clock, and the ledger's, are moved by hand. */
export interface SampleFirm {
  readonly company: string;
  readonly mails: readonly Mail[];
  /** What its cloud account shows when it is read. */
  readonly cloud: ChangingCloud;
  /** Where its staff portal listens. */
  readonly url: string;
  ask(text: string, values?: unknown[]): Promise<any[]>;
  /** Does what a request of its owner, or of the colleague with this id, would do. */
  act(name: string, input?: Record<string, unknown>, as?: string): Promise<any>;
  /** Files a document as its owner does today, and returns its exhibit number. */
  file(name: string, controls: readonly string[]): Promise<string>;
  turnTo(now: Date): Promise<void>;
  /** Reads the cloud account now. */
  collect(): Promise<void>;
  /** Does the background work that is due, of every kind. */
  work(): Promise<void>;
  close(): Promise<void>;
}

/** Founds the firm as it is on a day, which is in the past. */
export async function sampleFirm(day: Date): Promise<SampleFirm> {
  const database = await freshDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), "exhibit-firm-"));
  const mails: Mail[] = [];
  let now = day;
  const cloud = changingCloud();
  const accounts = sampleAccounts.map((account) => (account.provider === "aws" ? cloud.account : account));
  const app = await compose({
    appUrl: "http://localhost",
    trustedProxies: new BlockList(),
    role: "web",
    databases: database.databases,
    keys: database.keys,
    blobs: { us: folderBlobStore(path.join(folder, "us")), eu: folderBlobStore(path.join(folder, "eu")) },
    anchors: folderAnchors(path.join(folder, "anchors")),
    signing: { db: database.signer, wrap: installationWrap(database.keys) },
    sendMail: async (mail) => void mails.push(mail),
    mailbox: undefined,
    supportEmail: undefined,
    workCost: { rounds: 1, tries: 4 },
    sessionLimits: { idleMinutes: 60, hours: 24 },
    egress: openEgress({ allowPrivate: true }),
    now: () => now,
    log: pino({ level: "silent" }),
    build: path.resolve(import.meta.dirname, "../../build"),
    version: "test",
    connectors: installedConnectors(() => true, accounts.map(sampleConnector)),
    openVendorClient: async () => ({
      http: { send: () => Promise.reject(new Error("a sample account has no network")) },
      granted: () => undefined,
      requests: () => 0,
      close: async () => {},
    }),
    registerReader: readerHere,
    visitor: sessionOf(demoAccounts[0]!, new Date(8.64e15)),
  });
  const client = await database.admin.connect();
  // The database asks its own clock whether an auditor's time is over: the sample's lies in the past.
  await client.query(`CREATE FUNCTION public.audits_on() RETURNS trigger LANGUAGE plpgsql AS
    $$BEGIN NEW.ends_at := now() + interval '1 year'; RETURN NEW; END$$`);
  await client.query(
    "CREATE TRIGGER audits_on BEFORE INSERT OR UPDATE ON app.auditors FOR EACH ROW EXECUTE FUNCTION public.audits_on()",
  );
  await seedSample({
    app,
    admin: client,
    day: Math.floor(day.getTime() / 86_400_000),
    setNow: (at) => void (now = at),
  });
  const clock = await ledgerClock(client);
  const ask = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows;
  const [{ id: company }] = await ask("SELECT id FROM app.companies WHERE deleted_at IS NULL");
  const neverEnds = new AbortController().signal;
  const portal = await staffPortal(app, () => now);
  const work = async () => {
    await app.workOff(neverEnds);
    for (const kind of jobKindNames) {
      const job = { id: kind, kind, key: "", companyId: undefined, attempts: 1, token: kind } as never;
      if (jobKindOf(kind).everySeconds !== undefined) await app.jobHandlers[kind]?.(job, neverEnds);
    }
    await app.workOff(neverEnds);
  };
  const firm: SampleFirm = {
    company,
    mails,
    url: portal.url,
    ask,
    act: async (name, input = {}, as) => {
      const endpoint = endpoints.find((candidate) => candidate.name === name)!;
      const [noun, verb] = name.split(".") as [string, string];
      const handler = (app.handlers as unknown as Record<string, Record<string, never>>)[noun]![verb]!;
      const person = colleagues.find(({ userId }) => userId === as) ?? demoAccounts[0]!;
      const read = endpoint.input.parse({ companyId: company, ...input }) as Record<string, unknown>;
      return await runInTransaction(app.services.databases, endpoint, handler, read, {
        session: sessionOf(person, new Date(8.64e15)),
        request: quietRequest,
      });
    },
    file: async (name, controls) => {
      const item = {
        daysAgo: 0,
        time: "09:00",
        controls,
        place: "us",
        type: "Document",
        source: "Google Workspace",
      } as const;
      await fileItem(app, client, company, { ...item, name, text: "What was done, and what it found." }, now);
      const [row] = await ask("SELECT max(number) AS number FROM app.evidence WHERE company_id = $1 AND name = $2", [
        company,
        name,
      ]);
      return formatExhibitNumber(Number(row.number));
    },
    turnTo: async (at) => {
      now = at;
      await clock.set(at);
    },
    cloud,
    collect: async () => {
      await firm.act("connections.collect", { connectionId: connectionId("aws") });
      await work();
      // What registers read of it is sealed some seconds after a change.
      await firm.turnTo(new Date(now.getTime() + 30_000));
      await work();
    },
    work,
    close: async () => {
      await portal.close();
      client.release();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return firm;
}
