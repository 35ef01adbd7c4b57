import { expect, test } from "vitest";
import { sayPolicy } from "./policy-words.ts";
import type { Policy } from "./policy-words.ts";

const policy = (changes: Partial<Policy>): Policy => ({
  table: "projects",
  permissive: true,
  command: "SELECT",
  roles: ["app_user"],
  using: "true",
  check: null,
  ...changes,
});
const tenant = "(company_id = ( SELECT app.tenant() AS tenant))";
const managers = "(( SELECT app.my_role() AS my_role) = ANY (ARRAY['owner'::text, 'admin'::text]))";

test.each<[Partial<Policy>, string]>([
  [{}, "Requests may read rows of projects wherever its walls let them."],
  [
    { permissive: false, command: "ALL", roles: ["public"], using: tenant, check: tenant },
    "Everybody may read, add, change or delete rows of projects only where the row belongs to the company of the request, of which the caller is an active member.",
  ],
  [
    {
      command: "INSERT",
      using: null,
      check: `(${managers} AND (invited_by = ( SELECT app.uid() AS uid)) AND (status = 'pending'::text))`,
    },
    "Requests may add rows of projects where the caller is owner or admin of the company, its invited_by is the caller and its status is pending.",
  ],
  [
    {
      command: "UPDATE",
      using: `((id = ( SELECT app.tenant() AS tenant)) AND ${managers})`,
      check:
        "((id = ( SELECT app.tenant() AS tenant)) AND ((NOT second_factor_required) OR ( SELECT app.has_second_factor() AS has_second_factor)))",
    },
    "Requests may change rows of projects where the row is the company of the request, of which the caller is an active member and the caller is owner or admin of the company; afterwards the row is the company of the request, of which the caller is an active member and either its second_factor_required is off or the caller brought a second factor.",
  ],
  [
    { using: "((id = ( SELECT app.uid() AS uid)) OR (id = ANY (( SELECT app.co_members() AS co_members)::uuid[])))" },
    "Requests may read rows of projects where either its id is the caller or its id is a member of the company of the request.",
  ],
  [
    { roles: ["app_auth", "app_user"], command: "INSERT", using: null, check: "(sent_at IS NULL)" },
    "Signing in and Requests may add rows of projects where its sent_at is empty.",
  ],
])("a policy is put in words made of its own parts, %#", (changes, message) => {
  expect(sayPolicy(policy(changes))).toBe(message);
});

test("what it has no words for stands as it is", () => {
  expect(sayPolicy(policy({ using: "((a @> b) AND (name ~ 'x'::text))" }))).toBe(
    "Requests may read rows of projects where a @> b and name ~ 'x'::text.",
  );
});
