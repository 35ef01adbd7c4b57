import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { unlessLeftOut } from "#connectors/exceptions.ts";
import { after, collectingWorld } from "#tests/support/collecting.ts";
import type { CollectingWorld } from "#tests/support/collecting.ts";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import { vendorConnector, vendorOnly } from "#tests/support/vendor.ts";
import { readControlStates } from "../controls/control-states.ts";
import { asCaller } from "../db/as-caller.ts";
import { collectDue } from "./collect-due.ts";

/** The vendor of every test of collecting, with the one check that heeds approvals. */
const heeding = vendorOnly({
  ...vendorConnector,
  checks: vendorConnector.checks.map((check) => ({
    ...check,
    judge: (facts) =>
      check.judge(facts).map((seen) => unlessLeftOut(facts, "public-resource", () => [seen.resource.label], seen)),
  })),
});

let world: CollectingWorld;
let company: string;
let connection: string;
let owner: string;

const collectAt = async (hours: number) => {
  world.setNow(after(hours));
  await collectDue({ ...world.deps, connectors: heeding }, new AbortController().signal);
};
const outcomeAt = async (hours: number) => {
  world.setNow(after(hours));
  const states = await asCaller(world.deps.databases.user, { userId: owner, companyId: company }, (tx) =>
    readControlStates(tx, company, world.deps.now()),
  );
  const checks = states.flatMap((state) => state.checks);
  return checks.find(({ checkId }) => checkId === "confidentiality.private-repositories")!.outcome;
};

/** Approves beta, which is public, for the system of the connection: from the last day of February until March 8, 2027. */
async function approveBeta(): Promise<void> {
  const [system] = await world.admin("SELECT system_id FROM app.connections WHERE id = $1", [connection]);
  const fields = {
    subject: "beta",
    kind: "public-resource",
    systemId: system.system_id,
    reason: "A site",
    expiresOn: "2027-03-08",
  };
  const [asked, approver] = [owner, randomUUID()];
  await world.admin("SET session_replication_role = replica");
  await world.admin(
    `INSERT INTO app.records (company_id, id, register, number, fields, created_by, created_at, changed_by, changed_at, authors,
        approved_by, approved_at, salt)
      VALUES ($1, $2, 'approvals', 1, $3, $4, $5, $4, $5, ARRAY[$4::uuid], $6, $5, $7)`,
    [company, randomUUID(), JSON.stringify(fields), asked, after(-12), approver, randomBytes(16)],
  );
  await world.admin("SET session_replication_role = DEFAULT");
}

beforeAll(async () => {
  world = await collectingWorld(await freshDatabase());
  const found = await world.found("Left out");
  company = found.companyId;
  owner = found.ownerId;
  [connection] = found.connectionIds as [string];
  world.vendor.state.buckets["beta"] = true;
});
afterAll(() => world.close());

test("a pass that rests on an approval ends with it, renewed or not, also where the connection was cut", async () => {
  await approveBeta();
  const plannedUntil = (hours: number) =>
    world.admin("UPDATE app.connections SET planned_until = $2 WHERE id = $1", [connection, after(hours)]);
  // From the evening of March 1: the approval ends with March 8, seven days and four hours later.
  await plannedUntil(19);
  for (const hour of [20, 21]) await collectAt(hour);
  expect(await outcomeAt(22)).toBe("pass");
  const rows = () =>
    world.admin(
      `SELECT (extract(epoch FROM r.valid_until - r.observed_at) / 86400)::integer AS days FROM app.check_results r
        WHERE r.company_id = $1 AND r.check_id = 'confidentiality.private-repositories' ORDER BY r.observed_at`,
      [company],
    );
  // Nothing changed: the next hour renewed the exhibit of the first.
  expect(await rows()).toEqual([{ days: 7 }]);
  await plannedUntil(25);
  await collectAt(26);
  // After midnight a day less is left, so that nothing of the day before may be renewed.
  expect(await rows()).toEqual([{ days: 7 }, { days: 6 }]);
  await world.admin("UPDATE app.connections SET state = 'disconnected', disconnected_at = $2 WHERE id = $1", [
    connection,
    after(27),
  ]);
  expect(await outcomeAt(7 * 24)).toBe("pass");
  expect(await outcomeAt(8 * 24 + 1), "the approval has ended").toBe("unknown");
});
