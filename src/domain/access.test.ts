import { expect, test } from "vitest";
import { can, companyActions, memberRoles } from "./access.ts";
import type { CompanyAction, CompanyRole, MemberRole } from "./access.ts";

const auditorMay: readonly CompanyAction[] = [
  "projects.read",
  "controls.read",
  "evidence.read",
  "systems.read",
  "audit.read",
  "audit.comment",
];

/** What each role of a member adds to the lesser ones: said here apart from the table of permissions, so that a slip there is seen. */
const granted: Record<MemberRole, readonly CompanyAction[]> = {
  viewer: [
    "company.read",
    "members.read",
    "onboarding.read",
    "projects.read",
    "systems.read",
    "registers.read",
    "training.read",
    "policies.read",
    "reviews.read",
    "policies.acknowledge",
    "controls.read",
    "controls.readHistory",
    "controls.readWork",
    "evidence.read",
    "exports.create",
    "activity.read",
    "alerts.read",
    "alerts.choose",
    "tasks.read",
    "matters.read",
    "audit.read",
    "members.leave",
  ],
  member: [
    "projects.rename",
    "controls.assign",
    "controls.note",
    "tasks.plan",
    "controls.test",
    "registers.write",
    "policies.write",
    "reviews.decide",
    "policies.approve",
    "registers.approve",
    "registers.confirm",
    "documents.review",
    "onboarding.answer",
    "projects.create",
    "projects.start",
    "evidence.file",
    "evidence.withdraw",
    "evidence.change",
    "imports.create",
    "alerts.acknowledge",
    "audit.answer",
    "audit.comment",
    "connections.collect",
  ],
  admin: [
    "policies.assign",
    "reviews.manage",
    "limits.read",
    "company.rename",
    "company.changePolicy",
    "connections.manage",
    "members.invite",
    "members.remove",
    "members.changeRole",
    "invitations.read",
    "projects.archive",
    "projects.setWindow",
    "controls.setApplicability",
    "controls.acceptFailure",
    "apiTokens.manage",
    "webhooks.manage",
    "portal.manage",
    "systems.manage",
    "staff.manage",
    "training.manage",
    "activity.export",
    "company.export",
    "auditors.manage",
  ],
  owner: ["company.delete", "company.transfer", "matters.manage", "evidence.erase"],
};

const fromLeast = memberRoles.toReversed();

test.each(memberRoles)(
  "a company's %s may do what the role adds and what lesser roles may, and nothing else",
  (role) => {
    const sum = fromLeast.slice(0, fromLeast.indexOf(role) + 1).flatMap((item) => granted[item]);
    // The one thing that an owner may not do: there would be none left.
    const expected = role === "owner" ? sum.filter((action) => action !== "members.leave") : sum;
    expect(companyActions.filter((action) => can(role, action)).toSorted()).toEqual(expected.toSorted());
  },
);

test("an auditor may read projects, controls, evidence and the audit, comment on it, and nothing else of what members may", () => {
  expect(companyActions.filter((action) => can("auditor", action))).toEqual(expect.arrayContaining([...auditorMay]));
  expect(companyActions.filter((action) => can("auditor", action) && can("owner", action)).toSorted()).toEqual(
    auditorMay.toSorted(),
  );
});

test("an unknown role may do nothing", () => {
  for (const action of companyActions) expect(can("guest" as CompanyRole, action)).toBe(false);
});
