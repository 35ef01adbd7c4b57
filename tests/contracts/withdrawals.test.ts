import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endpoints } from "#contract/index.ts";
import type { Person } from "../support/person.ts";
import { runApp } from "../support/running-app.ts";
import type { RunningApp } from "../support/running-app.ts";
import { sampleInput } from "./privilege/sample-input.ts";
import { addMember } from "#tests/support/members.ts";

// What is withdrawn leaves every list and count: by the walls of two tables for whoever reads as a member or an auditor, and by what
// each function says that reads with more rights. A new function, and a new endpoint, is covered before its author thinks of it.
let running: RunningApp;
let owner: Person;
let viewer: Person;
let company: string;
let project: string;
let item: { id: string; exhibit: string; sha256: string };

beforeAll(async () => {
  running = await runApp();
  owner = await running.person("Olga");
  viewer = await running.person("Vic");
  company = await owner.found("Swept Ltd");
  await addMember(running, company, viewer.id, "viewer");
  project = (await owner.post(`/companies/${company}/projects`, { name: "SOC 2", framework: "soc2" })).body.id;
  const query = new URLSearchParams({
    name: "Quicksilver",
    fileName: "quicksilver.txt",
    type: "Policy",
    controls: "XC-01",
  });
  item = (await owner.upload(`/companies/${company}/evidence?${query}`, "words of quicksilver")).body;
  const reason = "It was the wrong one";
  expect((await owner.post(`/companies/${company}/evidence/${item.id}/withdrawal`, { reason })).status).toBe(200);
  await running.app.runTasks();
});
afterAll(() => running.close());

/** Functions that read items or their controls with rights that pass the walls, and why withdrawn ones may be among them. */
const seeThem: Readonly<Record<string, string>> = {
  "app.blobs_of_closed": "what a closed company leaves is deleted, whatever it is",
  "app.clear_damage": "of one stored file, which is whole or damaged whatever became of its item",
  "app.collection_ends": "a line of the operator's log about one run",
  "app.end_abandoned_import": "ends one import, and answers nothing of its item",
  "app.erasure_waiting": "of one item whose file an owner erased",
  "app.feed_ledger": "tells of a filing as the ledger does",
  "app.installation_operation": "counts damaged stored files for who runs the installation",
  "app.is_held": "what holds an item, which is asked of withdrawn ones",
  "app.item_changes": "of items that its caller names, which no auditor does of a withdrawn one",
  "app.link_records": "refuses what is privileged, which cannot be withdrawn",
  "app.waive_privilege": "of one privileged item, which cannot be withdrawn",
  "app.matter_sizes": "counts privileged items, which cannot be withdrawn",
  "app.note_damage": "of one stored file, which is whole or damaged whatever became of its item",
  "app.people_of_record": "names whoever filed anything, as the record of activity does",
  "app.rename_evidence": "of one item, once app.hold_item found that it counts",
  "app.scrub_health": "counts stored files for who runs the installation, which keeps those of withdrawn items, too",
  "app.store_facts": "whether anything is stored in a place, whatever became of its item",
  "app.system_answered": "whether a connection ever answered, which stays true",
  "app.place_completion":
    "refuses a list under privilege; what a list that was withdrawn says, its judge does not count",
  "app.take_incident_alerts": "names the item that an alert was about when it began",
};

test("whatever reads items with more rights than its caller leaves out what is withdrawn, or has a reason", async () => {
  const { rows } = await running.database.admin.query<{ name: string; says: boolean }>(
    `SELECT p.oid::regproc::text AS name, p.prosrc ~ 'withdrawal_id|set_aside_by' AS says FROM pg_proc p
     WHERE p.pronamespace = 'app'::regnamespace AND p.prosecdef AND p.prosrc ~ 'app\\.evidence(_controls)?\\M' ORDER BY 1`,
  );
  expect(rows.filter(({ says }) => !says).map(({ name }) => name)).toEqual(Object.keys(seeThem).toSorted());
  expect(rows.filter(({ says }) => says).map(({ name }) => name)).toEqual(
    expect.arrayContaining(["app.list_evidence", "app.facts_to_judge", "app.evidence_totals", "app.find_evidence"]),
  );
});

test("the walls stand on both tables, and hold back nothing else", async () => {
  const { rows } = await running.database.admin.query(
    "SELECT polrelid::regclass::text AS name, polpermissive AS permissive FROM pg_policy WHERE polname = 'withdrawal_wall' ORDER BY 1",
  );
  expect(rows).toEqual(["app.evidence", "app.evidence_controls"].map((name) => ({ name, permissive: false })));
});

/** What speaks of a withdrawn item all the same: the record of what was done, and its own page. */
const speakOfIt = ["activity.list", "evidence.get", "evidence.download"];

test("no list, count, search or control speaks of it", async () => {
  const ids: Record<string, string> = {
    companyId: company,
    projectId: project,
    controlId: "XC-01",
    evidenceId: item.id,
  };
  const asked = endpoints.filter(({ path, method, kind }) => {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    return method === "GET" && kind === "query" && names.includes("companyId") && names.every((name) => name in ids);
  });
  const telling: string[] = [];
  for (const person of [owner, viewer]) {
    for (const endpoint of asked) {
      for (const fields of ["required", "all"] as const) {
        const input = sampleInput(endpoint, (name) => ids[name] ?? randomUUID(), "Quicksilver", fields);
        const query = Object.entries(input).filter(([name]) => !endpoint.path.includes(`{${name}}`));
        const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name]!);
        const answer = await person.get(
          `${path}?${new URLSearchParams(query.map(([name, value]) => [name, String(value)]))}`,
        );
        expect(answer.status, endpoint.name).toBeLessThan(500);
        if (/Quicksilver|quicksilver\.txt/.test(JSON.stringify(answer.body ?? ""))) telling.push(endpoint.name);
      }
    }
  }
  expect(asked.length).toBeGreaterThan(25);
  expect([...new Set(telling)].filter((name) => !speakOfIt.includes(name))).toEqual([]);
  expect(telling).toContain("evidence.get");
});

test("the contract test sees it when a wall is missing", async () => {
  const { rows } = await running.database.admin.query<{ rule: string }>(
    "SELECT pg_get_expr(polqual, polrelid) AS rule FROM pg_policy WHERE polrelid = 'app.evidence'::regclass AND polname = 'withdrawal_wall'",
  );
  const found = async () =>
    (await owner.get(`/companies/${company}/evidence?exhibit=${item.exhibit}`)).body.items.length as number;
  expect(await found()).toBe(0);
  await running.database.admin.query("DROP POLICY withdrawal_wall ON app.evidence");
  try {
    expect(await found()).toBe(1);
  } finally {
    await running.database.admin.query(
      `CREATE POLICY withdrawal_wall ON app.evidence AS RESTRICTIVE FOR SELECT TO PUBLIC USING (${rows[0]!.rule})`,
    );
  }
});
