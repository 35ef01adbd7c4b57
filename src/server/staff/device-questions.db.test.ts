import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addMember } from "#tests/support/members.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { addToStaff, signInStaff } from "#tests/support/staff.ts";
import type { StaffBrowser } from "#tests/support/staff.ts";

const DAY = 86_400_000;
let running: RunningApp;
let [olga, mel]: Person[] = [];
let company: string;
let [ben, cleo]: { id: string; browser: StaffBrowser }[] = [];
let device: string;
let count = 0;

beforeAll(async () => {
  running = await runApp();
  [olga, mel] = await Promise.all(["Olga", "Mel"].map((name) => running.person(name)));
});
afterAll(() => running.close());
beforeEach(async () => {
  running.setNow(undefined);
  await running.forgetTries();
  company = await olga!.found(`Held ${(count += 1)}`);
  const come = async (name: string) => {
    const email = `${name.toLowerCase()}-${count}@held.test`;
    const id = await addToStaff(olga!, company, { name, email });
    return { id, browser: await signInStaff(running, olga!, company, id, email) };
  };
  ben = await come("Ben");
  cleo = await come("Cleo");
  const fields = { name: "Ben's laptop", kind: "laptop", serial: "S-1", holderId: ben.id };
  device = (await olga!.post(at("/registers/devices/records"), { fields })).body.id;
});

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const at = (path: string) => `/companies/${company}${path}`;
const path = () => `/me/devices/${device}`;
const say = async (answer: string, who = ben!) =>
  await who.browser.submit(await who.browser.open(path()), path(), { answer });
const home = async (who = ben!) => (await who.browser.open("/me")).html;
const change = async (version: number, fields: object) => {
  const body = JSON.stringify({ version, fields });
  const type = { "content-type": "application/json" };
  expect((await olga!.send("PATCH", at(`/registers/devices/records/${device}`), body, type)).status).toBe(200);
};
const holderSays = async (): Promise<unknown> =>
  (await olga!.get(at("/registers/devices/records"))).body.records.map(
    ({ fields }: { fields: Record<string, unknown> }) => fields["holderSays"],
  );
const tasks = async (): Promise<{ key: string; title: string; detail: string }[]> =>
  (await olga!.get(at("/tasks"))).body.filter(({ key }: { key: string }) => key.startsWith("device"));
const acts = async () =>
  await admin(
    "SELECT event, actor_id, subject, details FROM app.ledger_acts WHERE company_id = $1 AND event LIKE 'staff.device%'",
    [company],
  );
const sealed = async () => {
  running.setNow(new Date(Date.now() + 60_000));
  await running.app.runTasks();
  running.setNow(undefined);
  const [row] = await admin(
    `SELECT x ->> 'holderSays' AS says FROM app.register_runs r JOIN app.snapshot_pages p ON p.company_id = r.company_id
      AND p.sha256 = ANY (r.pages) AND p.register = 'devices', jsonb_array_elements(p.content::jsonb -> 'rows') x
    WHERE r.company_id = $1 ORDER BY r.ledger_index DESC LIMIT 1`,
    [company],
  );
  return row.says as string;
};

test("a holder confirms a device by a button: once in the ledger, on the register's page and in what is sealed", async () => {
  expect(await home()).toContain(`href="${path()}"`);
  expect([await holderSays(), await sealed()]).toEqual([["Not confirmed"], "nothing"]);
  const page = await say("has");
  expect([page.status, page.html.includes("<dd>Yes, I have it</dd>")]).toEqual([200, true]);
  await say("has");
  expect(await holderSays()).toEqual([expect.stringMatching(/^Confirmed on /)]);
  expect(await sealed()).toBe("has");
  expect([await tasks(), await home()]).toEqual([[], expect.not.stringContaining("Answer: ")]);
  const [act, ...more] = await acts();
  expect(more).toEqual([]);
  expect(act).toMatchObject({ event: "staff.deviceAnswered", actor_id: ben!.id, subject: device });
  expect(JSON.parse(act.details)).toMatchObject({ device: "DEV-1", person: "PER-1", answer: "has" });
});

test("a denial is a task of whoever keeps the register, until it names somebody else, who is asked anew", async () => {
  await say("denies");
  expect(await tasks()).toMatchObject([
    {
      key: `device ${device}`,
      title: "Look at DEV-1. Ben's laptop",
      detail: expect.stringMatching(/^Ben says/) as string,
    },
  ]);
  expect(await holderSays()).toEqual([expect.stringMatching(/^Does not have it, said on /)]);
  await change(1, { holderId: cleo!.id });
  expect([await tasks(), await holderSays()]).toEqual([[], ["Not confirmed"]]);
  expect([(await ben!.browser.open(path())).status, (await cleo!.browser.open(path())).status]).toEqual([404, 200]);
  await say("has", cleo!);
  // Whoever had it before is asked anew when it comes back to them.
  await change(2, { holderId: ben!.id });
  expect(await holderSays()).toEqual(["Not confirmed"]);
  await say("has");
  await change(3, { since: "2026-01-05" });
  expect(await holderSays()).toEqual([expect.stringMatching(/^Confirmed on /)]);
  await change(4, { serial: "S-2" });
  expect(await holderSays()).toEqual(["Not confirmed"]);
});

test("what was lost leads to a report of the incident that says which device, and to a task of a day", async () => {
  const page = await say("lost");
  expect(page.html).toMatch(/value="lost" required checked/);
  expect(page.html).toContain("DEV-1, Ben&#39;s laptop, serial number S-1.");
  expect(await tasks()).toMatchObject([{ detail: expect.stringContaining("lost or stolen") as string }]);
  // Nobody's report begins with a device of somebody else.
  expect((await cleo!.browser.open(`/me/report?device=${device}`)).html).not.toContain("laptop");
});

test("an answer about what the record no longer says is refused, and so is no answer", async () => {
  const page = await ben!.browser.open(path());
  await change(1, { serial: "S-9" });
  expect((await ben!.browser.submit(page, path(), { answer: "has" })).status).toBe(409);
  expect((await say("perhaps")).status).toBe(422);
  expect([await holderSays(), await acts()]).toEqual([["Not confirmed"], []]);
});

test("a confirmation is asked for again in the last month of its year, on the page and in the mail that reminds", async () => {
  await say("has");
  const since = async (days: number) =>
    await admin(
      "UPDATE app.device_questions SET answered_at = now() - make_interval(days => $2) WHERE company_id = $1",
      [company, days],
    );
  await since(330);
  expect(await home()).not.toContain(`Answer: Your laptop`);
  await since(336);
  expect(await home()).toContain("Do you still have it?");
  await since(330);
  const mailed = async (days: number) => {
    running.setNow(new Date(Date.now() + days * DAY));
    const before = running.mails.length;
    await running.app.runTasks();
    const mine = running.mails.slice(before).filter(({ to }) => to === `ben-${count}@held.test`);
    return mine.filter(({ text }) => text.includes("Your laptop, Ben's laptop")).length;
  };
  expect([await mailed(4), await mailed(6)]).toEqual([0, 1]);
});

test("what is missing is a proposal once for each form, and a record only when somebody adds it", async () => {
  const form = await ben!.browser.open("/me/missing-device");
  const missing = { kind: "phone", name: "Pixel <9>", serial: "P-1" };
  for (let sent = 0; sent < 2; sent++)
    expect((await ben!.browser.submit(form, "/me/missing-device", missing)).status).toBe(200);
  expect(await home()).toContain("Pixel &lt;9&gt;");
  expect((await olga!.get(at("/registers/devices/records"))).body.total).toBe(1);
  const proposed = async () => (await olga!.get(at("/registers/devices/proposals"))).body;
  const [proposal, ...more] = await proposed();
  expect(more).toEqual([]);
  expect(proposal).toMatchObject({ title: "Pixel <9>", seen: null, namedBy: "Ben", fields: { holderId: ben!.id } });
  expect(await tasks()).toMatchObject([{ key: "devices named" }]);
  const keys = [proposal.key];
  await olga!.post(at("/registers/devices/proposals/dismissed"), { keys, dismissed: true });
  expect([await tasks(), await home()]).toEqual([[], expect.stringContaining("decided not to add it")]);
  await olga!.post(at("/registers/devices/proposals/dismissed"), { keys, dismissed: false });
  expect((await olga!.post(at("/registers/devices/proposals"), { keys, fields: {} })).body).toMatchObject({ added: 1 });
  expect([await proposed(), await tasks(), await home()]).toEqual([
    [],
    [],
    expect.not.stringContaining("not added it"),
  ]);
  expect(await holderSays()).toEqual(["Not confirmed", "Not confirmed"]);
});

test("the database takes no answer for another's device, of another company, or in another word", async () => {
  await addMember(running, company, mel!.id, "member");
  const call = async (person: string, answer = "has") => {
    const client = running.database.admin;
    await client.query("BEGIN");
    try {
      await client.query("SELECT set_config('app.user_id', $1, true), set_config('app.company_id', $2, true)", [
        person,
        company,
      ]);
      await client.query("SET LOCAL ROLE app_staff");
      const { rows } = await client.query(
        "SELECT app.answer_device($1, $2, $3, now(), $4, '{}', decode(repeat('00', 16), 'hex'), $5) AS kept",
        [device, shown, answer, randomUUID(), `${"A".repeat(43)}=`],
      );
      return rows[0].kept as boolean;
    } catch (error) {
      return (error as { code?: string }).code;
    } finally {
      await client.query("ROLLBACK");
    }
  };
  const [{ shown }] = await admin(
    "SELECT encode(app.device_text(fields), 'hex') AS shown FROM app.records WHERE id = $1",
    [device],
  );
  expect([await call(ben!.id), await call(cleo!.id), await call(ben!.id, "maybe")]).toEqual([true, false, "23514"]);
  expect(await call(mel!.id)).toBe("42501");
});
