import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addMember } from "#tests/support/members.ts";
import type { Answer, Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

let running: RunningApp;
let ada: Person;
beforeAll(async () => {
  running = await runApp();
});
beforeEach(async () => {
  await running.forgetTries();
  ada = await running.person("Ada");
});
afterAll(() => running.close());

const MB = 1024 ** 2;
const admin = (text: string, values: unknown[] = []) => running.database.admin.query(text, values);
const allow = (company: string, key: string, most: number | null) =>
  admin(
    "INSERT INTO app.limit_overrides (company_id, key, most) VALUES ($1, $2, $3) ON CONFLICT (company_id, key) DO UPDATE SET most = $3",
    [company, key, most],
  );
const fileAs = (person: Person, company: string, name: string, bytes: Uint8Array | string, headers = {}) =>
  person.upload(
    `/companies/${company}/evidence?${new URLSearchParams({ name, fileName: "a.bin", type: "Document", controls: "XC-01" })}`,
    bytes,
    headers,
  );
const many = async (count: number, atOnce: number, ask: (at: number) => Promise<Answer>) => {
  const answers: Answer[] = [];
  for (let from = 0; from < count; from += atOnce)
    answers.push(
      ...(await Promise.all(Array.from({ length: Math.min(atOnce, count - from) }, (_, more) => ask(from + more)))),
    );
  return answers;
};
const refusals = (answers: readonly Answer[]) => answers.filter(({ status }) => status >= 400);

test("S8: 400 MB within seconds are refused to a fresh account, with a sentence, and what was stored stays", async () => {
  const company = await ada.found("Four Hundred Megabytes");
  // As after 27 files of 10 MB; tests/long stores all of it.
  expect((await fileAs(ada, company, "First", "text")).status).toBe(201);
  await admin("UPDATE app.usage SET used = $2 WHERE company_id = $1 AND key = 'sent'", [company, 270 * MB]);
  const part = new Uint8Array(20 * MB).fill(7);
  const answers = [await fileAs(ada, company, "Part 1", part), await fileAs(ada, company, "Part 2", part)];
  expect(answers.map(({ status }) => status)).toEqual([201, 429]);
  expect(answers[1]!.body).toMatchObject({
    code: "limit-for-now",
    message: expect.stringMatching(
      /^Your plan, Early Access, allows 300 MB of files sent an hour, and 290 MB are used\. The count starts again at \d\d:00 UTC\.$/,
    ),
  });
  expect(Number(answers[1]!.response.headers.get("retry-after"))).toBeLessThanOrEqual(3_600);
  // A small one still has room: a refused body takes none.
  expect((await fileAs(ada, company, "Small", "text")).status).toBe(201);
});

test("S8: 300 exports within seconds are refused, five are under way at once, and another company's go on", async () => {
  const [company, other] = [await ada.found("Three Hundred Exports"), await ada.found("One Export")];
  const ask = (id: string) => ada.post(`/companies/${id}/exports`, {});
  const answers = await many(60, 10, () => ask(company));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(refusals(answers)[0]!.body).toMatchObject({
    code: "limit-reached",
    message:
      "Your plan, Early Access, allows 5 exports under way, and 5 are used. Download one, or cancel it. A larger plan allows more.",
  });
  // Whoever cancels each makes fifty in a day.
  for (const { body } of answers.filter(({ status }) => status === 200))
    await ada.post(`/companies/${company}/exports/${body.id}/cancel`, {});
  await admin("UPDATE app.usage SET used = 49 WHERE company_id = $1 AND key = 'exports'", [company]);
  expect((await ask(company)).status).toBe(200);
  const last = await ask(company);
  expect([last.status, last.body.message]).toEqual([
    429,
    "Your plan, Early Access, allows 50 exports a day, and 50 are used. The count starts again at 00:00 UTC.",
  ]);
  expect((await ask(other)).status).toBe(200);
});

test("S8: 500 notes within seconds are refused, however many are written at once, and a note that was refused is not there", async () => {
  const company = await ada.found("Five Hundred Notes");
  await allow(company, "notes", 30);
  const answers = await many(50, 25, (at) =>
    ada.post(`/companies/${company}/controls/XC-01/notes`, { body: `Note ${at}` }),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
  expect(refusals(answers).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 429));
  expect(refusals(answers)[0]!.body.message).toMatch(
    /^This company may have 30 notes and comments an hour, and 30 are used\. The count starts again at \d\d:00 UTC\.$/,
  );
  const { rows } = await admin("SELECT count(*)::int AS n FROM app.control_notes WHERE company_id = $1", [company]);
  expect(rows[0]!.n).toBe(30);
});

test("S8: 30 companies a minute are refused to one account, also when they are founded at once or handed over", async () => {
  const [finn, gina] = [await running.person("Finn"), await running.person("Gina")];
  const answers = await many(30, 15, (at) => finn.post("/companies", { name: `Shell ${at}` }));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(refusals(answers)[0]!.body).toMatchObject({
    code: "companies-limit",
    message: "Your account may own 20 companies, and owns as many. Delete one, hand one over, or ask us for more.",
  });
  await running.forgetTries();
  // Nor is another one handed to them.
  const company = await gina.found("Handed On");
  await addMember(running, company, finn.id, "admin");
  const team = await gina.get(`/companies/${company}/members`);
  const member = team.body.find((item: { userId: string }) => item.userId === finn.id);
  const handed = await gina.post(`/companies/${company}/owner`, { memberId: member.id });
  expect(handed.status).toBe(409);
  // An operator allows one account more.
  await admin(
    "INSERT INTO app.account_bounds (user_id, companies) VALUES ($1, 21) ON CONFLICT (user_id) DO UPDATE SET companies = 21",
    [finn.id],
  );
  expect((await finn.post("/companies", { name: "One More" })).status).toBe(200);
});

test("S8: two uploads at once never share the last megabyte, and one that fails gives its room back", async () => {
  const company = await ada.found("The Last Megabyte");
  await allow(company, "bytes", 3 * MB);
  const body = new Uint8Array(2 * MB).fill(1);
  const answers = await Promise.all([1, 2, 3].map((at) => fileAs(ada, company, `At once ${at}`, body)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  expect(refusals(answers)[0]!.body.message).toMatch(
    /^This company may have 3 MB of stored evidence, and (0 bytes|2 MB) are used\.$/,
  );
  const differs = await ada.upload(
    `/companies/${company}/evidence?${new URLSearchParams({ name: "Wrong", fileName: "a.bin", type: "Document", controls: "XC-01", sha256: "0".repeat(64) })}`,
    new Uint8Array(1 * MB),
  );
  expect(differs.status).toBe(422);
  expect((await fileAs(ada, company, "The rest", new Uint8Array(1 * MB).fill(2))).status).toBe(201);
  expect((await fileAs(ada, company, "One more", "x")).status).toBe(409);
  const { rows } = await admin("SELECT count(*)::int AS n FROM app.reservations WHERE company_id = $1", [company]);
  expect(rows[0]!.n).toBe(0);
});

test("S8: a file that is sent in parts has its room from the first byte, and a body without a length gets what there is", async () => {
  const company = await ada.found("In Parts");
  await allow(company, "bytes", 2 * MB);
  const id = "11111111-2222-4333-8444-555555555555";
  const send = (upload: string, offset: number, size: number, bytes: Uint8Array) =>
    ada.upload(`/companies/${company}/uploads/${upload}?offset=${offset}&size=${size}`, bytes);
  expect((await send(id, 0, 1.5 * MB, new Uint8Array(MB))).status).toBe(201);
  expect((await send("11111111-2222-4333-8444-666666666666", 0, MB, new Uint8Array(MB))).status).toBe(409);
  expect((await fileAs(ada, company, "Too much", new Uint8Array(MB))).status).toBe(409);
  expect((await send(id, MB, 1.5 * MB, new Uint8Array(0.5 * MB))).status).toBe(201);
  const filed = await ada.upload(
    `/companies/${company}/evidence?${new URLSearchParams({ name: "Whole", fileName: "a.bin", type: "Document", controls: "XC-01", upload: id })}`,
    "",
  );
  expect([filed.status, filed.body.message]).toEqual([201, undefined]);
  // Half a megabyte is left, which a body that does not say how long it is cannot pass.
  const stream = async (size: number) => {
    const query = new URLSearchParams({ name: "Chunked", fileName: "a.bin", type: "Document", controls: "XC-01" });
    const body = new ReadableStream({
      start: (controller) => {
        for (let at = 0; at < size; at += 65_536) controller.enqueue(new Uint8Array(65_536));
        controller.close();
      },
    });
    const headers = { origin: ada.url, cookie: ada.cookie, "content-type": "application/octet-stream" };
    const init = { method: "POST", body, headers, duplex: "half" };
    return await fetch(`${ada.url}/api/v1/companies/${company}/evidence?${query}`, init as RequestInit);
  };
  expect((await stream(MB)).status).toBe(409);
  expect((await stream(MB / 4)).status).toBe(201);
});

test("S8: what ends a right is never refused, however full the record is", async () => {
  const company = await ada.found("A Full Record");
  const project = await ada.post(`/companies/${company}/projects`, { name: "SOC 2", framework: "soc2" });
  expect(project.status).toBe(200);
  const invited = await ada.post(`/companies/${company}/invitations`, { email: "mia@example.test", role: "viewer" });
  expect(invited.status).toBe(200);
  await allow(company, "entries", 1);
  const note = await ada.post(`/companies/${company}/controls/XC-01/notes`, { body: "No room for this" });
  expect([note.status, note.body.code]).toEqual([429, "limit-for-now"]);
  const cancelled = await ada.send("DELETE", `/companies/${company}/invitations/${invited.body.invitation.id}`);
  expect(cancelled.status).toBe(200);
});

test("S8: a company that is put on a smaller plan keeps what it has and adds nothing", async () => {
  const company = await ada.found("On A Smaller Plan");
  await allow(company, "items", 3);
  for (const name of ["One", "Two", "Three"]) expect((await fileAs(ada, company, name, name)).status).toBe(201);
  await allow(company, "items", 1);
  const refused = await fileAs(ada, company, "Four", "four");
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "This company may have 1 evidence items, and 3 are used.",
  ]);
  // Who does not keep matters learns no total: what lies in them is counted, too.
  const mia = await running.person("Mia");
  await addMember(running, company, mia.id, "member");
  expect((await fileAs(mia, company, "Five", "five")).body.message).toBe(
    "This company may have 1 evidence items, and there is not enough room.",
  );
  const list = await ada.get(`/companies/${company}/evidence`);
  expect(list.body.items).toHaveLength(3);
});
