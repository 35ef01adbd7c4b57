import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { collectingWorld } from "#tests/support/collecting.ts";
import type { CollectingWorld } from "#tests/support/collecting.ts";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import { asCaller } from "../../db/as-caller.ts";
import { openStoredAnswers } from "./stored-answers.ts";

let world: CollectingWorld;
let companyId: string;
let connectionId: string;

beforeAll(async () => {
  world = await collectingWorld(await freshDatabase());
  const found = await world.found("Kept Answers LLP");
  companyId = found.companyId;
  [connectionId] = found.connectionIds as [string];
});
afterAll(() => world.close());

const key = randomBytes(32);
const opened = (at: string, own = key) =>
  openStoredAnswers({
    companyId,
    connectionId,
    key: own,
    transaction: (work) => asCaller(world.deps.databases.user, { userId: connectionId, companyId }, work),
    now: () => new Date(at),
  });
const named = (name: string) => createHash("sha256").update(name).digest();
const answer = (text: string) => ({
  etag: `"${text}"`,
  status: 200,
  headers: { link: '</2>; rel="next"' },
  body: new TextEncoder().encode(`${text}\nwith a second line`),
});
const rows = () => world.admin("SELECT sealed FROM app.collection_cache WHERE company_id = $1", [companyId]);

test("what was kept is found in the next run, sealed, until nobody asks for it in a week", async () => {
  const first = opened("2026-03-01T10:00:00Z");
  await first.keep(named("users"), answer("old"));
  await first.keep(named("users"), answer("users"));
  await first.keep(named("logs"), answer("logs"));
  await first.flush();
  const kept = await rows();
  expect(kept).toHaveLength(2);
  for (const { sealed } of kept) expect((sealed as Buffer).toString("latin1")).not.toContain("second line");

  const later = opened("2026-03-07T10:00:00Z");
  const found = await later.find(named("users"));
  expect(found).toMatchObject({ etag: '"users"', status: 200, headers: { link: '</2>; rel="next"' } });
  expect(Buffer.from(found!.body).toString()).toBe("users\nwith a second line");
  expect(await later.find(named("others"))).toBeUndefined();
  await later.flush();

  // Seven days after the first run only what was used since is still there.
  await opened("2026-03-08T11:00:00Z").flush();
  expect(await rows()).toHaveLength(1);
  expect(await opened("2026-03-08T11:00:00Z").find(named("users"))).toBeDefined();
});

test("an answer that another key sealed is as good as none", async () => {
  const store = opened("2026-03-01T10:00:00Z");
  await store.keep(named("sealed"), answer("sealed"));
  await store.flush();
  expect(await opened("2026-03-01T11:00:00Z", randomBytes(32)).find(named("sealed"))).toBeUndefined();
});
