import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connectOkta } from "#tests/support/connected.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";
import { asCaller } from "../db/as-caller.ts";
import { getItem, openItem } from "../evidence/open-item.ts";
import { readerHere } from "./register-reader.ts";
import type { RegisterSources } from "./register-reader.ts";
import { threadedReader } from "./threaded-reader.ts";

const reader = threadedReader();
let at: Date;
let running: RunningApp;
let olga: Person;
let company: string;
let sources: RegisterSources;

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const asked = () => ({ companyId: company, at, judge: "a".repeat(64) });
const never = new AbortController().signal;

beforeAll(async () => {
  running = await runApp();
  olga = await running.person("Olga");
});
afterAll(async () => {
  reader.close();
  await running.close();
});
beforeEach(async () => {
  company = await olga.found(`Threaded ${randomUUID()}`);
  const okta = await connectOkta(admin, olga, company);
  await okta.read([{ id: "00u1", login: "dan@acme.test", roles: ["SUPER_ADMIN"] }], new Date());
  const fields = { name: "Dan", email: "dan@acme.test", kind: "employee", startsAt: "2026-01-01" };
  await olga.post(`/companies/${company}/registers/people/records`, { fields });
  await olga.post(`/companies/${company}/registers/people/confirmation`, { count: 1 });
  at = new Date();
  const { services } = running.app;
  sources = {
    databases: services.databases,
    open: (id) =>
      asCaller(services.databases.user, { userId: company, companyId: company }, async (tx) =>
        openItem(services, tx, company, await getItem(tx, company, id)),
      ),
  };
});

test("a thread seals and says what this thread does, with exhibits that are brought to it", async () => {
  const there = await reader.read(sources, asked(), never);
  expect(there?.parts).toContainEqual(expect.objectContaining({ source: "Exhibit registers (Okta acme)" }));
  const here = await readerHere.read(sources, asked(), never);
  expect({ ...there, digest: Buffer.from(there!.digest).toString("hex") }).toEqual({
    ...here,
    digest: Buffer.from(here!.digest).toString("hex"),
  });
});

test("a run that is called off ends at once, and the next one is read by another thread", async () => {
  const off = new AbortController();
  const waits = { ...sources, open: () => (off.abort(new Error("called off")), new Promise<never>(() => {})) };
  await expect(reader.read(waits, asked(), off.signal)).rejects.toThrow("called off");
  expect(await reader.read(sources, asked(), never)).toBeDefined();
});

test("a run that takes longer than one may ends with its thread, and keeps no other company waiting", async () => {
  const hasty = threadedReader(undefined, 300);
  try {
    const waits = { ...sources, open: () => new Promise<never>(() => {}) };
    await expect(hasty.read(waits, asked(), never)).rejects.toThrow("registers took longer than 300 ms");
  } finally {
    hasty.close();
  }
});

test("an exhibit that cannot be brought is the run's failure, and a statement that fails is, too", async () => {
  const broken = { ...sources, open: () => Promise.reject(new Error("the store does not answer")) };
  await expect(reader.read(broken, asked(), never)).rejects.toThrow("the store does not answer");
  const nowhere = { user: sources.databases.user, userUrl: () => "postgres://nobody@127.0.0.1:1/nothing" };
  await expect(reader.read({ ...sources, databases: nowhere }, asked(), never)).rejects.toThrow("could not be read");
  expect(await reader.read(sources, asked(), never)).toBeDefined();
});
