import * as z from "zod";
import type { EvidenceItem, Step, StepContext } from "../../connector.ts";
import { CursorRefused, RequestFailed } from "../../http.ts";
import { linkPages, linkedRows } from "../../link-pages.ts";
import { item } from "../../observe.ts";
import type { AppRule, PasswordPolicy, SessionRule } from "../kinds.ts";
import { ask } from "../request.ts";

const whole = z.number().int().nullish();
const named = z.object({ id: z.string(), name: z.string(), status: z.string().nullish() });

const passwordPolicy = named.extend({
  settings: z.object({
    password: z.object({
      complexity: z
        .object({
          minLength: whole,
          dictionary: z.object({ common: z.object({ exclude: z.boolean().nullish() }).nullish() }).nullish(),
        })
        .nullish(),
      age: z.object({ historyCount: whole }).nullish(),
      lockout: z.object({ maxAttempts: whole, autoUnlockMinutes: whole }).nullish(),
    }),
  }),
});

const rule = named.extend({
  actions: z.object({
    signon: z
      .object({
        access: z.string().nullish(),
        requireFactor: z.boolean().nullish(),
        session: z
          .object({
            maxSessionIdleMinutes: whole,
            maxSessionLifetimeMinutes: whole,
            usePersistentCookie: z.boolean().nullish(),
          })
          .nullish(),
      })
      .nullish(),
    appSignOn: z
      .object({
        access: z.string().nullish(),
        verificationMethod: z.object({ factorMode: z.string().nullish() }).nullish(),
      })
      .nullish(),
  }),
});
type Named = z.infer<typeof named>;
type Rule = z.infer<typeof rule>;

/** Password policies, and the rules of sessions and applications that let somebody in. What is inactive decides nothing. */
export const policies: Step = {
  id: "policies",
  title: "Sign-in policies",
  kinds: ["okta.password-policy", "okta.session-rule", "okta.app-rule"],
  scopes: ["okta.policies.read"],
  async *collect(context) {
    const { http } = context;
    for await (const page of linkPages(http, ofType("PASSWORD"), passwordPolicy))
      for (const policy of page.rows.filter(isActive))
        yield item("okta.password-policy", subjectOf("policy", policy, policy.name), described(policy), page.answer);
    const sessions = await linkedRows(http, ofType("OKTA_SIGN_ON"), named);
    yield* rulesOf(context, sessions, "okta.session-rule", sessionRule);
    const applications = await linkedRows(http, ofType("ACCESS_POLICY"), named).catch(noneOnClassic);
    yield* rulesOf(context, applications, "okta.app-rule", appRule);
  },
};

/** An organization on Okta's Classic Engine has no policies of this type, and is told so on the first page. */
function noneOnClassic(error: unknown): Named[] {
  if (!(error instanceof RequestFailed) || error instanceof CursorRefused || error.status !== 400) throw error;
  return [];
}

async function* rulesOf(
  { http }: StepContext,
  policies: readonly Named[],
  kind: string,
  describe: (policy: Named, rule: Rule) => SessionRule | AppRule | undefined,
): AsyncGenerator<EvidenceItem> {
  for (const policy of policies.filter(isActive)) {
    const request = ask(`/api/v1/policies/${policy.id}/rules`, { limit: "200" });
    for await (const page of linkPages(http, request, rule))
      for (const row of page.rows.filter(isActive)) {
        const data = describe(policy, row);
        if (data) yield item(kind, subjectOf("rule", row, `${policy.name}: ${row.name}`), data, page.answer);
      }
  }
}

const ofType = (type: string) => ask("/api/v1/policies", { type, limit: "200" });
const isActive = ({ status }: Named) => status !== "INACTIVE";
const subjectOf = (type: string, { id }: Named, label: string) => ({ type, id, label });

function described({ name, settings: { password } }: z.infer<typeof passwordPolicy>): PasswordPolicy {
  return {
    name,
    minLength: password.complexity?.minLength ?? null,
    refusesCommon: password.complexity?.dictionary?.common?.exclude ?? null,
    history: password.age?.historyCount ?? null,
    maxAttempts: password.lockout?.maxAttempts ?? null,
    autoUnlockMinutes: password.lockout?.autoUnlockMinutes ?? null,
  };
}

function sessionRule(policy: Named, { name, actions: { signon } }: Rule): SessionRule | undefined {
  if (signon?.access === "DENY") return undefined;
  return {
    policy: policy.name,
    rule: name,
    requiresFactor: signon?.requireFactor ?? null,
    maxIdleMinutes: signon?.session?.maxSessionIdleMinutes ?? null,
    maxLifetimeMinutes: signon?.session?.maxSessionLifetimeMinutes ?? null,
    persistentCookie: signon?.session?.usePersistentCookie ?? null,
  };
}

function appRule(policy: Named, { name, actions: { appSignOn } }: Rule): AppRule | undefined {
  if (appSignOn?.access === "DENY") return undefined;
  return {
    policyId: policy.id,
    policy: policy.name,
    rule: name,
    factorMode: appSignOn?.verificationMethod?.factorMode ?? null,
  };
}
