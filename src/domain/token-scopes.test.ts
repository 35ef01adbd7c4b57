import { expect, test } from "vitest";
import { can, companyActions } from "./access.ts";
import type { CompanyAction } from "./access.ts";
import { scopeOf, tokenCan, tokenScopeKeys } from "./token-scopes.ts";

test("every action of a company is in one scope, or in none on purpose", () => {
  for (const action of companyActions) expect([...tokenScopeKeys, "never"], action).toContain(scopeOf(action));
});

test("no token manages members, tokens, webhooks, policies or the company's end", () => {
  const never = companyActions.filter(
    (action) => /^(members|invitations|apiTokens|webhooks|alerts|company)\./.test(action) && !action.endsWith(".read"),
  );
  expect(never.length).toBeGreaterThan(6);
  for (const action of never) {
    expect(scopeOf(action), action).toBe("never");
    expect(tokenCan(tokenScopeKeys, "owner", action), action).toBe(false);
  }
});

/** What is under privilege is for people, and so is what they say to auditors. */
const peoplesOwn: readonly CompanyAction[] = ["matters.read", "audit.read"];

test("S11: the scope to read reads everything and writes nothing, not even a bundle", () => {
  expect(companyActions.filter((action) => scopeOf(action) === "read").toSorted()).toEqual(
    companyActions.filter((action) => /\.read([A-Z]|$)/.test(action) && !peoplesOwn.includes(action)).toSorted(),
  );
});

test("a token never goes beyond its scopes, nor beyond its maker's role of the moment", () => {
  for (const action of companyActions) {
    for (const role of ["owner", "admin", "member", "viewer"] as const) {
      expect(tokenCan([], role, action)).toBe(false);
      for (const scope of tokenScopeKeys)
        expect(tokenCan([scope], role, action), `${scope} ${role} ${action}`).toBe(
          scopeOf(action) === scope && can(role, action),
        );
    }
  }
  expect(scopeOf("made.up" as CompanyAction)).toBe("never");
});
