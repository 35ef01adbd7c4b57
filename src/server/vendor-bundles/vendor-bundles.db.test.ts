import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { AppError } from "../app-error.ts";
import { StorageUnavailable } from "../blobs/blob-store.ts";
import type { ReportReaders } from "../reading/report-readers.ts";
import { verifyVendorBundles } from "./verify-vendor-bundles.ts";

// A vendor's Exhibit is an installation of its own, with another database and other keys. What it issues is verified where it is filed.

let vendor: RunningApp;
let ours: RunningApp;
let vera: Person;
let olga: Person;
let ben: Person;
let company: string;
let vendorId: string;
let reviewerId: string;
let bundle: Buffer;
let key: string;

const at = (more: string) => `/companies/${company}${more}`;

beforeAll(async () => {
  [vendor, ours] = [await runApp(), await runApp()];
  vera = await vendor.person("Vera");
  const theirs = await vera.found("Vendor Ltd");
  const query = new URLSearchParams({ name: "Policy", fileName: "a.txt", type: "Policy", controls: "XC-01" });
  await vera.upload(`/companies/${theirs}/evidence?${query}`, "a policy of the vendor");
  const { body } = await vera.post(`/companies/${theirs}/exports`, {});
  const { response } = await vera.get(`/companies/${theirs}/exports/${body.id}/bundle`);
  bundle = Buffer.from(await response.arrayBuffer());
  ({ key } = (await vera.get(`/companies/${theirs}/ledger`)).body);
  [olga, ben] = [await ours.person("Olga"), await ours.person("Ben")];
  company = await olga.found("Client Ltd");
  const invited = await olga.post(at("/invitations"), { email: ben.email, role: "admin" });
  await ben.post("/invitations/accept", { invitationId: invited.body.invitation.id });
  reviewerId = (await add("people", { name: "Ada", kind: "employee", startsAt: "2020-01-01" })).id;
  const fields = {
    name: "Vendor Ltd",
    service: "Hosting",
    rating: "high",
    data: ["client"],
    hosting: "no",
    ownerId: reviewerId,
  };
  vendorId = (await add("vendors", fields)).id;
});
afterAll(async () => {
  await Promise.all([vendor.close(), ours.close()]);
});

async function add(register: string, fields: object) {
  const { status, body } = await olga.post(at(`/registers/${register}/records`), { fields });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body as { id: string; version: number };
}
async function file(bytes: Buffer): Promise<string> {
  const query = new URLSearchParams({
    name: "Bundle",
    fileName: "bundle.zip",
    type: "Report",
    controls: "XC-03",
    fileAnyway: "1",
  });
  const { status, body } = await olga.upload(at(`/evidence?${query}`), bytes);
  expect({ status, body }).toMatchObject({ status: 201 });
  return body.exhibit;
}
async function assurance(bytes: Buffer, issuerKey?: string) {
  return await verified((await filed(bytes, issuerKey)).id);
}
async function filed(bytes: Buffer, issuerKey?: string) {
  return await add("assurances", {
    title: "Bundle of Vendor Ltd",
    vendorId,
    kind: "bundle",
    report: await file(bytes),
    datedOn: "2026-01-01",
    exceptions: "None",
    reviewerId,
    ...(issuerKey !== undefined && { issuerKey }),
  });
}
async function verified(id: string) {
  await ours.app.runTasks();
  return (await olga.get(at(`/registers/assurances/records/${id}`))).body as {
    id: string;
    version: number;
    state: string;
    fields: Record<string, string | number>;
  };
}
const change = (id: string, version: number, fields: object) =>
  olga.send("PATCH", at(`/registers/assurances/records/${id}`), JSON.stringify({ version, fields }), {
    "content-type": "application/json",
  });

test("a bundle of another Exhibit is verified with the vendor's key, fills the assurance, and waits for another person", async () => {
  const { fields, state } = await assurance(bundle, key);
  expect(fields).toMatchObject({
    bundle: "verified",
    bundleSays: expect.stringMatching(
      /^Signed with the key that was entered: 1 item, each in a ledger of \d+ entries\. (\d+) of \1 verdicts were judged again and agree\.$/,
    ),
    bundleItems: 1,
    bundleKey: key,
    bundleEndsOn: new Date().toISOString().slice(0, 10),
    datedOn: new Date().toISOString().slice(0, 10),
    covers: expect.stringMatching(/^0 of 22 controls pass; /),
    checkpoint: expect.stringMatching(/ entries, \S{44}$/),
  });
  expect(state).toBe("waiting");
});

test("without a key it is not compared, and once somebody enters the key it is verified anew", async () => {
  const { id, version, fields } = await assurance(bundle);
  expect(fields).toMatchObject({
    bundle: "consistent",
    bundleSays: expect.stringMatching(
      /^The bundle agrees with itself: 1 item\..* Enter the ledger key that the vendor gave you by another route\.$/,
    ),
    datedOn: "2026-01-01",
  });
  expect((await change(id, version, { issuerKey: key })).status).toBe(200);
  expect((await verified(id)).fields["bundle"]).toBe("verified");
});

test("an altered, damaged, foreign or other file and a wrong key are refused, each with one sentence", async () => {
  const altered = Buffer.from(bundle);
  altered[altered.indexOf("a policy of the vendor")]! ^= 1;
  const { key: own } = (await olga.get(at("/ledger"))).body;
  const said = async (bytes: Buffer, issuerKey: string) => {
    const { fields } = await assurance(bytes, issuerKey);
    expect(fields["datedOn"]).toBe("2026-01-01");
    return [fields["bundle"], fields["bundleSays"]];
  };
  expect(await said(altered, key)).toEqual([
    "refused",
    expect.stringMatching(/^The bundle was damaged or altered: EX-000001\. The file was altered/),
  ]);
  expect(await said(bundle.subarray(0, bundle.length / 2), key)).toEqual([
    "refused",
    expect.stringMatching(/^The bundle was damaged or altered: /),
  ]);
  expect(await said(bundle, own)).toEqual([
    "refused",
    "This is the key of your own ledger. Enter the one that the vendor gave you.",
  ]);
  const { key: third } = (await vera.get(`/companies/${await vera.found("Third Ltd")}/ledger`)).body;
  expect(await said(bundle, third)).toEqual([
    "refused",
    expect.stringMatching(/^The bundle is signed with another key than the one that was entered\. /),
  ]);
  expect(await said(Buffer.from("PK\u0003\u0004 something else"), key)).toEqual([
    "refused",
    expect.stringMatching(/^This file is not an Exhibit bundle\. /),
  ]);
  expect(await said(bundle, "no key")).toEqual([
    "refused",
    "The ledger key that was entered is none. It has the form name+id+key.",
  ]);
});

test("nobody types what verification fills in, the list of vendors says what was approved, and a key that differs from the approved one of this vendor is refused", async () => {
  const { id, version } = await assurance(bundle, key);
  const typed = await change(id, version, { bundle: "verified" });
  expect([typed.status, typed.body.data.fields]).toEqual([
    400,
    [{ path: "fields.bundle", message: "Verification is filled in by Exhibit." }],
  ]);
  const listed = async () => {
    const { records } = (await olga.get(at("/registers/vendors/records"))).body;
    return [records[0].fields.assurance, records[0].fields.contract];
  };
  expect(await listed()).toEqual(["None on file", "None on file"]);
  expect((await ben.post(at(`/registers/assurances/records/${id}/approval`), { version })).status).toBe(200);
  expect(await listed()).toEqual([expect.stringMatching(/^Exhibit bundle, verified, until /), "None on file"]);
  const second = await vera.found("Second Ltd");
  const { key: other } = (await vera.get(`/companies/${second}/ledger`)).body;
  const said = async () => (await assurance(bundle, other)).fields["bundleSays"];
  const pinned = expect.stringMatching(/^ASR-\d+ of this vendor was approved with another key\. /);
  expect(await said()).toEqual(pinned);
  // One person lifts it neither by taking the approval back, nor by another key in its place, nor by an end.
  const record = at(`/registers/assurances/records/${id}`);
  const now = async () => (await verified(id)).version;
  const back = JSON.stringify({ version: await now(), reason: "By mistake" });
  expect(await olga.send("DELETE", `${record}/approval`, back, { "content-type": "application/json" })).toMatchObject({
    body: { state: "waiting" },
  });
  expect(await said()).toEqual(pinned);
  expect((await change(id, await now(), { issuerKey: other })).status).toBe(200);
  expect((await verified(id)).fields["bundleSays"]).toEqual(pinned);
  expect((await olga.post(`${record}/end`, { reason: "Wrong" })).status).toBe(200);
  expect(await said()).toEqual(pinned);
  // Nor by the vendor's end: added anew, by its name or with its website, it is the same.
  const former = vendorId;
  const fields = { service: "Hosting", rating: "high", data: ["client"], hosting: "no", ownerId: reviewerId };
  const own = at(`/registers/vendors/records/${former}`);
  const renamed = JSON.stringify({ version: 1, fields: { name: "Renamed", site: "https://www.vendor.example/" } });
  const answered = await olga.send("PATCH", own, renamed, { "content-type": "application/json" });
  expect(answered.response.status).toBe(200);
  expect((await olga.post(`${own}/end`, { reason: "Replaced" })).status).toBe(200);
  for (const named of [{ name: "VENDOR LTD." }, { name: "New", site: "https://vendor.example/trust" }]) {
    vendorId = (await add("vendors", { ...fields, ...named })).id;
    expect(await said()).toEqual(pinned);
  }
  vendorId = (await add("vendors", { ...fields, name: "Somebody else" })).id;
  expect(await said()).not.toEqual(pinned);
  vendorId = former;
  expect((await olga.send("DELETE", `${own}/end`)).response.status).toBe(200);
  // What another person approves the end of binds nobody any more.
  expect((await ben.post(`${record}/approval`, { version: await now() })).status).toBe(200);
  expect(await said()).toMatch(/^The bundle is signed with another key than the one that was entered\. /);
});

const waiting = async (most: number) =>
  (await ours.database.admin.query("SELECT company_id FROM app.bundles_to_verify($1)", [most])).rows.map(
    (row) => row.company_id,
  );

test("what cannot be written down is refused once, and does not come up again", async () => {
  const long = await assurance(bundle, "k".repeat(300));
  expect(long.fields["bundle"]).toBe("refused");
  ours.setNow(new Date(Date.now() - 3 * 86_400_000));
  // Signed after the day that our own clock shows.
  const ahead = await assurance(bundle, key);
  ours.setNow(undefined);
  expect([ahead.fields["bundle"], ahead.fields["bundleSays"]]).toEqual([
    "refused",
    "By the dates in this bundle it is from the future, or ends before it starts.",
  ]);
  expect(await waiting(20)).toEqual([]);
});

test("companies take turns: who files many bundles keeps nobody else's waiting", async () => {
  const before = company;
  const report = await file(bundle);
  const fields = { title: "Bundle", vendorId, kind: "bundle", report, datedOn: "2026-01-01", reviewerId };
  for (let at = 0; at < 3; at += 1) await add("assurances", { ...fields, title: `Bundle ${at}` });
  company = await olga.found("Another Client Ltd");
  const owner = (await add("people", { name: "Ada", kind: "employee", startsAt: "2020-01-01" })).id;
  const other = await add("vendors", {
    name: "Vendor Ltd",
    service: "Hosting",
    rating: "high",
    data: ["client"],
    hosting: "no",
    ownerId: owner,
  });
  await add("assurances", { ...fields, report: await file(bundle), vendorId: other.id, reviewerId: owner });
  expect(new Set(await waiting(2))).toEqual(new Set([before, company]));
  await ours.app.runTasks();
  expect(await waiting(20)).toEqual([]);
  company = before;
});

/** A pass of which the reader of bundles is another. */
const pass = (readBundle: ReportReaders["readBundle"]) => {
  const { services } = ours.app;
  return verifyVendorBundles(
    { ...services, readers: { ...services.readers, readBundle } },
    new AbortController().signal,
  );
};

test("a name that no field holds is kept without what it cannot hold, once", async () => {
  const { id } = await filed(bundle, key);
  await pass(async () => ({ outcome: "refused", sentence: "No file has such a name: a\0b \uD83D" }));
  expect(await waiting(20)).toEqual([]);
  expect((await verified(id)).fields["bundleSays"]).toBe("No file has such a name: a b \uFFFD");
});

test("a bundle that breaks whoever reads it is refused, and one that cannot be read now waits", async () => {
  const { id } = await filed(bundle, key);
  await pass(() => Promise.reject(new AppError("imports-waiting")));
  await pass(() => Promise.reject(new StorageUnavailable("the disk is away")));
  expect(await waiting(20)).toEqual([company]);
  await pass(() => Promise.reject(new Error("nobody thought of this")));
  expect(await waiting(20)).toEqual([]);
  const { fields } = await verified(id);
  expect([fields["bundle"], fields["bundleSays"]]).toEqual([
    "refused",
    expect.stringMatching(/^This file could not be verified here\./),
  ]);
});

test("bundles are verified side by side, a few of each company", async () => {
  const ids = [];
  for (let at = 0; at < 6; at += 1) ids.push((await filed(bundle, key)).id);
  let under = 0;
  const all = Promise.withResolvers<void>();
  await pass(async () => {
    under += 1;
    if (under === 4) all.resolve();
    await all.promise;
    return { outcome: "refused", sentence: "Seen beside three others." };
  });
  expect(under).toBe(4);
  expect(await waiting(20)).toEqual([company, company]);
  await ours.app.runTasks();
  const outcomes = await Promise.all(ids.map(async (id) => (await verified(id)).fields["bundle"]));
  const ofKind = (kind: string) => outcomes.filter((outcome) => outcome === kind).length;
  expect([ofKind("refused"), ofKind("verified"), outcomes.length]).toEqual([4, 2, 6]);
});

test("approved before it was verified, it waits for that person once more, and not for whoever filed it", async () => {
  const { id, version } = await filed(bundle, key);
  const approve = async (person: Person, seen: number) =>
    (await person.post(at(`/registers/assurances/records/${id}/approval`), { version: seen })).body;
  expect(await approve(ben, version)).toMatchObject({ state: "open" });
  const found = await verified(id);
  expect(found).toMatchObject({ state: "waiting", fields: { bundle: "verified" } });
  expect(await approve(olga, found.version)).toMatchObject({ code: "record-own-approval" });
  expect(await approve(ben, found.version)).toMatchObject({ state: "open", approval: { alone: false } });
});
