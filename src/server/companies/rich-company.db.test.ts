import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeBackup } from "../backup/backup.ts";
import { restoreBackup } from "../backup/restore.ts";
import { backupPair, instanceOf } from "#tests/support/backup-pair.ts";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import { addMember } from "#tests/support/members.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

// A company with something in every room that evidence has: what holds for all tables is asked of all of them.
let running: RunningApp;
let olga: Person;
let mona: Person;
let company: string;
let slug: string;
const unfinished = randomUUID();

const at = (more: string) => `/companies/${company}${more}`;
const admin = (text: string, values: unknown[] = []) => running.database.admin.query(text, values);
const ok = ({ status, body }: { status: number; body: any }) => {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
};
const file = async (name: string, more: Record<string, string> = {}) => {
  const query = new URLSearchParams({ name, fileName: "a.txt", type: "Policy", controls: "XC-01,XC-02", ...more });
  return ok(await olga.upload(at(`/evidence?${query}`), `text of ${name}`)).id as string;
};

async function rowsOf(database: RunningApp["database"]): Promise<Record<string, number>> {
  const { rows: tables } = await database.admin.query(`SELECT format('app.%I', c.relname) AS name FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'company_id' AND NOT a.attisdropped
    WHERE c.relnamespace = 'app'::regnamespace AND c.relkind = 'r' ORDER BY 1`);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await database.admin.query(`SELECT count(*)::int AS n FROM ${name} WHERE company_id = $1`, [
      company,
    ]);
    counts[name] = rows[0]!.n;
  }
  return counts;
}

beforeAll(async () => {
  running = await runApp();
  [olga, mona] = [await running.person("Olga"), await running.person("Mona")];
  const vera = await running.person("Vera");
  company = await olga.found("Rich and Ready");
  slug = (await admin("SELECT slug FROM app.companies WHERE id = $1", [company])).rows[0].slug;
  const project = ok(await olga.post(at("/projects"), { name: "SOC 2", framework: "soc2" })).id as string;
  await addMember(running, company, mona.id, "member");
  const matter = ok(await olga.post(at("/matters"), { name: "A v. B", basis: "work product", join: true }))
    .id as string;
  ok(await olga.post(at(`/matters/${matter}/access-list`), { userId: mona.id }));
  const secret = await file("Secret", { matter });
  const waived = await file("Waived", { matter, supersedes: secret });
  ok(await olga.post(at(`/evidence/${waived}/privilege-waiver`), { reason: "Given up" }));
  const plain = await file("Plain");
  await file("Newer", { supersedes: plain });
  const { rows } = await admin(
    "INSERT INTO app.auditors (company_id, user_id, invited_by, ends_at) VALUES ($1, $2, $3, now() + interval '1 day') RETURNING id",
    [company, vera.id, olga.id],
  );
  await admin("INSERT INTO app.auditor_projects VALUES ($1, $2, $3)", [company, rows[0].id, project]);
  const dueOn = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const request = ok(await vera.post(at("/audit/requests"), { projectId: project, text: "More", dueOn })).id as string;
  ok(await olga.post(at(`/audit/requests/${request}/answers`), { text: "Here", items: [plain] }));
  ok(await vera.post(at("/audit/comments"), { projectId: project, item: plain, text: "Good" }));
  ok(
    await vera.post(at("/audit/samples"), {
      projectId: project,
      control: "XC-01",
      from: "2020-01-01",
      to: dueOn,
      size: 1,
    }),
  );
  ok(await olga.post(at("/controls/XC-01/plan"), { ownerId: mona.id, dueOn }));
  ok(await olga.post(at("/controls/XC-01/notes"), { body: "A note" }));
  await running.app.runTasks();
  ok(await olga.post(at("/controls/XC-02/applicability"), { applicable: false, reason: "None" }));
  await running.app.runTasks();
  await admin(
    "INSERT INTO app.incidents (company_id, control_id, kind, began_at, reason, told_at) VALUES ($1, 'XC-05', 'failing', now(), 'It fails', now())",
    [company],
  );
  ok(
    await olga.send(
      "PATCH",
      at("/portal"),
      JSON.stringify({
        isOn: true,
        title: "T",
        introduction: "",
        contact: null,
        listed: false,
        controls: ["XC-01"],
        frameworks: ["soc2"],
      }),
      { "content-type": "application/json" },
    ),
  );
  ok(await mona.upload(at(`/uploads/${unfinished}?offset=0&size=100`), "the beginning of it"));
});
afterAll(() => running.close());

test("a restored company has all of it, but no uploads, whose bytes are in no backup", async () => {
  const file = path.join(running.folder, "whole.age");
  const { key, identity } = await backupPair(running.folder);
  await writeBackup(instanceOf(running.database, running.folder), key, file);
  const database = await freshDatabase();
  const machine = instanceOf(database, path.join(running.folder, "restored"));
  await restoreBackup(machine, file, { identity, recoverAnchors: true });
  const [before, after] = [await rowsOf(running.database), await rowsOf(database)];
  expect(before["app.upload_parts"]).toBe(1);
  expect(after).toEqual({
    ...before,
    "app.jobs": expect.any(Number),
    "app.alerts": 0,
    "app.uploads": 0,
    "app.upload_parts": 0,
  });
  await database.close();
});

test("erasing it leaves no row of it in any table, no part of a file in the store, and no portal", async () => {
  expect((await fetch(`${running.url}/portal/${slug}`)).status).toBe(200);
  ok(await olga.post(at("/deletion"), { name: "Rich and Ready" }));
  await admin("UPDATE app.companies SET deletion_due_at = now() - interval '1 second' WHERE id = $1", [company]);
  expect((await fetch(`${running.url}/portal/${slug}`)).status).toBe(404);
  await running.app.runTasks();
  await running.app.runTasks();
  expect(Object.values(await rowsOf(running.database)).reduce((sum, rows) => sum + rows)).toBe(0);
  const left = (await readdir(path.join(running.folder, "us"), { recursive: true })).filter((item) =>
    /\.(sealed|partial)$/.test(item),
  );
  expect(left).toEqual([]);
});
