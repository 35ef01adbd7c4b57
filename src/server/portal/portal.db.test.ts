import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { earnControl } from "#tests/support/earned.ts";
import { addMember } from "#tests/support/members.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

let running: RunningApp;
let ana: Person;
let ben: Person;
let company: string;
let slug: string;

const MINUTE = 60_000;
const admin = (text: string, values: unknown[] = []) => running.database.admin.query(text, values);
const visit = async () => {
  const response = await fetch(`${running.url}/portal/${slug}`);
  return { status: response.status, html: await response.text(), headers: response.headers };
};
const asked = async () =>
  (await fetch(`${running.url}/api/v1/portal/${slug}`)).json() as Promise<{ claims: unknown[] }>;
const settings = {
  isOn: true,
  title: "Security at the firm",
  introduction: "What we can show.\n\nToday.",
  contact: "security@firm.test",
  listed: false,
  controls: ["XC-01", "XC-05"],
  frameworks: ["soc2"],
};
type Changes = Partial<typeof settings> & { readonly color?: string; readonly logo?: string | null };
const set = (person: Person, changes: Changes = {}) =>
  person.send("PATCH", `/companies/${company}/portal`, JSON.stringify({ ...settings, ...changes }), {
    "content-type": "application/json",
  });
const earn = (control: string) => earnControl(ana, company, control, { name: "The secret name" });
const judge = () => running.app.runTasks();

beforeAll(async () => {
  running = await runApp();
  ana = await running.person("Ana");
  ben = await running.person("Ben");
});
afterAll(() => running.close());
beforeEach(async () => {
  await running.forgetTries();
  company = await ana.found(`Portal ${Math.floor(performance.now() * 1_000)}`);
  slug = (await admin("SELECT slug FROM app.companies WHERE id = $1", [company])).rows[0].slug;
  await ana.post(`/companies/${company}/projects`, { name: "SOC 2", framework: "soc2" });
});
afterEach(() => running.setNow(undefined));

test("a portal is off until an admin turns it on, and an address that is off answers 404", async () => {
  const off = await visit();
  const saved = slug;
  slug = "nobody-has-this";
  const unknown = await visit();
  slug = saved;
  expect(off.status).toBe(404);
  expect(off.html).toBe(unknown.html);
  expect([...off.headers.keys()]).toEqual([...unknown.headers.keys()]);
  expect((await set(ana)).status).toBe(200);
  expect((await visit()).status).toBe(200);
  await set(ana, { isOn: false });
  expect((await visit()).html).toBe(unknown.html);
  expect((await fetch(`${running.url}/api/v1/portal/${slug}`)).status).toBe(404);
});

test("it claims chosen controls that pass, says since when and until when, and nothing about the others", async () => {
  await set(ana);
  await earn("XC-01");
  await earn("XC-17");
  await judge();
  const { html, headers } = await visit();
  expect(html).toContain("Security at the firm");
  expect(html).toContain("Security policies");
  expect(html.match(/portal-claim/g)).toHaveLength(1);
  expect(html).toContain("3 by a person, 3 documents");
  expect(html).toMatch(/works on SOC 2/);
  expect(html).toContain("mailto:security@firm.test");
  expect(html).toContain("not a certificate, an audit or a promise of compliance");
  expect(html).not.toMatch(/secret|Ana|EX-000|<script(?![^>]*theme)/);
  expect(headers.get("x-robots-tag")).toBe("noindex");
  await set(ana, { listed: true });
  const listed = await visit();
  expect(listed.headers.has("x-robots-tag")).toBe(false);
  expect(listed.html).not.toContain('name="robots"');
});

test("a claim is gone at the moment at which its evidence no longer counts, whether or not anybody judges", async () => {
  await set(ana);
  await earn("XC-01");
  await judge();
  const { rows } = await admin(
    "SELECT holds_until FROM app.control_standings WHERE company_id = $1 AND control_id = 'XC-01'",
    [company],
  );
  const end = rows[0].holds_until as Date;
  running.setNow(new Date(end.getTime() - 1));
  expect((await asked()).claims).toHaveLength(1);
  expect((await visit()).headers.get("cache-control")).toBe("public, max-age=0");
  running.setNow(end);
  expect((await asked()).claims).toHaveLength(0);
  expect((await visit()).html).toContain("Nothing is shown to pass at this moment.");
});

test("a control that fails is not claimed, and is not said to fail", async () => {
  await set(ana);
  await earn("XC-01");
  await judge();
  await ana.post(`/companies/${company}/controls/XC-01/applicability`, { applicable: false, reason: "None here." });
  await judge();
  expect((await asked()).claims).toEqual([]);
  expect((await visit()).html).not.toMatch(/Security policies|not applicable|failing/i);
});

test("when the judging has fallen behind, nothing old is said", async () => {
  await set(ana);
  await earn("XC-01");
  await judge();
  await earn("XC-05");
  expect((await asked()).claims).toHaveLength(1);
  running.setNow(new Date(Date.now() + 6 * MINUTE));
  expect((await asked()).claims).toHaveLength(0);
  running.setNow(undefined);
  await judge();
  expect((await asked()).claims).toHaveLength(2);
});

/** The smallest PNG. */
const LOGO = `data:image/png;base64,${Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xd, 0xa, 0x1a, 0xa, 0, 0, 0, 13, 73, 72, 68, 82]).toString("base64")}`;

test("it has the company's color and logo, its initials without one, and each control with what it asks for", async () => {
  await set(ana);
  await earn("XC-01");
  await judge();
  const plain = (await visit()).html;
  expect(plain).toContain('data-color="blue"');
  expect(plain).toMatch(/class="portal-initials" aria-hidden="true">P</);
  expect(plain).toContain('class="portal-statement"');
  expect((await set(ana, { color: "plum", logo: LOGO })).status).toBe(200);
  expect((await visit()).html).toContain(`<img class="portal-logo" src="${LOGO}" alt="">`);
  // A program that knows nothing of looks leaves them as they are.
  await set(ana, { title: "Another title" });
  const kept = (await visit()).html;
  expect(kept).toContain('data-color="plum"');
  expect(kept).toContain("portal-logo");
  await set(ana, { logo: null });
  expect((await visit()).html).not.toContain("portal-logo");
});

test.each([
  [
    "a picture that can hold a script",
    `data:image/svg+xml;base64,${Buffer.from("<svg onload='x'/>").toString("base64")}`,
  ],
  [
    "a file that only says that it is a picture",
    `data:image/png;base64,${Buffer.from("<script>alert(1)</script>").toString("base64")}`,
  ],
  ["an address of somebody else", "https://evil.test/logo.png"],
  ["what breaks out of its attribute", `${LOGO}" onerror="alert(1)`],
  ["a picture that is too large", LOGO + "A".repeat(90_000)],
])("a logo that is %s is refused", async (_, logo) => {
  const answer = await set(ana, { logo });
  expect([answer.status, answer.body.code]).toEqual([400, "invalid-input"]);
});

test("a shared link shows the portal's own title and picture", async () => {
  await set(ana);
  const { html } = await visit();
  const { name } = (await admin("SELECT name FROM app.companies WHERE id = $1", [company])).rows[0];
  expect(html).toContain(`<meta property="og:title" content="Security at the firm - ${name}"/>`);
  expect(html).toContain(`<meta property="og:url" content="${running.url}/portal/${slug}"/>`);
  expect(html).toContain(`<meta property="og:image" content="${running.url}/og-portal.png"/>`);
  expect((await fetch(`${running.url}/og-portal.png`)).status).toBe(200);
});

test("words of the company are text and nothing else", async () => {
  await set(ana, { title: "<img src=x onerror=alert(1)>", introduction: "</main><script>alert(1)</script>" });
  const { html } = await visit();
  expect(html).not.toMatch(/<img src=x|<script>alert/);
});

test("nobody but an owner or an admin decides what it says, and each change is in the ledger", async () => {
  expect((await set(ben)).status).toBe(404);
  await addMember(running, company, ben.id, "member");
  expect((await set(ben)).status).toBe(403);
  await set(ana);
  const acts = await admin("SELECT FROM app.ledger_acts WHERE company_id = $1 AND event = 'portal.changed'", [company]);
  expect(acts.rows).toHaveLength(1);
  const preview = await ana.post(`/companies/${company}/portal/preview`, { controls: ["XC-01"] });
  expect(preview.body).toEqual({ claims: [] });
});

test("a visitor who asks too often is told to wait", async () => {
  await set(ana);
  const statuses = [];
  for (let n = 0; n < 121; n += 1) statuses.push((await visit()).status);
  expect(statuses.at(-1)).toBe(429);
});

test.each(["%00", "a%00b", "%ff", "..%2f..%2f", "%F0%9F%92%A9"])(
  "an address that no slug has is none: %s",
  async (address) => {
    expect((await fetch(`${running.url}/portal/${address}`)).status).toBe(404);
    expect((await fetch(`${running.url}/api/v1/portal/${address}`)).status).toBe(404);
  },
);
