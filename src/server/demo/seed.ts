import { endpoints } from "#contract/index.ts";
import type pg from "pg";
import type { DemoApplication } from "./application.ts";
import type { Session } from "../endpoints/session.ts";
import { runInTransaction } from "../http/run-endpoint.ts";
import type { RequestContext } from "../http/run-endpoint.ts";
import { demoAccounts } from "./accounts.ts";
import type { DemoAccount } from "./accounts.ts";
import { controlHistory, ledgerClock } from "./control-history.ts";
import { startOfDay } from "./names.ts";
import { isCollected } from "./sample-collected.ts";
import { COMPANY, fileItem, importReport, quietRequest, takeReport } from "./sample-filing.ts";
import { seedCollections, seedConnections } from "./sample-connections.ts";
import { seedInstallation } from "./sample-installation.ts";
import { sampleAudit } from "./sample-audit.ts";
import { sampleDocuments } from "./sample-documents.ts";
import { addColleagues, addPerson, colleagues, invited } from "./sample-people.ts";
import type { SamplePerson } from "./sample-people.ts";
import { sampleItems } from "./sample-items.ts";
import { sampleMatter } from "./sample-matter.ts";
import { samplePortal } from "./sample-portal.ts";
import { sampleRegisterSteps, sealAndPrint } from "./sample-registers.ts";
import { sampleReports } from "./sample-reports.ts";
import { sampleReview } from "./sample-review.ts";
import { declareScope } from "./sample-systems.ts";
import { sampleTests } from "./sample-tests.ts";
import { sampleTraining } from "./sample-training.ts";
import { planWork } from "./sample-work.ts";

const DAY_MS = 24 * 60 * 60_000;
/** Before its first item. */
const FOUNDED_DAYS_AGO = 140;
/** As a firm of this size would answer. */
const PROFILE = {
  industry: "other",
  companySize: "small",
  employeeCount: 12,
  annualRevenue: 6_200_000,
  paymentProcessing: false,
  storesPii: true,
  customerRegions: ["north_america", "europe"],
};

interface SeedDeps {
  /** The application on the empty template; its clock is moved by `setNow`. */
  readonly app: DemoApplication;
  readonly setNow: (now: Date) => void;
  /** The administrator's connection to the template. */
  readonly admin: pg.ClientBase;
  readonly day: number;
}

type SessionPerson = Pick<DemoAccount, "userId" | "email" | "firstName" | "lastName">;

/** The session of a demo account, in a visit that ends then. */
export function sessionOf({ userId, email, firstName, lastName }: SessionPerson, expiresAt: Date): Session {
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
    mustRotate: false,
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
  const company = (await act(app, "companies.create", { name: COMPANY })) as { id: string };
  await addColleagues(admin, company.id, (daysAgo) => at({ daysAgo, time: "10:30" }));
  await act(app, "projects.create", { companyId: company.id, name: "SOC 2 readiness", framework: "soc2" });
  await declareScope((name, input) => act(app, name, input), company.id);
  const connected = { app, admin, companyId: company.id, at: founded };
  await seedConnections(connected);

  const asked = at({ daysAgo: invited.daysAgo, time: "16:20" });
  const { email, role } = invited;
  const firstReport = async (companyId: string) => {
    const { id } = (await act(app, "exports.create", { companyId })) as { id: string };
    await takeReport(app, companyId, id);
  };
  const ofTheFirstDay = (time: string) => at({ daysAgo: FOUNDED_DAYS_AGO, time });
  const colleague = (as: string | undefined) => colleagues.find(({ userId }) => userId === as);
  const actAs = (name: string, input: Record<string, unknown>, as?: string) => act(app, name, input, colleague(as));
  const documents = sampleDocuments({ admin, turnTo, act: actAs }, company.id);
  const tests = sampleTests({ admin, act: actAs }, company.id);
  const keeping = { app, admin, act: actAs, at, turnTo };
  const registers = sampleRegisterSteps(keeping, company.id);
  const asOwner = (name: string, input: Record<string, unknown>) => act(app, name, input);
  const asAnyone = (name: string, input: Record<string, unknown>, person?: SamplePerson) =>
    act(app, name, input, person);
  const unjudged = [
    ...sampleMatter({ app, admin, act: asOwner, at }, company.id),
    ...sampleAudit({ admin, act: asAnyone, at }, company.id),
    // Both decide nothing until the registers are sealed.
    ...sampleTraining({ admin, databases: app.services.databases, at }, company.id),
    ...sampleReview(keeping, company.id),
  ];
  const steps = [
    {
      when: ofTheFirstDay("09:12"),
      decides: true,
      file: () => act(app, "onboarding.submit", { companyId: company.id, ...PROFILE }),
    },
    // Behind the first item of that day.
    { decides: false, when: ofTheFirstDay("10:24"), file: () => firstReport(company.id) },
    {
      when: at({ daysAgo: 1, time: "15:10" }),
      decides: true,
      file: () => planWork((name, input) => act(app, name, input), company.id, at),
    },
    { decides: false, when: asked, file: () => act(app, "invitations.create", { companyId: company.id, email, role }) },
    ...sampleItems.map((item) => ({
      when: at(item),
      // What a person files decides nothing until it is reviewed.
      decides: isCollected(item.name),
      file: async () => {
        await fileItem(app, admin, company.id, item, at(item));
        await documents.file(item, at(item));
      },
    })),
    ...[...documents.steps, ...registers, ...tests].map((step) => ({ when: at(step), decides: true, file: step.do })),
    ...unjudged.map((item) => ({ when: at(item), decides: false, file: item.do })),
    ...sampleReports.map((report) => ({
      when: at(report),
      decides: true,
      file: () => importReport(app, company.id, report, at(report)),
    })),
  ].sort((a, b) => a.when.getTime() - b.when.getTime());
  const history = controlHistory({ app, admin, companyId: company.id, turnTo });
  for (const { when, decides, file } of steps) {
    await history.judgeWhatEndsBefore(when);
    await turnTo(when);
    await file();
    if (decides) await history.judgeAt(when);
  }
  await history.judgeWhatEndsBefore(new Date(start));
  await seedCollections(connected, at({ daysAgo: 1, time: "23:00" }));
  await sealAndPrint(keeping, company.id);
  await act(app, "portal.set", { companyId: company.id, ...samplePortal });
  // A portal claims nothing while the ledger has something that no judgement has seen.
  await history.judgeAt(new Date(start - 1));
  await clock.restore();
  await app.services.signer.signCheckpoints(company.id);
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
  // Nor does anything wait for the worker that a visit has none of: what happens in a visit asks for its own judgement.
  await admin.query("DELETE FROM app.jobs WHERE kind IN ('mail', 'standings', 'registers')");
  await admin.query("UPDATE app.projects SET created_at = $2 WHERE company_id = $1", [company.id, founded]);
  await admin.query("INSERT INTO app.platform_admins (id) VALUES ($1)", [demoAccounts[1]!.userId]);
  await seedInstallation(admin, at);
}

function arrival(person: SessionPerson): RequestContext {
  return { session: sessionOf(person, new Date(8.64e15)), request: quietRequest };
}

/** Does what a request would do, through the same door and into the same ledger. */
async function act(
  { services, handlers }: DemoApplication,
  name: string,
  input: Record<string, unknown>,
  person: SessionPerson = demoAccounts[0]!,
): Promise<unknown> {
  const endpoint = endpoints.find((endpoint) => endpoint.name === name)!;
  const [noun, verb] = name.split(".") as [string, string];
  const handler = (handlers as unknown as Record<string, Record<string, never>>)[noun]![verb]!;
  const read = endpoint.input.parse(input) as Record<string, unknown>;
  return await runInTransaction(services.databases, endpoint, handler, read, arrival(person));
}
