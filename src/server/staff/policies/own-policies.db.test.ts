import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { addToStaff, fieldsOf, signInStaff } from "#tests/support/staff.ts";

let running: RunningApp;
let owner: Person;
let company: string;
let people = 0;

beforeAll(async () => {
  running = await runApp();
  owner = await running.person("Olga");
});
afterAll(() => running.close());
beforeEach(async () => {
  await running.forgetTries();
  company = await owner.found(`Policies ${(people += 1)}`);
});

const TEXT =
  "# Access\n\nEverybody signs in with *their own* account.\n\n| Who | What |\n| --- | --- |\n| Staff | a & b |\n";
const at = (path: string) => `/companies/${company}${path}`;

/** Puts a text in force, and answers with its version's id. */
async function inForce(version: { id: string; revision?: number }): Promise<string> {
  const sent = await owner.post(at(`/policy-versions/${version.id}/review`), {
    revision: version.revision ?? 1,
    quorum: 1,
  });
  expect(sent.status).toBe(200);
  const { body } = await owner.post(at(`/policy-versions/${version.id}/approvals`), {
    revision: version.revision ?? 1,
  });
  return body.inForce.id;
}

async function policy(
  text = TEXT,
  audience: object = { audience: "everyone" },
): Promise<{ id: string; version: string }> {
  const { body } = await owner.post(at("/policies"), { title: "Access policy", text });
  const version = await inForce(body.open);
  const assigned = await owner.post(at(`/policy-versions/${version}/assignments`), audience);
  expect(assigned.status, JSON.stringify(assigned.body)).toBe(200);
  return { id: body.id, version };
}

async function replace(id: string, text: string): Promise<string> {
  const { open } = (await owner.post(at(`/policies/${id}/versions`), {})).body;
  const edit = JSON.stringify({ revision: 1, text });
  const json = { "content-type": "application/json" };
  const saved = await owner.send("PATCH", at(`/policy-versions/${open.id}`), edit, json);
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  return await inForce(saved.body);
}

async function someone() {
  const email = `ben-${(people += 1)}@calder.test`;
  const id = await addToStaff(owner, company, { name: "Ben Adeyemi", email });
  return { id, email, browser: await signInStaff(running, owner, company, id, email) };
}

const kept = async (person: string) =>
  (
    await running.database.admin.query("SELECT * FROM app.acknowledgments WHERE person_id = $1 ORDER BY ledger_index", [
      person,
    ])
  ).rows;

test("leads on to the next thing that is to be done", async () => {
  const first = await policy();
  const second = await policy("# Devices\n\nDisks are encrypted.\n");
  const { browser } = await someone();
  const path = `/me/policies/${first.version}`;
  const done = await browser.submit(await browser.open(path), path);
  expect(done.html).toContain("<dt>Signed in with</dt><dd>A link by email</dd>");
  // Courses are among them.
  expect(done.html).toContain("Your acknowledgment is recorded. 4 things are left.");
  expect(done.html).toContain(`href="/me/policies/${second.version}">Read Access policy</a>`);
  const next = await browser.open(`/me/policies/${second.version}`);
  expect(next.html).toContain(`action="/me/policies/${second.version}"`);
  const last = await browser.submit(next, `/me/policies/${second.version}`);
  expect(last.html).toContain("3 things are left.");
  expect(last.html).toContain('href="/me/training/security">Start Security basics</a>');
  expect((await browser.open("/me/training/security")).html).toContain("Start the quiz");
});

test("is downloaded as a PDF, in the version that is in force, which says nothing of approvals", async () => {
  const { id, version } = await policy();
  const { browser } = await someone();
  const page = await browser.open(`/me/policies/${version}`);
  expect(page.html).toContain(`/me/policies/${version}/pdf`);
  const pdfOf = async (shown: string) =>
    await fetch(`${running.url}/me/policies/${shown}/pdf`, { headers: { cookie: browser.cookie }, redirect: "manual" });
  const answer = await pdfOf(version);
  expect(answer.headers.get("content-disposition")).toContain("access-policy-v1.pdf");
  expect(Buffer.from(await answer.arrayBuffer()).toString("latin1", 0, 5)).toBe("%PDF-");
  const newer = await replace(id, `${TEXT}\nNewer.\n`);
  const replaced = await pdfOf(version);
  expect([replaced.status, replaced.headers.get("location")]).toEqual([303, `/me/policies/${newer}?read=${version}`]);
});

test("another text than the version's is refused: nothing is recorded, and the page says that the text changed, and what", async () => {
  const { id, version } = await policy();
  const { id: person, browser } = await someone();
  const page = await browser.open(`/me/policies/${version}`);
  await browser.submit(page, `/me/policies/${version}`);
  const newer = await replace(id, `${TEXT}\nNewer.\n`);
  const path = `/me/policies/${newer}`;
  const refused = await browser.submit(await browser.open(path), path, { text: "0".repeat(64) });
  expect(refused.html).toContain("The text changed since you opened it. Nothing was recorded.");
  expect(refused.html).toContain("<b>New</b> Newer.");
  expect(await kept(person)).toHaveLength(1);
  const sha256 = createHash("sha256").update(TEXT).digest("hex");
  const answer = await owner.post(at(`/policy-versions/${newer}/acknowledgment`), { sha256 });
  expect(answer.body).toMatchObject({
    code: "policy-replaced",
    message: "The text changed since you read it. See what changed, then acknowledge it.",
    data: { versionId: newer, number: 2 },
  });
  const changed = answer.body.data.changes.filter(({ kind }: { kind: string }) => kind !== "same");
  expect(changed).toEqual([{ kind: "added", text: "Newer." }]);
});

test("is read and acknowledged by a button: what is kept names the bytes that were shown", async () => {
  const { version } = await policy();
  const { id, email, browser } = await someone();
  expect((await browser.open("/me")).html).toContain("Read version 1 and acknowledge it");
  const page = await browser.open(`/me/policies/${version}`);
  for (const shown of ["<em>their own</em>", "<td>a &amp; b</td>", "in force since", "About 1 minute."])
    expect(page.html).toContain(shown);
  const done = await browser.submit(page, `/me/policies/${version}`);
  expect(done.html).toContain("Your acknowledgment is recorded.");
  const sha256 = createHash("sha256").update(TEXT).digest("hex");
  const [row] = await kept(id);
  expect(row).toMatchObject({ version_id: version, sha256, method: "staff link", user_id: null });
  const { rows: acts } = await running.database.admin.query(
    "SELECT * FROM app.ledger_acts WHERE company_id = $1 AND seq = $2",
    [company, row.ledger_index],
  );
  expect(acts[0]).toMatchObject({ event: "policy.acknowledged", actor_id: id });
  expect(JSON.parse(acts[0].details)).toMatchObject({ sha256, method: "staff link", person: id });
  expect((await browser.submit(page, `/me/policies/${version}`)).status).toBe(200);
  expect(await kept(id), "a second press keeps nothing more").toHaveLength(1);
  await running.app.runTasks();
  const mails = running.mails.filter(({ to, subject }) => to === email && subject === "You acknowledged Access policy");
  expect(mails).toHaveLength(1);
  expect(mails[0]!.text).toContain(sha256);
  expect(mails[0]!.text).toMatch(new RegExp(`Ledger entry\\W+${row.ledger_index}\\b`));
  expect(mails[0]!.html).not.toContain("{ledger entry}");
  // Then, and whenever they look again.
  for (const { html } of [done, await browser.open(`/me/policies/${version}`)]) {
    expect(html).toContain(`<dt>Ledger entry</dt><dd class="mono">${row.ledger_index}</dd>`);
    expect(html).toContain(`/me/policies/${version}/receipt`);
  }
  const receiptOf = async (cookie: string) =>
    await fetch(`${running.url}/me/policies/${version}/receipt`, { headers: { cookie } });
  const receipt = await receiptOf(browser.cookie);
  expect(receipt.headers.get("content-disposition")).toContain("receipt-access-policy-v1.pdf");
  expect(Buffer.from(await receipt.arrayBuffer()).toString("latin1", 0, 5)).toBe("%PDF-");
  expect((await receiptOf((await someone()).browser.cookie)).status, "who acknowledged nothing").toBe(404);
  expect((await browser.open("/me")).html).toContain("Version 1 acknowledged");
});

test("that was replaced while it was read is refused, with what changed", async () => {
  const { id: policyId, version } = await policy();
  const { id, browser } = await someone();
  const page = await browser.open(`/me/policies/${version}`);
  const next = await replace(policyId, TEXT.replace("Everybody", "Every person"));
  const refused = await browser.submit(page, `/me/policies/${version}`);
  expect(refused.html).toContain("This policy was replaced while you were reading version 1. Nothing was recorded.");
  expect(refused.html).toMatch(/<del>.*Everybody.*<\/del>.*<ins>.*Every person.*<\/ins>.* signs in/);
  expect(await kept(id)).toEqual([]);
  await browser.submit(refused, `/me/policies/${next}`);
  expect(await kept(id)).toMatchObject([{ version_id: next }]);
  const third = await replace(policyId, `${TEXT}\nMore.\n`);
  expect((await browser.open(`/me/policies/${third}`)).html).toContain("changed since you acknowledged version 2");
});

test("another text than the one in force is not acknowledged", async () => {
  const { version } = await policy();
  const { id, browser } = await someone();
  const fields = fieldsOf(await browser.open(`/me/policies/${version}`), `/me/policies/${version}`);
  const page = await browser.post(`/me/policies/${version}`, { ...fields, text: "0".repeat(64) });
  expect([page.status, page.html.includes("in force since")]).toEqual([200, true]);
  expect(await kept(id)).toEqual([]);
});

test("what is assigned to others, or is another company's, is not there", async () => {
  const colleague = await addToStaff(owner, company, { name: "Someone Else" });
  const { version } = await policy(TEXT, { audience: "person", personId: colleague });
  const contractors = await policy(TEXT, { audience: "contractor" });
  const { id, browser } = await someone();
  company = await owner.found(`Policies ${(people += 1)}`);
  const other = await policy();
  const token = fieldsOf(await browser.open("/me"), "/me/sign-out")["token"]!;
  for (const path of [version, contractors.version, other.version]) {
    expect((await browser.open(`/me/policies/${path}`)).status).toBe(404);
    expect(
      (await browser.post(`/me/policies/${path}`, { token, text: createHash("sha256").update(TEXT).digest("hex") }))
        .status,
    ).toBe(404);
  }
  expect(await kept(id)).toEqual([]);
});

test("those who press while others are kept are kept together: each with a leaf and a receipt of their own, and nobody whose session ended", async () => {
  const { version } = await policy();
  const path = `/me/policies/${version}`;
  const all: Awaited<ReturnType<typeof someone>>[] = [];
  for (let at = 0; at < 5; at += 1) all.push(await someone());
  const pages = await Promise.all(all.map(({ browser }) => browser.open(path)));
  const press = (at: number) => all[at]!.browser.submit(pages[at]!, path);
  const waiting = async () =>
    (await running.database.admin.query("SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'")).rowCount;
  const turns = async () =>
    Number(
      (
        await running.database.admin.query("SELECT sum(tries) AS n FROM app.rate_limits WHERE key LIKE $1", [
          `staff|${company}|%`,
        ])
      ).rows[0].n,
    );
  const client = await running.database.admin.connect();
  await client.query("BEGIN");
  await client.query("SELECT FROM app.ledger_heads WHERE company_id = $1 FOR UPDATE", [company]);
  const first = press(0);
  await expect.poll(waiting).toBe(1);
  const before = await turns();
  const others = [1, 2, 3, 4, 4].map(press);
  await expect.poll(turns).toBe(before + others.length);
  await client.query("SET LOCAL session_replication_role = replica");
  await client.query("UPDATE app.records SET ended_at = now(), ended_reason = 'Left' WHERE id = $1", [all[1]!.id]);
  await client.query("COMMIT");
  client.release();
  expect((await first).html).toContain("Your acknowledgment is recorded.");
  const [left, ...stayed] = await Promise.all(others);
  expect([left!.html.includes("recorded"), left!.html.includes("Open your page")]).toEqual([false, true]);
  for (const page of stayed) expect(page.html).toContain("Your acknowledgment is recorded.");
  const { rows } = await running.database.admin.query(
    `SELECT a.person_id, a.xmin::text AS transaction, a.ledger_index, l.actor_id, e.leaf_hash FROM app.acknowledgments a
      JOIN app.ledger_acts l ON l.company_id = a.company_id AND l.seq = a.ledger_index AND l.event = 'policy.acknowledged'
      JOIN app.ledger_entries e ON e.company_id = a.company_id AND e.seq = a.ledger_index
      WHERE a.company_id = $1 ORDER BY a.ledger_index`,
    [company],
  );
  const kept = [0, 2, 3, 4].map((at) => all[at]!);
  expect(new Set(rows.map(({ person_id }) => person_id))).toEqual(new Set(kept.map(({ id }) => id)));
  expect(rows).toHaveLength(kept.length);
  for (const row of rows) expect(row.actor_id).toBe(row.person_id);
  expect(new Set(rows.map(({ leaf_hash }) => leaf_hash.toString("hex"))).size).toBe(4);
  expect(new Set(rows.map(({ transaction }) => transaction)).size, "fewer than forms").toBeLessThan(4);
  await running.app.runTasks();
  const receipts = running.mails.filter(({ subject }) => subject === "You acknowledged Access policy");
  for (const { email } of all)
    expect(receipts.filter(({ to }) => to === email)).toHaveLength(kept.some((each) => each.email === email) ? 1 : 0);
});

test("what an act says is what stands there when it is kept, whatever was true of the form before it", async () => {
  const admin = async (text: string, values: readonly unknown[]) =>
    (await running.database.admin.query(text, [...values])).rows;
  const [first, other] = [await policy(), await policy("# Devices\n\nLocked.\n")];
  const acknowledge = async (page: Awaited<ReturnType<typeof signInStaff>>, version: string) =>
    await page.submit(await page.open(`/me/policies/${version}`), `/me/policies/${version}`);
  const added = async (name: string, email: string) => {
    const id = await addToStaff(owner, company, { name, email });
    return { id, page: await signInStaff(running, owner, company, id, email) };
  };
  const [ann, ben] = [await added("Ann", "ann@known.test"), await added("Ben", "ben@known.test")];
  await acknowledge(ann.page, first.version);
  await acknowledge(ben.page, first.version);
  await acknowledge(ben.page, other.version);
  const client = await running.database.admin.connect();
  await client.query("BEGIN; SET LOCAL session_replication_role = replica");
  await client.query("UPDATE app.records SET vouched_how = 'directory' WHERE id = $1", [ann.id]);
  await client.query("UPDATE app.policies SET title = 'Renamed' WHERE id = $1", [other.id]);
  await client.query("COMMIT");
  client.release();
  await acknowledge(ann.page, other.version);
  const [kept] = await admin(
    `SELECT k.vouched, a.details::jsonb ->> 'vouched' AS said, a.details::jsonb ->> 'title' AS title FROM app.acknowledgments k
      JOIN app.ledger_acts a ON a.company_id = k.company_id AND a.seq = k.ledger_index WHERE k.person_id = $1 AND k.version_id = $2`,
    [ann.id, other.version],
  );
  expect(kept).toEqual({ vouched: "directory", said: "directory", title: "Renamed" });
});
