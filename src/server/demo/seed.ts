import { endpoints } from "#contract/index.ts";
import type pg from "pg";
import type { Composition } from "../composition.ts";
import type { Session } from "../auth/sessions.ts";
import { asCaller } from "../db/as-caller.ts";
import { storeArtifact } from "../evidence/artifacts.ts";
import { getCompanyKey } from "../evidence/company-keys.ts";
import { fileEvidence } from "../evidence/filing.ts";
import { locationOf } from "../evidence/storage.ts";
import { runInTransaction } from "../http/run-endpoint.ts";
import type { Arrival } from "../http/run-endpoint.ts";
import { demoAccounts } from "./accounts.ts";
import type { DemoAccount } from "./accounts.ts";
import { controlHistory, ledgerClock } from "./control-history.ts";
import { startOfDay } from "./names.ts";
import { seedInstallation } from "./sample-installation.ts";
import { addColleagues, addPerson, invited } from "./sample-people.ts";
import { fileOf, SAMPLE_COMPANY } from "./sample-files.ts";
import { sampleItems } from "./sample-items.ts";
import type { SampleItem } from "./sample-items.ts";
import { samplePortal } from "./sample-portal.ts";
import { sampleReports } from "./sample-reports.ts";
import type { SampleReport } from "./sample-reports.ts";

const DAY_MS = 24 * 60 * 60_000;
/** Before its first item. */
const FOUNDED_DAYS_AGO = 140;
/** As a firm of this size would answer. */
const PROFILE = {
  industry: "other",
  companySize: "small",
  employeeCount: 27,
  annualRevenue: 6_200_000,
  paymentProcessing: false,
  storesPii: true,
  customerRegions: ["north_america", "europe"],
};
/** Of the six providers; the other three are there to be tried. */
const CONNECTED: Readonly<Record<string, string>> = {
  aws: "AWS",
  "google-workspace": "Google Workspace",
  okta: "Okta",
};
const MAX_BYTES = { bytes: 64 * 1024 * 1024, refusal: "file-too-large" } as const;

interface SeedDeps {
  /** The application on the empty template; its clock is moved by `setNow`. */
  readonly app: Composition;
  readonly setNow: (now: Date) => void;
  /** The administrator's connection to the template. */
  readonly admin: pg.ClientBase;
  readonly day: number;
}

/** The session of a demo account, in a visit that ends then. */
export function sessionOf({ userId, email, firstName, lastName }: DemoAccount, expiresAt: Date): Session {
  return {
    id: userId,
    userId,
    email,
    firstName,
    lastName,
    expiresAt,
    method: "password",
    // Nobody is asked for more than the demo gives.
    hasSecondFactor: true,
    authenticatedAt: expiresAt,
    mustRenew: false,
  };
}

/**
 * Fills an empty, migrated database with the sample company, through the handlers and the filing that everybody uses:
 * its figures are computed and not written. All dates lie before `day` begins, so that they hold at any time of it.
 */
export async function seedSample({ app, setNow, admin, day }: SeedDeps): Promise<void> {
  const start = startOfDay(day).getTime();
  const at = ({ daysAgo, time }: { daysAgo: number; time: string }) => {
    const [hours, minutes] = time.split(":").map(Number) as [number, number];
    return new Date(start - daysAgo * DAY_MS + (hours * 60 + minutes) * 60_000);
  };
  const clock = await ledgerClock(admin);
  const turnTo = async (now: Date) => {
    setNow(now);
    await clock.set(now);
  };
  const founded = at({ daysAgo: FOUNDED_DAYS_AGO, time: "09:00" });
  await turnTo(founded);
  await addPerson(admin, demoAccounts[0]!);
  const company = (await act(app, "companies.create", { name: SAMPLE_COMPANY })) as { id: string };
  await addColleagues(admin, company.id, (daysAgo) => at({ daysAgo, time: "10:30" }));
  await act(app, "projects.create", { companyId: company.id, name: "SOC 2 readiness", framework: "soc2" });
  for (const provider of Object.keys(CONNECTED))
    await act(app, "connections.connect", { companyId: company.id, provider });

  const asked = at({ daysAgo: invited.daysAgo, time: "16:20" });
  const { email, role } = invited;
  const ofTheFirstDay = (time: string) => at({ daysAgo: FOUNDED_DAYS_AGO, time });
  const steps = [
    {
      when: ofTheFirstDay("09:12"),
      file: () => act(app, "onboarding.submit", { companyId: company.id, ...PROFILE }),
    },
    // Behind the first item of that day.
    { when: ofTheFirstDay("10:24"), file: () => takeReport(app, company.id) },
    { when: asked, file: () => act(app, "invitations.create", { companyId: company.id, email, role }) },
    ...sampleItems.map((item) => ({ when: at(item), file: () => fileItem(app, admin, company.id, item, at(item)) })),
    ...sampleReports.map((report) => ({
      when: at(report),
      file: () => importReport(app, company.id, report, at(report)),
    })),
  ].sort((one, other) => one.when.getTime() - other.when.getTime());
  const history = controlHistory({ app, admin, companyId: company.id, turnTo });
  for (const { when, file } of steps) {
    await history.judgeWhatEndsBefore(when);
    await turnTo(when);
    await file();
    await history.judgeAt(when);
  }
  await history.judgeWhatEndsBefore(new Date(start));
  await act(app, "portal.set", { companyId: company.id, ...samplePortal });
  await clock.restore();
  await app.services.signer.signCheckpoints();
  // What the database dates by itself, and what no screen of ours sets.
  await admin.query(
    `UPDATE app.companies SET created_at = $2, updated_at = $2, next_invoice_on = '2025-06-01',
      storage_location_id = (SELECT id FROM app.storage_locations WHERE is_default) WHERE id = $1`,
    [company.id, founded],
  );
  await admin.query("UPDATE app.company_members SET created_at = $2 WHERE company_id = $1 AND role = 'owner'", [
    company.id,
    founded,
  ]);
  await admin.query("UPDATE auth.users SET created_at = $2 WHERE id = $1", [
    demoAccounts[0]!.userId,
    ofTheFirstDay("08:56"),
  ]);
  // Of a sample person's mail nothing is ever sent.
  await admin.query("DELETE FROM app.outbox");
  await admin.query("UPDATE app.projects SET created_at = $2 WHERE company_id = $1", [company.id, founded]);
  await admin.query("INSERT INTO app.platform_admins (id) VALUES ($1)", [demoAccounts[1]!.userId]);
  await seedInstallation(admin, at);
}

const nobodyListens = new AbortController().signal;

function arrival(): Arrival {
  return {
    session: sessionOf(demoAccounts[0]!, new Date(8.64e15)),
    request: {
      id: "seed",
      address: "",
      userAgent: "",
      cookie: undefined,
      setHeader: () => {},
      setCookie: () => {},
      signal: nobodyListens,
    },
  };
}

/** Does what a request would do, through the same door and into the same ledger. */
async function act(
  { services, handlers }: Composition,
  name: string,
  input: Record<string, unknown>,
): Promise<unknown> {
  const endpoint = endpoints.find((one) => one.name === name)!;
  const [noun, verb] = name.split(".") as [string, string];
  const handler = (handlers as unknown as Record<string, Record<string, never>>)[noun]![verb]!;
  const read = endpoint.input.parse(input) as Record<string, unknown>;
  return await runInTransaction(services.databases, endpoint, handler, read, arrival());
}

async function fileItem(
  { services }: Composition,
  admin: pg.ClientBase,
  companyId: string,
  item: SampleItem,
  at: Date,
): Promise<void> {
  // A company keeps all of its evidence in one place; the sample company moved once, so that the map shows both.
  await admin.query(
    "UPDATE app.companies SET storage_location_id = (SELECT id FROM app.storage_locations WHERE geography = $2) WHERE id = $1",
    [companyId, item.place],
  );
  const caller = { userId: demoAccounts[0]!.userId, companyId };
  const file = fileOf(item, at);
  await asCaller(services.databases.user, caller, async (tx) => {
    const store = services.blobs(await locationOf(tx, companyId));
    const body = { bytes: chunks(file.bytes), declaredBytes: file.bytes.length };
    const artifact = await storeArtifact(store, companyId, at, body, MAX_BYTES);
    const connected = Object.values(CONNECTED).includes(item.source);
    await fileEvidence(tx, await getCompanyKey(tx, services.keys, companyId), [
      {
        ...artifact,
        artifactKey: artifact.key,
        name: item.name,
        type: item.type,
        controls: [item.control],
        source: item.source,
        collector: connected ? "Sample connector, read-only" : "A member, by hand",
        collectedAt: at,
        fileName: file.name,
        idempotencyKey: null,
      },
    ]);
  });
}

async function importReport(
  { services, handlers, tasks }: Composition,
  companyId: string,
  report: SampleReport,
  at: Date,
): Promise<void> {
  const { userId } = demoAccounts[0]!;
  const bytes = Buffer.from(report.write(at));
  await handlers.imports.create({
    input: { companyId, fileName: report.fileName },
    caller: { userId, companyId, role: "owner", secondFactor: false },
    request: arrival().request,
    within: (work) => asCaller(services.databases.user, { userId, companyId }, work),
    body: { bytes: chunks(bytes), declaredBytes: bytes.length },
    idempotencyKey: null,
  });
  await tasks.imports.run(nobodyListens);
}

/** The first control report, made to its last byte and read by nobody. */
async function takeReport(app: Composition, companyId: string): Promise<void> {
  const { id } = (await act(app, "exports.create", { companyId })) as { id: string };
  const { userId } = demoAccounts[0]!;
  const { bytes } = await app.handlers.exports.bundle({
    input: { companyId, exportId: id },
    caller: { userId, companyId, role: "owner", secondFactor: false },
    request: arrival().request,
    within: (work) => asCaller(app.services.databases.user, { userId, companyId }, work),
  });
  for await (const chunk of bytes) void chunk;
}

async function* chunks(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
