import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { slugOf } from "#domain/slug.ts";
import type { CompanyRole } from "#domain/access.ts";
import { actAs } from "../db/as-caller.ts";
import type { Tx } from "../db/as-caller.ts";
import { writeRecords } from "./records.ts";
import { newCompanyKey } from "../blobs/company-keys.ts";
import { recordAct } from "../ledger/record-act.ts";
import type { Mail, Outbox } from "../mail/outbox.ts";
import type { Addressee } from "../mail/templates/company-deletion.ts";
import { deletionCancelled, deletionRequested } from "../mail/templates/company-deletion.ts";
import { refuse, sqlState, violatedConstraint } from "../refusal.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { overviewOf } from "../overview/overview.ts";
import type { Keys } from "../keys/keys.ts";

interface Deps {
  readonly keys: Keys;
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly now: () => Date;
}

const DELETION_DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;

async function listCompanies(tx: Tx, only?: string) {
  const { rows } = await sql<{
    id: string;
    name: string;
    slug: string;
    role: CompanyRole;
    second_factor_required: boolean;
    tier: string;
    status: string;
    next_invoice_on: string | null;
    deletion_due_at: Date | null;
    created_at: Date;
    location_id: string;
    display_name: string;
    geography: string;
  }>`SELECT c.id, c.name, c.slug, m.role, c.subscription_tier AS tier, c.subscription_status AS status, c.created_at,
      to_char(c.next_invoice_on, 'YYYY-MM-DD') AS next_invoice_on, c.second_factor_required, c.deletion_due_at,
      l.id AS location_id, l.display_name, l.geography
    FROM app.my_memberships() m JOIN app.companies c ON c.id = m.company_id
    JOIN app.storage_locations l ON l.id = c.storage_location_id
    WHERE ${only ?? null}::uuid IS NULL OR c.id = ${only ?? null}::uuid ORDER BY c.created_at, c.id`.execute(tx);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    slug: row.slug,
    role: row.role,
    subscriptionTier: row.tier,
    subscriptionStatus: row.status,
    secondFactorRequired: row.second_factor_required,
    deletionDueAt: row.deletion_due_at?.toISOString() ?? null,
    nextInvoiceOn: row.next_invoice_on,
    storageLocation: { id: row.location_id, displayName: row.display_name, geography: row.geography },
    createdAt: row.created_at.toISOString(),
  }));
}

async function getCompany(tx: Tx, companyId: string) {
  return (await listCompanies(tx, companyId))[0] ?? refuse("not-found");
}

/** What only the owner may have done. Whoever was still the owner when the request came may no longer be. */
async function askedByOwner(tx: Tx, call: RawBuilder<unknown>): Promise<boolean> {
  try {
    const { rows } = await sql<{ done: boolean }>`SELECT ${call} AS done`.execute(tx);
    return rows[0]?.done ?? false;
  } catch (error) {
    if (sqlState(error) === "42501") refuse("forbidden", error);
    throw error;
  }
}

export function companyHandlers(services: Deps): HandlersOf<"companies"> {
  const { appUrl, outbox, now } = services;

  /** Tells everybody who runs the company that it will end, or will not. */
  const tellManagers = async (tx: Tx, write: (manager: Addressee) => Mail) => {
    const { rows } = await sql<Addressee>`SELECT email, first_name AS "firstName", last_name AS "lastName"
      FROM app.team() WHERE role IN ('owner', 'admin')`.execute(tx);
    for (const manager of rows) await outbox.enqueue(tx, write(manager));
  };

  return {
    list: ({ tx, caller }) => listCompanies(tx, caller.companyId || undefined),
    get: ({ input, tx }) => getCompany(tx, input.companyId),
    rename: async ({ input: { companyId, name }, tx }) => {
      const before = await getCompany(tx, companyId);
      await tx.updateTable("app.companies").set({ name, updated_at: now() }).where("id", "=", companyId).execute();
      const entry = { subject: companyId, details: { name, before: before.name } };
      return { answer: await getCompany(tx, companyId), entry };
    },
    usage: async ({ tx }) => {
      const { rows } = await sql<{
        plan: string;
        users_limit: number | null;
        members: string;
        invited: string;
        frameworks_limit: number | null;
        frameworks: string;
      }>`SELECT c.subscription_tier AS plan, u.* FROM app.companies c, app.plan_usage() u
        WHERE c.id = app.tenant()`.execute(tx);
      const row = rows[0] ?? refuse("not-found");
      return {
        plan: row.plan,
        users: { members: Number(row.members), invited: Number(row.invited), limit: row.users_limit },
        frameworks: { used: Number(row.frameworks), limit: row.frameworks_limit },
      };
    },
    transfer: async ({ input: { companyId, memberId }, caller, tx }) => {
      const done = await askedByOwner(tx, sql`app.transfer_ownership(${memberId})`);
      if (!done) {
        const { rows } = await sql`SELECT FROM app.team() WHERE id = ${memberId} AND role <> 'owner'`.execute(tx);
        refuse(rows.length > 0 ? "owner-unfit" : "not-found");
      }
      const { owner_id: ownerId } = await tx
        .selectFrom("app.companies")
        .select("owner_id")
        .where("id", "=", companyId)
        .executeTakeFirstOrThrow();
      const entry = { subject: ownerId, details: { before: caller.userId } };
      return { answer: await getCompany(tx, companyId), entry };
    },
    delete: async ({ input: { companyId, name }, tx }) => {
      const company = await getCompany(tx, companyId);
      if (name.trim() !== company.name) refuse("name-differs");
      const due = new Date(now().getTime() + DELETION_DAYS * DAY_MS);
      if (!(await askedByOwner(tx, sql`app.set_deletion(${due})`))) refuse("deletion-asked");
      await tellManagers(tx, (user) => deletionRequested({ user, company: company.name, due, appUrl }));
      const entry = { subject: companyId, details: { due: due.toISOString() } };
      return { answer: await getCompany(tx, companyId), entry };
    },
    keep: async ({ input: { companyId }, tx }) => {
      if (!(await askedByOwner(tx, sql`app.set_deletion(NULL)`))) refuse("deletion-not-asked");
      const company = await getCompany(tx, companyId);
      await tellManagers(tx, (user) => deletionCancelled({ user, company: company.name, appUrl }));
      return { answer: company, entry: { subject: companyId, details: {} } };
    },
    exportRecords: async ({ input: { companyId }, caller, within }) => {
      const company = await within(async (tx) => {
        await recordAct(tx, caller, "company.recordsExported", { subject: companyId, details: {} });
        return await getCompany(tx, companyId);
      });
      return {
        fileName: `${company.slug}-records.json`,
        mediaType: "application/json",
        bytes: writeRecords(within, now()),
      };
    },
    requireSecondFactor: async ({ input: { companyId, required }, caller, tx }) => {
      // Refused by the database too: an admin must not lock themselves out.
      if (required && !caller.secondFactor) refuse("second-factor-needed-first");
      await tx
        .updateTable("app.companies")
        .set({ second_factor_required: required })
        .where("id", "=", companyId)
        .execute();
      const answer = (await listCompanies(tx, companyId))[0] ?? refuse("not-found");
      return { answer, entry: { subject: companyId, details: { secondFactorRequired: required } } };
    },
    overview: ({ input, tx }) => overviewOf(tx, input.companyId, services.now()),
    storageLocations: async ({ tx }) => {
      const rows = await tx
        .selectFrom("app.storage_locations")
        .select(["id", "display_name", "geography", "is_default"])
        .orderBy("is_default", "desc")
        .orderBy("display_name")
        .execute();
      return rows.map((row) => ({
        id: row.id,
        displayName: row.display_name,
        geography: row.geography,
        isDefault: row.is_default,
      }));
    },
    create: async ({ input, caller, tx }) => {
      const id = randomUUID();
      const { rows } = await sql<{ there: boolean }>`SELECT app.hold_founder() AS there`.execute(tx);
      // The account is being deleted in this moment.
      if (!rows[0]?.there) refuse("company-signed-out");
      try {
        await sql`SELECT app.create_company(${id}, ${input.name}, ${slugOf(input.name)}, ${input.storageLocationId ?? null},
          ${newCompanyKey(services.keys, id)})`.execute(tx);
      } catch (error) {
        if (sqlState(error) === "23505" && violatedConstraint(error) === "companies_slug_key")
          refuse("company-exists", error);
        if (sqlState(error) === "23503") refuse("not-found", error);
        if (violatedConstraint(error) === "bounded_account") refuse("account-bounded", error);
        throw error;
      }
      await actAs(tx, { userId: caller.userId, companyId: id });
      const company = (await listCompanies(tx, id))[0] ?? refuse("company-not-readable");
      const entry = {
        companyId: id,
        subject: id,
        details: { name: company.name, storageLocation: company.storageLocation.displayName },
      };
      return { answer: company, entry };
    },
  };
}
