import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeDocument } from "#server/connections/exhibit-document.ts";
import type { ExhibitDocument } from "#server/connections/exhibit-document.ts";
import { oktaExhibit } from "#tests/support/read-system.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { addToStaff, signInStaff } from "#tests/support/staff.ts";
import type { StaffBrowser } from "#tests/support/staff.ts";

let running: RunningApp;
let olga: Person;
let company: string;

beforeAll(async () => {
  running = await runApp();
  olga = await running.person("Olga");
  company = await olga.found(`Devices ${randomUUID()}`);
});
afterAll(() => running.close());

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const at = (path: string) => `/companies/${company}${path}`;

/** Files what Microsoft 365 lists as if it had been read now. */
async function readMicrosoft(items: readonly object[]): Promise<void> {
  const [connection] = await admin(
    `INSERT INTO app.connections (company_id, id, provider, method, state, account_id, account_label, source, created_by, connected_at)
      VALUES ($1, gen_random_uuid(), 'microsoft-365', 'token', 'paused', 'acme.test', 'acme.test', 'Microsoft 365 acme.test', $2, now())
      RETURNING id`,
    [company, olga.id],
  );
  const usual = oktaExhibit([], ["users", "devices"]);
  const steps = usual.steps.map((step) => ({ ...step, startedAt: new Date().toISOString() }));
  const document = {
    ...usual,
    provider: "microsoft-365",
    account: { id: "acme.test", label: "acme.test" },
    settings: { breakGlass: [], inactiveDays: 90 },
    steps,
    results: [],
    items: items.map((item) => ({ observedAt: usual.run.observedAt, ...item })),
  };
  const about = new URLSearchParams({ name: randomUUID(), fileName: "r.json", type: "Config", controls: "XC-09" });
  const filed = await olga.upload(at(`/evidence?${about}`), writeDocument(document as unknown as ExhibitDocument));
  const now = new Date();
  await admin(
    `INSERT INTO app.collection_runs (company_id, connection_id, slot, reason, state, finished_at, observed_at, steps)
      VALUES ($1, $2, $3, 'asked', 'done', $3, $3, $4)`,
    [company, connection.id, now, JSON.stringify(steps)],
  );
  await admin(
    "UPDATE app.collection_runs SET evidence_id = $4 WHERE company_id = $1 AND connection_id = $2 AND slot = $3",
    [company, connection.id, now, filed.body.id],
  );
  running.setNow(new Date(Date.now() + 60_000));
  await running.app.runTasks();
  running.setNow(undefined);
}

const user = (login: string) => ({
  kind: "ms.user",
  subject: { type: "user", id: login, label: `${login}@acme.test` },
  data: { userType: "member", accountEnabled: true, createdOn: "2026-01-05", lastSignInOn: null },
  step: "users",
});
const laptop = (name: string, data: object) => ({
  kind: "ms.device",
  subject: { type: "device", id: name, label: name },
  data: {
    complianceState: "compliant",
    isEncrypted: true,
    operatingSystem: "Windows",
    serialNumber: `S-${name}`,
    ...data,
  },
  step: "devices",
});

test("staff see their own devices with what is wrong with each, and nobody else's", async () => {
  const today = new Date().toISOString().slice(0, 10);
  const sign = async (name: string): Promise<[string, StaffBrowser]> => {
    const email = `${name.toLowerCase()}@acme.test`;
    const id = await addToStaff(olga, company, { name, email });
    return [id, await signInStaff(running, olga, company, id, email)];
  };
  const [danId, dan] = await sign("Dan");
  const [, eve] = await sign("Eve");
  expect((await dan.open("/me")).html).toContain("No device is listed as yours.");
  await olga.post(at("/registers/devices/records"), {
    fields: { name: "Phone of <Dan>", kind: "phone", holderId: danId },
  });
  await readMicrosoft([
    user("dan"),
    user("eve"),
    laptop("LAPTOP-DAN", { isEncrypted: false, complianceState: "noncompliant", userId: "dan", lastSyncOn: today }),
    laptop("LAPTOP-EVE", { userId: "eve", lastSyncOn: today }),
  ]);
  const { html } = await dan.open("/me");
  expect(html).toContain("Your devices");
  expect(html).toContain("LAPTOP-DAN");
  expect(html).toContain("It is not encrypted. It does not keep the company&#39;s rules.");
  expect(html).toContain("Phone of &lt;Dan&gt;");
  expect(html).toContain("You have not said yet whether you have it.");
  expect(html).not.toContain("LAPTOP-EVE");
  const other = (await eve.open("/me")).html;
  expect(other).toContain("LAPTOP-EVE");
  expect(other).toContain("Nothing wrong was found");
  expect(other).not.toMatch(/LAPTOP-DAN|Phone of/);
});
