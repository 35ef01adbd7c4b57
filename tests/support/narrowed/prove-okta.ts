import fc from "fast-check";
import { expect } from "vitest";
import type { EvidenceItem, StepReport } from "#connectors/connector.ts";
import { judgeChecks } from "#connectors/judge.ts";
import { okta } from "#connectors/okta/index.ts";
import { answeringHttp } from "../answering-http.ts";

const now = new Date("2026-11-21T10:00:00Z");
const status = fc.constantFrom("ACTIVE", "INACTIVE", undefined, "A STATUS OF TOMORROW");
const access = fc.constantFrom("ALLOW", "DENY", undefined, "AN ACCESS OF TOMORROW");
const conditions = fc.constantFrom(
  undefined,
  { network: { connection: "ZONE" } },
  { people: { groups: { include: ["g"] } } },
);
const sessionRule = fc.record({
  status,
  access,
  conditions,
  requireFactor: fc.constantFrom(true, true, false, undefined),
});
const mode = fc.constantFrom("2FA", "2FA", "2FA", "1FA", undefined, "A MODE OF TOMORROW");
const appRule = fc.record({ status, access, conditions, mode });
const policiesOf = <Rule>(rule: fc.Arbitrary<Rule>) =>
  fc.array(fc.record({ status, rules: fc.array(rule, { maxLength: 3 }) }), { maxLength: 2 });

const organizations = fc.record({ sessions: policiesOf(sessionRule), apps: policiesOf(appRule) });
type Policies<Rule> = readonly { readonly status?: string | undefined; readonly rules: readonly Rule[] }[];
type Ruled = { readonly status?: string | undefined; readonly access?: string | undefined };

/** Rules that let somebody in, whatever narrows them: what is not said to be inactive or to deny, does. */
const letting = <Rule extends Ruled>(policies: Policies<Rule>): Rule[] =>
  policies
    .filter((policy) => policy.status !== "INACTIVE")
    .flatMap(({ rules }) => rules.filter((rule) => rule.status !== "INACTIVE" && rule.access !== "DENY"));

/** Draws so many organizations, and compares whether a second factor passes with whether it may; answers how often it passed. */
export async function proveOkta(numRuns: number): Promise<number> {
  let passed = 0;
  const check = okta.checks.find(({ id }) => id === "okta.session.mfa")!;
  await fc.assert(
    fc.asyncProperty(organizations, async ({ sessions, apps }) => {
      const sets: Readonly<Record<string, Policies<Ruled & { conditions?: object | undefined }>>> = {
        OKTA_SIGN_ON: sessions,
        ACCESS_POLICY: apps,
        PASSWORD: [],
      };
      const http = answeringHttp((path, query) => {
        const [, type, at] = /\/policies\/([A-Z_]+)-(\d+)\/rules$/.exec(path) ?? [];
        if (type === undefined)
          return {
            body: sets[query["type"]!]!.map((item, index) => ({
              id: `${query["type"]}-${index}`,
              name: "P",
              status: item.status,
            })),
          };
        const rules = sets[type]![Number(at)]!.rules.map((rule, index) => {
          const { requireFactor, mode: factorMode } = rule as { requireFactor?: boolean; mode?: string };
          const actions =
            type === "OKTA_SIGN_ON"
              ? { signon: { access: rule.access, requireFactor } }
              : { appSignOn: { access: rule.access, verificationMethod: { type: "ASSURANCE", factorMode } } };
          return { id: `${type}-${at}-${index}`, name: "R", status: rule.status, conditions: rule.conditions, actions };
        });
        return { body: rules };
      });
      const account = { id: "o", label: "o", granted: undefined, facts: {} };
      const context = { http, typed: {}, method: "token", now: () => now, account, settings: {}, cursor: undefined };
      const items: EvidenceItem[] = [];
      const step = okta.steps.find(({ id }) => id === "policies")!;
      for await (const item of step.collect({ ...context, items: () => [] })) if ("kind" in item) items.push(item);
      const ended = {
        startedAt: now.toISOString(),
        endedAt: now.toISOString(),
        missing: [],
        detail: "",
        pages: 1,
        items: 1,
      };
      const reports: StepReport[] = [{ step: "policies", status: "complete", ...ended }];
      const outcome = judgeChecks([check], { items, steps: reports, settings: {}, now })[0]!.outcome;
      const everyApp = letting(apps).length > 0 && letting(apps).every((item) => item.mode === "2FA");
      const rules = letting(sessions);
      // What a session does not say, no application says for it.
      const may =
        rules.length > 0 &&
        rules.every((rule) => ((rule.requireFactor ?? false) ? true : rule.requireFactor === false && everyApp));
      if (outcome === "pass") passed += 1;
      expect(outcome === "pass").toBe(may);
    }),
    { numRuns },
  );
  return passed;
}
