import { afterAll, beforeAll, expect, test } from "vitest";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { Visitor } from "#tests/support/visitor.ts";

let running: RunningApp;

beforeAll(async () => {
  running = await runApp({ demo: { visits: 2 } });
});

afterAll(() => running.close());

test("nothing can be connected before its connector is there, and nothing is said to be connected", async () => {
  const owner = await running.person("Olga");
  const company = await owner.found("Real & Co");
  const refused = await owner.post(`/companies/${company}/connections/aws/connect`, {});
  expect(refused.status).toBe(422);
  expect(refused.body.message).toBe("This connection is being built. Import its report instead.");
  const { body } = await owner.get(`/companies/${company}/connections`);
  expect(body).toHaveLength(6);
  for (const one of body) expect(one).toMatchObject({ status: "not connected", available: false, lastSyncAt: null });
});

test("connecting and disconnecting are kept, and stand in the ledger", async () => {
  const visitor = await Visitor.enter(running.url);
  const at = (verb: string) => visitor.ofCompany(`/connections/github/${verb}`);
  const size = async () => (await visitor.get(visitor.ofCompany("/ledger"))).body.size as number;
  const before = await size();
  expect((await visitor.post(at("connect"), {})).body).toMatchObject({ provider: "github", status: "connected" });
  expect((await visitor.post(at("connect"), {})).body.code).toBe("already-connected");
  expect((await visitor.post(at("disconnect"), {})).body).toMatchObject({ status: "not connected", lastSyncAt: null });
  expect((await visitor.post(at("disconnect"), {})).body.code).toBe("not-found");
  expect((await visitor.post(at("connect"), {})).body.status).toBe("connected");
  expect((await size()) - before).toBe(3);
});
