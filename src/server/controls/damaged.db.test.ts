import { afterAll, beforeAll, expect, test } from "vitest";
import { collectingWorld } from "#tests/support/collecting.ts";
import type { CollectingWorld } from "#tests/support/collecting.ts";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import { asCaller } from "../db/as-caller.ts";
import { callFunction } from "../db/functions.ts";
import { readControlStates } from "./control-states.ts";

let world: CollectingWorld;
let company: string;
let owner: string;

beforeAll(async () => {
  world = await collectingWorld(await freshDatabase());
  const found = await world.found("Damaged & Co");
  [company, owner] = [found.companyId, found.ownerId];
  world.vendor.state.buckets["beta"] = true;
  await world.collectAt(1);
  await world.admin("INSERT INTO app.judgements (company_id) VALUES ($1) ON CONFLICT DO NOTHING", [company]);
});
afterAll(() => world.close());

/** What pages say of the two checks that were answered, and what a worker would judge and write down. */
async function said() {
  const { databases, now } = world.deps;
  const states = await asCaller(databases.user, { userId: owner, companyId: company }, (tx) =>
    readControlStates(tx, company, now()),
  );
  const live = states
    .flatMap(({ checks }) => checks)
    .flatMap(({ answers }) => answers)
    .map(({ checkId, outcome, reason }) => [
      checkId,
      outcome,
      reason.startsWith("Not decided: the stored file of EX-"),
    ]);
  const facts = (await callFunction(databases.worker, "app.facts_to_judge", [company, now()])) as {
    readonly checks: readonly { readonly check_id: string; readonly outcome: string }[];
  };
  return { live, judged: facts.checks.map(({ check_id: id, outcome }) => [id, outcome]) };
}

const MFA = "auth.mfa-enforced";
const PRIVATE = "confidentiality.private-repositories";

test("what rests on a file that is known to be damaged is never passed, on pages and in what workers write down", async () => {
  expect((await said()).live).toEqual([
    [MFA, "pass", false],
    [PRIVATE, "fail", false],
  ]);
  await world.admin(
    `INSERT INTO app.damaged_files (company_id, evidence_id, damage, found_at, seen_at)
       SELECT company_id, id, 'altered', now(), now() FROM app.evidence WHERE company_id = $1`,
    [company],
  );
  expect(await said()).toEqual({
    live: [
      [MFA, "unknown", true],
      [PRIVATE, "fail", false],
    ],
    judged: [
      [MFA, "unknown"],
      [PRIVATE, "fail"],
    ],
  });
  await world.admin("DELETE FROM app.damaged_files WHERE company_id = $1", [company]);
  expect((await said()).live).toContainEqual([MFA, "pass", false]);
});
