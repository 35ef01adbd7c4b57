import { afterAll, beforeAll, expect, test } from "vitest";
import { plainHttp } from "#tests/support/peers/plain-http.ts";
import { startPeer } from "#tests/support/peers/installation.ts";
import type { Peer } from "#tests/support/peers/peer.ts";
import type { EvidenceItem } from "../connector.ts";
import { RequestFailed } from "../http.ts";
import { fixtures } from "./fixtures.ts";
import { installation } from "./index.ts";

let peer: Peer;
beforeAll(async () => {
  peer = await startPeer();
});
afterAll(() => peer.close());

const step = (id: string) => installation.steps.find((each) => each.id === id)!;
const context = (change?: Parameters<typeof plainHttp>[0]["change"]) => ({
  http: plainHttp({ origins: peer.endpoints, headers: {}, ...(change && { change }) }).http,
  typed: {},
  method: "own",
  now: () => new Date("2026-11-21T10:00:00Z"),
  account: { id: "installation", label: "exhibit.example", granted: undefined, facts: {} },
  settings: {},
  items: () => [],
  cursor: undefined,
});

test("a list that is longer than is shown ends its step, with what was read", async () => {
  const many = Array.from({ length: 1_001 }, (_, at) => ({
    id: `x${at}`,
    at: "2026-11-20T09:00:00Z",
    actor: "a",
    act: "b",
  }));
  const read: unknown[] = [];
  const all = async () => {
    for await (const item of step("acts").collect(context((_, answer) => ({ ...answer, body: { rows: many } }))))
      read.push(item);
  };
  await expect(all()).rejects.toThrow(RequestFailed);
  expect(read).toHaveLength(1_000);
});

test("an answer without a list is malformed, and never an empty one", async () => {
  const all = async () => {
    for await (const item of step("backups").collect(context((_, answer) => ({ ...answer, body: {} })))) void item;
  };
  await expect(all()).rejects.toThrow("no list at /backups");
});

test("what was done is told without to whom", async () => {
  const items: EvidenceItem[] = [];
  for await (const item of step("acts").collect(context())) if ("kind" in item) items.push(item);
  expect(Object.keys(items[0]!.data as object)).toEqual(["at", "actor", "act"]);
});

test("every check has its fixtures", () => {
  expect(Object.keys(fixtures)).toEqual(installation.checks.map(({ id }) => id));
});
