import { sql } from "kysely";
import type * as z from "zod";
import type { onboarding } from "#contract/onboarding.ts";
import { getFramework } from "#catalog/index.ts";
import { fitsPlan } from "#domain/framework-limits.ts";
import { recommend } from "#domain/framework-recommendations.ts";
import type { RecommendedFramework } from "#domain/framework-recommendations.ts";
import { callFunction } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { Caller } from "../endpoints/caller.ts";
import { setupOf } from "./setup.ts";

interface Deps {
  readonly now: () => Date;
}

type State = z.input<typeof onboarding.get.output>;
type Profile = NonNullable<State["profile"]>;
type Draft = NonNullable<State["draft"]>;

/** What the company says about itself; undefined before its first answers. */
async function findProfile(tx: Tx, companyId: string): Promise<Profile | undefined> {
  const row = await tx
    .selectFrom("app.organization_profiles")
    .selectAll()
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      industry: row.industry as Profile["industry"],
      companySize: row.company_size as Profile["companySize"],
      employeeCount: row.employee_count,
      annualRevenue: row.annual_revenue,
      paymentProcessing: row.payment_processing,
      storesPii: row.stores_pii,
      customerRegions: row.customer_regions as Profile["customerRegions"],
      submittedAt: row.submitted_at.toISOString(),
    }
  );
}

async function findDraft(tx: Tx, { companyId, userId }: Caller, submittedAt?: string): Promise<Draft | null> {
  const row = await tx
    .selectFrom("app.onboarding_drafts")
    .select(["step", "answers", "saved_at"])
    .where("company_id", "=", companyId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  // A colleague has submitted since: who goes on from older answers would undo theirs unseen.
  if (!row || (submittedAt && row.saved_at < new Date(submittedAt))) return null;
  return { step: row.step, answers: row.answers as Draft["answers"], savedAt: row.saved_at.toISOString() };
}

async function stateOf(tx: Tx, caller: Caller): Promise<State> {
  const profile = await findProfile(tx, caller.companyId);
  const rows = await tx
    .selectFrom("app.projects")
    .select("framework")
    .where("company_id", "=", caller.companyId)
    .where("archived_at", "is", null)
    .execute();
  const used = rows.map(({ framework }) => framework);
  const { frameworks_limit: limit } = await callFunction(tx, "app.plan_usage", []);
  const availabilityOf = (framework: RecommendedFramework) => {
    if (!getFramework(framework).available) return "coming soon" as const;
    return fitsPlan(framework, { used, limit }) ? ("open" as const) : ("not in plan" as const);
  };
  return {
    profile: profile ?? null,
    draft: await findDraft(tx, caller, profile?.submittedAt),
    recommendations: (profile ? recommend(profile) : []).map((item) => ({
      ...item,
      hasProject: used.includes(item.framework),
      availability: availabilityOf(item.framework),
    })),
  };
}

export function onboardingHandlers({ now }: Deps): HandlersOf<"onboarding"> {
  return {
    get: ({ caller, tx }) => stateOf(tx, caller),
    saveDraft: async ({ input: { step, answers }, caller, tx }) => {
      const savedAt = now();
      await sql`INSERT INTO app.onboarding_drafts (company_id, user_id, step, answers, saved_at)
        VALUES (${caller.companyId}, ${caller.userId}, ${step}, ${JSON.stringify(answers)}::jsonb, ${savedAt})
        ON CONFLICT (company_id, user_id) DO UPDATE SET (step, answers, saved_at) =
          (excluded.step, excluded.answers, excluded.saved_at)`.execute(tx);
      return { savedAt: savedAt.toISOString() };
    },
    submit: async ({ input: { companyId, ...profile }, caller, tx }) => {
      const { rows } = await sql<{ id: string; anew: boolean }>`INSERT INTO app.organization_profiles AS p
          (company_id, industry, company_size, employee_count, annual_revenue, stores_pii, payment_processing,
            customer_regions, submitted_by, submitted_at, first_submitted_at)
        VALUES (${companyId}, ${profile.industry}, ${profile.companySize}, ${profile.employeeCount},
          ${profile.annualRevenue}, ${profile.storesPii}, ${profile.paymentProcessing}, ${profile.customerRegions},
          ${caller.userId}, ${now()}, ${now()})
        ON CONFLICT (company_id) DO UPDATE SET (industry, company_size, employee_count, annual_revenue, stores_pii,
            payment_processing, customer_regions, submitted_by, submitted_at) = (excluded.industry,
            excluded.company_size, excluded.employee_count, excluded.annual_revenue, excluded.stores_pii,
            excluded.payment_processing, excluded.customer_regions, excluded.submitted_by, excluded.submitted_at)
        RETURNING p.id, p.first_submitted_at <> p.submitted_at AS anew`.execute(tx);
      const { id, anew } = rows[0]!;
      await tx
        .deleteFrom("app.onboarding_drafts")
        .where("company_id", "=", companyId)
        .where("user_id", "=", caller.userId)
        .execute();
      return { answer: await stateOf(tx, caller), entry: { subject: id, details: { anew, ...profile } } };
    },
    setup: ({ input, tx }) => setupOf(tx, input.companyId, now()),
  };
}
