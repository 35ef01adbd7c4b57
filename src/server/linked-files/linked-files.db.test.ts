import { createHash, randomBytes, randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { dropboxAddress } from "#domain/file-link.ts";
import { connectAccount } from "#tests/support/file-sources/connect-account.ts";
import { FakeDropbox } from "#tests/support/file-sources/fake-dropbox.ts";
import { FakeGoogleDrive } from "#tests/support/file-sources/fake-google-drive.ts";
import { FakeMicrosoftFiles } from "#tests/support/file-sources/fake-microsoft-files.ts";
import { addMember } from "#tests/support/members.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

let running: RunningApp;
let ada: Person;
let ben: Person;
let company: string;
const google = new FakeGoogleDrive();
const microsoft = new FakeMicrosoftFiles();
const dropbox = new FakeDropbox();
const all = [google, microsoft, dropbox];

beforeAll(async () => {
  await Promise.all(all.map((provider) => provider.listen()));
  running = await runApp({
    fileSources: { "google-drive": google.settings, onedrive: microsoft.settings, dropbox: dropbox.settings },
  });
  ada = await running.person("Ada");
  ben = await running.person("Ben");
  company = await ada.found("Ada files from links");
  await addMember(running, company, ben.id, "member");
});
afterAll(() => Promise.all([running.close(), ...all.map((provider) => provider.close())]));
beforeEach(async () => {
  await running.forgetTries();
  for (const provider of all) provider.visitor = { account: "ada@drive.test" };
  for (const source of ["google-drive", "onedrive", "dropbox"] as const) await connectAccount(ada, source);
});
afterEach(() => {
  running.setNow(undefined);
  for (const provider of all) provider.refuses = undefined;
  microsoft.downloadAt = undefined;
  for (const provider of all) provider.asked.length = 0;
});

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const newId = () => randomBytes(12).toString("hex");
const find = (link: string, who = ada) => who.upload(`/companies/${company}/linked-files`, link);
const read = (link: string, upload: string = randomUUID(), who = ada) =>
  who.upload(`/companies/${company}/linked-files/${upload}`, link);
const file = (upload: string, facts: Record<string, string> = {}, who = ada) =>
  who.upload(
    `/companies/${company}/evidence?${new URLSearchParams({ name: "From a link", fileName: "x", type: "Document", controls: "XC-01", upload, ...facts }).toString()}`,
    "",
  );
const code = ({ body }: { body: { code?: string } }) => body.code;
const googleLink = (id: string) => `https://drive.google.com/file/d/${id}/view`;

test("a file of each source is named, read by the server and filed, with its hash and where it came from in custody", async () => {
  const bytes = randomBytes(9_000_000);
  const drive = google.add({ id: newId(), name: "Access policy.pdf", bytes, revision: "0B7" });
  const shared = microsoft.add({
    id: "https://acme.sharepoint.com/:b:/s/legal/E1",
    name: "Contract.pdf",
    revision: "4",
  });
  const dropped = dropbox.add({ id: "https://www.dropbox.com/scl/fi/abc1/Röster.pdf?rlkey=k1", name: "Röster.pdf" });
  const links = [googleLink(drive.id), shared.id, dropped.id];
  const expected = [
    ["Google Drive", drive],
    ["SharePoint", shared],
    ["Dropbox", dropped],
  ] as const;
  for (const [at, [sourceName, provided]] of expected.entries()) {
    const found = await find(links[at]!);
    expect(found.body).toMatchObject({
      kind: "file",
      file: { sourceName, fileName: provided.name, size: provided.bytes.length, exportedAs: null },
    });
    const upload = randomUUID();
    const got = await read(found.body.file.link, upload);
    expect(got.body).toMatchObject({ size: provided.bytes.length, sha256: sha256(provided.bytes), unreadable: null });
    const filed = await file(upload);
    expect(filed.status, JSON.stringify(filed.body)).toBe(201);
    expect(filed.body).toMatchObject({
      source: sourceName,
      fileName: provided.name,
      sha256: sha256(provided.bytes),
      mediaType: at === 0 ? "application/octet-stream" : "application/pdf",
    });
    expect(filed.body.collector).toMatch(/^Read from .+ for a member, as ada@drive\.test: file \S+, revision \S+$/);
    expect(filed.body.collector).toContain(provided.revision);
    const detail = (await ada.get(`/companies/${company}/evidence/${filed.body.id}`)).body;
    expect(detail.custody[0]).toMatchObject({
      event: "Collected",
      hash: sha256(provided.bytes),
      detail: `${sourceName}. ${filed.body.collector}.`,
    });
    const back = await ada.get(`/companies/${company}/evidence/${filed.body.id}/file`);
    expect(sha256(Buffer.from(await back.response.arrayBuffer()))).toBe(sha256(provided.bytes));
  }
});

test("a document of Google's own is exported as a PDF, and custody says so", async () => {
  const doc = google.add({ id: newId(), name: "Incident plan", type: "application/vnd.google-apps.document" });
  const link = `https://docs.google.com/document/d/${doc.id}/edit?usp=sharing`;
  expect((await find(link)).body.file).toMatchObject({ fileName: "Incident plan.pdf", size: null, exportedAs: "PDF" });
  const upload = randomUUID();
  expect((await read(link, upload)).body.size).toBe(doc.bytes.length);
  expect((await file(upload)).body).toMatchObject({
    fileName: "Incident plan.pdf",
    collector: `Read from Google Drive for a member, as ada@drive.test: file ${doc.id}, revision 12, exported as PDF`,
  });
});

test("a shortcut leads to its file, and a folder offers the files in it, each with a link of its own", async () => {
  const target = google.add({ id: newId(), name: "Policy.pdf", folder: "folder-google-1" });
  const shortcut = google.add({
    id: newId(),
    name: "Shortcut",
    type: "application/vnd.google-apps.shortcut",
    target: target.id,
  });
  expect((await find(googleLink(shortcut.id))).body.file.fileName).toBe("Policy.pdf");
  google.add({ id: "folder-google-1", name: "Policies", isFolder: true });
  google.add({ id: newId(), name: "Form", type: "application/vnd.google-apps.form", folder: "folder-google-1" });
  microsoft.add({ id: "https://1drv.ms/f/s!F1", name: "Policies", isFolder: true });
  microsoft.add({ id: "https://1drv.ms/b/s!C1", name: "Policy.pdf", folder: "https://1drv.ms/f/s!F1" });
  const shared = "https://www.dropbox.com/scl/fo/abc9/h?rlkey=k9";
  dropbox.add({ id: shared, name: "Policies", isFolder: true });
  dropbox.add({ id: `${shared}#/Policy.pdf`, name: "Policy.pdf", folder: shared });
  for (const link of ["https://drive.google.com/drive/folders/folder-google-1", "https://1drv.ms/f/s!F1", shared]) {
    const { body } = await find(link);
    expect(body, link).toMatchObject({ kind: "folder", name: "Policies", isCut: false });
    expect(body.files.map(({ fileName }: { fileName: string }) => fileName)).toEqual(["Policy.pdf"]);
    expect((await read(body.files[0].link)).status, link).toBe(201);
    expect(code(await read(link))).toBe("linked-file-is-folder");
  }
  expect((await find(shared)).body.files[0].link).toBe(dropboxAddress(shared, "/Policy.pdf"));
});

test("nobody reads what their own account cannot open, whatever a colleague's can", async () => {
  const secret = [
    [google, google.add({ id: newId(), name: "Salaries.pdf", readers: ["ada@drive.test"] }), "linked-file-missing"],
    [
      microsoft,
      microsoft.add({ id: "https://1drv.ms/b/s!S1", name: "S", readers: ["ada@drive.test"] }),
      "linked-file-denied",
    ],
    [
      dropbox,
      dropbox.add({ id: "https://www.dropbox.com/s/sec1/a.pdf", name: "S", readers: ["ada@drive.test"] }),
      "linked-file-denied",
    ],
  ] as const;
  const keys = ["google-drive", "onedrive", "dropbox"] as const;
  for (const [at, [provider, { id }, refusal]] of secret.entries()) {
    const link = provider === google ? googleLink(id) : id;
    expect((await find(link)).status).toBe(201);
    expect(code(await find(link, ben)), "not connected").toBe("file-source-not-connected");
    provider.visitor = { account: "ben@drive.test" };
    await connectAccount(ben, keys[at]!);
    expect(code(await find(link, ben))).toBe(refusal);
    expect(code(await read(link, randomUUID(), ben))).toBe(refusal);
    expect((await find(link)).status, "Ada still does").toBe(201);
  }
});

test("what was granted opens in the session and the browser that it was made in, and nowhere else", async () => {
  const { id } = google.add({ id: newId(), name: "a.pdf" });
  const link = googleLink(id);
  const { rows } = await running.database.admin.query(
    "SELECT sealed, account, expires_at FROM auth.file_grants WHERE source = 'google-drive' AND account = 'ada@drive.test'",
  );
  expect(rows).toHaveLength(1);
  expect((rows[0].sealed as Buffer).includes("token-")).toBe(false);
  const key = ada.jar.get("file-key")!;
  ada.jar.set("file-key", "A".repeat(43));
  expect(code(await find(link)), "with another key").toBe("file-source-not-connected");
  ada.jar.delete("file-key");
  expect(code(await find(link)), "without the key").toBe("file-source-not-connected");
  ben.jar.set("file-key", key);
  await ada.send("DELETE", "/account/file-sources/onedrive");
  expect(code(await find(link, ben)), "the key in another session").toBe("file-source-not-connected");
  ben.jar.delete("file-key");
  ada.jar.set("file-key", key);
  expect((await find(link)).status).toBe(201);
  await running.database.admin.query("UPDATE app.feature_flags SET enabled = true WHERE key = 'api-access'");
  const scopes = ["read", "evidence:write"];
  const { token } = (await ada.post(`/companies/${company}/api-tokens`, { name: "Program", scopes })).body;
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/octet-stream" };
  const asProgram = await fetch(`${running.url}/api/v1/companies/${company}/linked-files`, {
    method: "POST",
    headers: { ...headers, cookie: `${ada.cookie}; file-key=${key}` },
    body: link,
  });
  expect(((await asProgram.json()) as { code: string }).code, "a program").toBe("file-source-not-connected");
  const asked = google.asked.length;
  running.setNow(new Date(Date.now() + 61 * 60_000));
  expect(code(await find(link)), "after an hour").toBe("file-source-not-connected");
  expect(google.asked.length, "and the provider is not asked").toBe(asked);
});

test("it ends with the session, when the person disconnects, and when the provider says that it ended", async () => {
  const count = async () =>
    (await running.database.admin.query("SELECT count(*)::int AS n FROM auth.file_grants")).rows[0].n;
  const cora = await running.person("Cora");
  await cora.found("Cora leaves");
  const before = await count();
  await connectAccount(cora, "dropbox");
  await connectAccount(cora, "google-drive");
  expect(await count()).toBe(before + 2);
  await cora.send("DELETE", "/account/file-sources/dropbox");
  expect(await count()).toBe(before + 1);
  await cora.post("/session/sign-out", {});
  expect(await count()).toBe(before);
  google.endTokens();
  expect(code(await find(googleLink(newId())))).toBe("file-source-not-connected");
  const { body } = await ada.get(`/companies/${company}/file-sources`);
  expect(body.map(({ name, connected }: { name: string; connected: unknown }) => [name, Boolean(connected)])).toEqual([
    ["Google Drive", false],
    ["OneDrive", true],
    ["Dropbox", true],
  ]);
});

test.each([
  ["a missing file", () => googleLink(newId()), "linked-file-missing"],
  [
    "a file in the trash",
    () => googleLink(google.add({ id: newId(), name: "t", trashed: true }).id),
    "linked-file-deleted",
  ],
  [
    "a file whose owner forbids downloads",
    () => googleLink(google.add({ id: newId(), name: "l", locked: true }).id),
    "linked-file-locked",
  ],
  [
    "a form",
    () => googleLink(google.add({ id: newId(), name: "f", type: "application/vnd.google-apps.form" }).id),
    "linked-file-no-export",
  ],
  [
    "an infected file at Microsoft",
    () => microsoft.add({ id: "https://1drv.ms/b/s!V", name: "v", flagged: true }).id,
    "linked-file-flagged",
  ],
  [
    "a file at Microsoft that may be looked at alone",
    () => microsoft.add({ id: "https://1drv.ms/b/s!L", name: "l", locked: true }).id,
    "linked-file-locked",
  ],
  ["a missing link of Microsoft's", () => "https://1drv.ms/b/s!Nothing", "linked-file-missing"],
  ["a missing link of Dropbox's", () => "https://www.dropbox.com/s/none1/a.pdf", "linked-file-missing"],
  [
    "a locked file at Dropbox",
    () => dropbox.add({ id: "https://www.dropbox.com/s/lock1/a.pdf", name: "l", locked: true }).id,
    "linked-file-locked",
  ],
  ["another host", () => "https://evil.example/file/d/1AbCdEfGhIjKlMn/view", "file-link-unknown"],
  [
    "a host that only looks like Dropbox",
    () => "https://www.dropbox.com.evil.example/s/abc123/a.pdf",
    "file-link-unknown",
  ],
  ["an address inside", () => "https://127.0.0.1/s/abc123/a.pdf", "file-link-unknown"],
  ["no link", () => "policy.pdf", "file-link-unknown"],
])("%s is refused in one sentence that names the source", async (_what, linkOf, refusal) => {
  const answer = await find(linkOf());
  expect(code(answer)).toBe(refusal);
  expect(answer.body.message).not.toMatch(/th(is|e) provider/i);
});

test("a file that Google marked as harmful is not read, and nobody says for the person that they know", async () => {
  const { id } = google.add({ id: newId(), name: "bad.pdf", flagged: true });
  expect(code(await read(googleLink(id)))).toBe("linked-file-flagged");
  expect(google.asked.some(({ query }) => query.has("acknowledgeAbuse"))).toBe(false);
});

test.each<[string, NonNullable<FakeGoogleDrive["refuses"]>, string]>([
  ["busy", { status: 403, json: { error: { errors: [{ reason: "userRateLimitExceeded" }] } } }, "file-source-busy"],
  ["limited", { status: 429, json: {} }, "file-source-busy"],
  ["down", { status: 502, json: "no JSON" }, "file-source-unreachable"],
  [
    "without permission",
    { status: 403, json: { error: { errors: [{ reason: "insufficientPermissions" }] } } },
    "file-source-scope",
  ],
])("a provider that is %s is named, and nothing is filed", async (_how, refuses, refusal) => {
  google.refuses = refuses;
  const answer = await find(googleLink(newId()));
  expect([code(answer), answer.body.message.includes("Google Drive") || refusal === "file-source-scope"]).toEqual([
    refusal,
    true,
  ]);
});

test("how long a provider asks to be left alone is passed on, ten minutes at most", async () => {
  for (const [asked, said] of [
    ["30", "30"],
    ["86400", "600"],
  ] as const) {
    google.refuses = { status: 429, json: {}, headers: { "retry-after": asked } };
    expect((await find(googleLink(newId()))).response.headers.get("retry-after")).toBe(said);
  }
});

test("a provider is asked at its own hosts alone, and bytes come from no other host, whatever its answers say", async () => {
  const { id } = microsoft.add({ id: "https://acme-my.sharepoint.com/:b:/g/E9", name: "a.pdf" });
  for (const at of [
    "http://169.254.169.254/latest",
    "https://evil.example/a",
    "https://sharepoint.com.evil.example/a",
    "https://a.b.sharepoint.com/x",
    "https://user@acme.sharepoint.com/x",
    "https://acme.sharepoint.com:8443/x",
    "file:///etc/passwd",
  ]) {
    microsoft.downloadAt = at;
    expect(code(await read(id)), at).toBe("file-source-unreachable");
  }
});

test("a person's token is not sent where bytes need none", async () => {
  const { id } = microsoft.add({ id: "https://acme-my.sharepoint.com/:b:/g/E10", name: "a.pdf" });
  expect((await read(id)).status).toBe(201);
  const download = microsoft.asked.find(({ path }) => path.startsWith("/download/"));
  expect(download?.headers.authorization).toBeUndefined();
});

test("what breaks off, or is another file than was described, is not kept as one", async () => {
  const bytes = randomBytes(40_000);
  for (const [fault, refusal] of [
    ["breaks", "linked-file-interrupted"],
    ["grows", "linked-file-changed"],
    ["edited", "linked-file-changed"],
  ] as const) {
    const { id } = google.add({ id: newId(), name: "a.pdf", bytes, fault });
    const upload = randomUUID();
    expect(code(await read(googleLink(id), upload)), fault).toBe(refusal);
    expect((await file(upload)).status, "nothing to file").toBeGreaterThanOrEqual(400);
  }
  // What is exported has no hash to be held to, and what another provider sends may keep its size.
  const type = "application/vnd.google-apps.document";
  const plan = google.add({ id: newId(), name: "Plan", type, bytes, fault: "edited" });
  expect(code(await read(`https://docs.google.com/document/d/${plan.id}/edit`))).toBe("linked-file-changed");
  const shared = microsoft.add({
    id: "https://acme.sharepoint.com/:b:/s/legal/E9",
    name: "a.pdf",
    bytes,
    fault: "edited",
  });
  expect(code(await read(shared.id))).toBe("linked-file-changed");
  const large = microsoft.add({ id: "https://1drv.ms/b/s!Big", name: "big", bytes: Buffer.alloc(101 * 1024 * 1024) });
  expect((await find(large.id)).body.file.size).toBe(large.bytes.length);
  expect(code(await read(large.id))).toBe("file-too-large");
  const empty = dropbox.add({ id: "https://www.dropbox.com/s/emp1/a.pdf", name: "e", bytes: Buffer.alloc(0) });
  expect(code(await read(empty.id))).toBe("file-empty");
  const doc = google.add({
    id: newId(),
    name: "Long",
    type: "application/vnd.google-apps.document",
    bytes: Buffer.alloc(11 * 1024 * 1024),
  });
  expect(code(await read(googleLink(doc.id)))).toBe("linked-export-too-large");
});

test("a page sees how far it has come, and who gives up ends it at the provider and gives the room back", async () => {
  const bytes = randomBytes(20_000_000);
  const { id } = google.add({ id: newId(), name: "a.bin", bytes, fault: "hangs" });
  const upload = randomUUID();
  const giveUp = new AbortController();
  const reading = fetch(`${running.url}/api/v1/companies/${company}/linked-files/${upload}`, {
    method: "POST",
    body: googleLink(id),
    signal: giveUp.signal,
    headers: {
      origin: running.url,
      cookie: [ada.cookie, ...[...ada.jar].map(([name, value]) => `${name}=${value}`)].join("; "),
      "content-type": "application/octet-stream",
    },
  }).catch(() => {});
  const place = `/companies/${company}/uploads/${upload}`;
  await expect
    .poll(async () => (await ada.get(place)).body.received ?? 0, { timeout: 20_000 })
    .toBeGreaterThan(8_000_000);
  expect((await ada.get(place)).body.size).toBe(bytes.length);
  giveUp.abort();
  await reading;
  await expect.poll(async () => (await ada.get(place)).status, { timeout: 20_000 }).toBe(404);
  await expect.poll(() => google.hungUp, { timeout: 20_000 }).toBe(1);
});

test("nobody gives bytes of their own for a file that was read: custody speaks of what the server read", async () => {
  const { id, bytes } = google.add({ id: newId(), name: "a.pdf" });
  const upload = randomUUID();
  const own = Buffer.from("forged");
  await ada.upload(`/companies/${company}/uploads/${upload}?offset=0&size=${bytes.length}`, own.subarray(0, 3));
  expect(code(await read(googleLink(id), upload))).toBe("upload-moved");
  const whole = randomUUID();
  await ada.upload(`/companies/${company}/uploads/${whole}?offset=0&size=${own.length}`, own);
  expect((await read(googleLink(id), whole)).status).toBeGreaterThanOrEqual(400);
  expect((await file(whole)).body).toMatchObject({ source: "Upload", fileName: "x" });
  const good = randomUUID();
  expect((await read(googleLink(id), good)).status).toBe(201);
  expect(code(await read(googleLink(id), good)), "and once").toBe("upload-moved");
  expect(code(await ada.upload(`/companies/${company}/uploads/${good}?offset=0&size=${bytes.length}`, own))).toBe(
    "upload-moved",
  );
  expect((await file(good, {}, ben)).body.code, "a colleague does not file it").toBe("upload-gone");
});

test("programs and archives are told from their bytes, and a suggestion reads what was read", async () => {
  const zip = google.add({
    id: newId(),
    name: "a.zip",
    bytes: Buffer.from("PK\u0005\u0006 empty archive of the tests"),
  });
  const upload = randomUUID();
  expect((await read(googleLink(zip.id), upload)).body.unreadable).toBe("archive");
  expect(code(await file(upload))).toBe("file-is-archive");
  const text = dropbox.add({
    id: "https://www.dropbox.com/s/txt1/notes.txt",
    name: "notes.txt",
    bytes: Buffer.from("Information security policy\n\nThis policy applies to all staff.\n".repeat(20)),
  });
  const read2 = randomUUID();
  await read(text.id, read2);
  const query = new URLSearchParams({ name: "notes", fileName: "notes.txt", upload: read2 }).toString();
  const said = await ada.upload(`/companies/${company}/filing-suggestions?${query}`, "");
  expect(said.body).toMatchObject({ document: expect.any(String), by: "heading" });
});
