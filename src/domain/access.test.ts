import { expect, test } from "vitest";
import { can, companyActions, companyRoles } from "./access.ts";
import type { CompanyAction, CompanyRole } from "./access.ts";

const granted: Record<CompanyRole, readonly CompanyAction[]> = {
  viewer: [
    "company.read",
    "members.read",
    "onboarding.read",
    "projects.read",
    "controls.read",
    "evidence.read",
    "exports.create",
    "activity.read",
    "alerts.choose",
    "members.leave",
  ],
  member: ["onboarding.answer", "projects.create", "projects.start", "evidence.file"],
  admin: [
    "company.rename",
    "company.changePolicy",
    "connections.manage",
    "members.invite",
    "members.remove",
    "members.changeRole",
    "invitations.read",
    "projects.archive",
    "controls.setApplicability",
    "apiTokens.manage",
    "webhooks.manage",
    "activity.export",
    "company.export",
  ],
  owner: ["company.delete", "company.transfer"],
};

const fromLeast = companyRoles.toReversed();

test.each(companyRoles)(
  "a company's %s may do what the role adds and what lesser roles may, and nothing else",
  (role) => {
    const sum = fromLeast.slice(0, fromLeast.indexOf(role) + 1).flatMap((one) => granted[one]);
    // The one thing that an owner may not do: there would be none left.
    const expected = role === "owner" ? sum.filter((action) => action !== "members.leave") : sum;
    expect(companyActions.filter((action) => can(role, action)).toSorted()).toEqual(expected.toSorted());
  },
);

test("an unknown role may do nothing", () => {
  for (const action of companyActions) expect(can("auditor" as CompanyRole, action)).toBe(false);
});
