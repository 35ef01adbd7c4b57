import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember } from "#tests/support/members.ts";
import type { Person } from "#tests/support/person.ts";
import { quickPerson } from "#tests/support/quick-person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

let running: RunningApp;
let ana: Person;
let company: string;

beforeAll(async () => {
  running = await runApp();
  ana = await quickPerson(running, "Ana");
  company = await ana.found("Counted LLP");
});
afterAll(() => running.close());

const list = async (person: Person) => (await person.get(`/companies/${company}/evidence`)).body;

async function file(name: string, more: Record<string, string> = {}): Promise<void> {
  const query = new URLSearchParams({ name, fileName: "a.txt", type: "Document", controls: "XC-01", ...more });
  const filed = await ana.upload(`/companies/${company}/evidence?${query}`, name);
  expect(filed.status).toBe(201);
}

test("U11: the library's heading counts as many items as there are rows, for those on an access list and for others", async () => {
  const matter = { name: "Dispute", basis: "work product", join: true };
  const matterId = (await ana.post(`/companies/${company}/matters`, matter)).body.id;
  await file("Open");
  await file("Privileged", { matter: matterId });
  const before = await list(ana);
  expect(before.items).toHaveLength(before.total + before.privileged);
  expect([before.total, before.privileged]).toEqual([1, 1]);
  const bo = await quickPerson(running, "Bo");
  await addMember(running, company, bo.id, "admin");
  const seen = await list(bo);
  expect([seen.items.length, seen.total, seen.privileged]).toEqual([1, 1, 0]);
});
