import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";

// Who ends in People has a last day: from it, and from nothing else, the clock of their accounts runs.

let running: RunningApp;
let olga: Person;
let company: string;

beforeAll(async () => {
  running = await runApp();
  olga = await running.person("Olga");
});
afterAll(() => running.close());
beforeEach(async () => {
  company = await olga.found(`Last days ${randomUUID()}`);
});

const at = (more = "") => `/companies/${company}/registers/people${more}`;
const add = async (name: string, more: Record<string, string> = {}) =>
  (await olga.post(at("/records"), { fields: { name, kind: "employee", startsAt: "2026-01-05", ...more } })).body
    .id as string;
const found = async (id: string) => (await olga.get(at(`/records/${id}`))).body;
const end = (id: string, body: object) => olga.post(at(`/records/${id}/end`), body);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const yesterdayEnds = `${daysAgo(0)}T00:00:00.000Z`;

test("a person ends with their last day, alone and together, and a reopened one has none again", async () => {
  const dan = await add("Dan");
  expect((await end(dan, { reason: "Resigned" })).body.code).toBe("record-last-day");
  expect((await end(dan, { reason: "Resigned", lastDay: daysAgo(-3) })).body.code).toBe("record-last-day");
  const ended = await end(dan, { reason: "Resigned", lastDay: daysAgo(1) });
  expect(ended.body).toMatchObject({ state: "ended", version: 2, fields: { endsAt: yesterdayEnds } });
  await olga.send("DELETE", at(`/records/${dan}/end`));
  expect((await found(dan)).fields.endsAt).toBeUndefined();
  const eve = await add("Eve", { endsAt: "2026-10-31T17:00:00.000Z" });
  const both = { recordIds: [dan, eve], reason: "Contract ended" };
  expect((await olga.post(at("/ends"), both)).body.code).toBe("record-last-day");
  expect((await found(eve)).state).toBe("open");
  const { body } = await olga.post(at("/ends"), { ...both, lastDay: daysAgo(1) });
  expect(body.ended).toBe(2);
  expect([(await found(dan)).fields.endsAt, (await found(eve)).fields.endsAt]).toEqual([yesterdayEnds, yesterdayEnds]);
  const undone = await olga.send("DELETE", at(`/batches/${body.batchId}`));
  expect(undone.body).toEqual({ undone: 2, kept: 0 });
  expect([(await found(dan)).fields.endsAt, (await found(eve)).fields.endsAt]).toEqual([
    undefined,
    "2026-10-31T17:00:00.000Z",
  ]);
  // What is on record is enough.
  expect((await end(eve, { reason: "Contract ended" })).body.fields.endsAt).toBe("2026-10-31T17:00:00.000Z");
});

test("who was entered by mistake ends without a last day, and so does a record of another register", async () => {
  const dan = await add("Dan");
  expect((await end(dan, { reason: "Entered by mistake" })).body).toMatchObject({ state: "ended", version: 2 });
  const sites = `/companies/${company}/registers/sites`;
  const { body: site } = await olga.post(`${sites}/records`, {
    fields: { name: "West", address: "1 West St", holds: "none" },
  });
  expect((await olga.post(`${sites}/records/${site.id}/end`, { reason: "Closed" })).body.state).toBe("ended");
});
