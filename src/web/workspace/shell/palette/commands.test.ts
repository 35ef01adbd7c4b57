import { expect, test } from "vitest";
import { people } from "#catalog/registers/people.ts";
import { can } from "#domain/access.ts";
import type { Company } from "../../company.ts";
import { commandsOf } from "./commands.ts";
import { matching } from "./matching.ts";

const nothing = () => {};
const roles = ["owner", "admin", "member", "viewer"] as const;

const commandsFor = (role: Company["role"]) =>
  commandsOf({
    company: { id: "0", name: "Acme", role } as Company,
    companies: [],
    platformAdmin: false,
    debug: false,
    exportReport: nothing,
    createCompany: null,
    switchTo: nothing,
    toggleSidebar: nothing,
    showShortcuts: nothing,
    setTheme: nothing,
  }).flatMap(({ entries }) => entries);
const find = (role: Company["role"], text: string) => matching(commandsFor(role), text)[0]?.leads;

test.each(roles)("%s finds the program's places beside the registers", (role) => {
  expect(find(role, "policies")).toBe("/dashboard/program/policies");
  expect(find(role, "training")).toBe("/dashboard/program/training");
  expect(find(role, "access reviews")).toBe("/dashboard/program/reviews");
  expect(find(role, "program: vendors")).toBe("/dashboard/program/vendors");
});

test.each(roles)("%s finds the program's actions as far as the role may do them", (role) => {
  const leads = commandsFor(role).map((command) => command.leads);
  const may = {
    "/dashboard/program/people?do=new": people.rights.write.includes(role),
    "/dashboard/program/reviews?do=start": can(role, "reviews.manage"),
    "/dashboard/program/training?do=links": can(role, "staff.manage"),
  };
  for (const [to, isAllowed] of Object.entries(may)) expect([to, leads.includes(to)]).toEqual([to, isAllowed]);
});

test("an action of the program is found by the words of its button", () => {
  expect(find("owner", "add person")).toBe("/dashboard/program/people?do=new");
  expect(find("owner", "start review")).toBe("/dashboard/program/reviews?do=start");
  expect(find("owner", "send links")).toBe("/dashboard/program/training?do=links");
});

test("each command has an id of its own, by which it is remembered", () => {
  const ids = commandsFor("owner").map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
