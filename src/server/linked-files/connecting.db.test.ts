import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connectAccount, follow, wayBack } from "#tests/support/file-sources/connect-account.ts";
import { FakeDropbox } from "#tests/support/file-sources/fake-dropbox.ts";
import { FakeGoogleDrive } from "#tests/support/file-sources/fake-google-drive.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

let running: RunningApp;
let ada: Person;
let company: string;
const google = new FakeGoogleDrive();
const dropbox = new FakeDropbox();

beforeAll(async () => {
  await Promise.all([google.listen(), dropbox.listen()]);
  running = await runApp({ fileSources: { "google-drive": google.settings, dropbox: dropbox.settings } });
  ada = await running.person("Ada");
  company = await ada.found("Ada connects");
});
afterAll(() => Promise.all([running.close(), google.close(), dropbox.close()]));
beforeEach(async () => {
  await running.forgetTries();
  google.visitor = { account: "ada@drive.test" };
  await ada.send("DELETE", "/account/file-sources/google-drive");
});

const connected = async () =>
  (await ada.get(`/companies/${company}/file-sources`)).body.find(
    ({ source }: { source: string }) => source === "google-drive",
  )?.connected;

test("an account is connected in a tab of its own, which says so, for an hour at most and without a refresh token", async () => {
  const begun = await follow(ada, `${running.url}/file-sources/google-drive/connect`);
  const asked = new URL(begun.headers.get("location")!).searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({
    access_type: "online",
    scope: "https://www.googleapis.com/auth/drive.readonly",
    redirect_uri: `${running.url}/file-sources/google-drive/callback`,
    code_challenge_method: "S256",
  });
  const came = await connectAccount(ada, "google-drive");
  expect([came.status, came.text.includes("Google Drive is connected")]).toEqual([200, true]);
  const grant = await connected();
  expect(grant.account).toBe("ada@drive.test");
  expect(new Date(grant.until).getTime() - Date.now()).toBeLessThanOrEqual(60 * 60_000);
});

test("who declines, or does not allow reading, is told, and nothing is connected", async () => {
  google.visitor = { account: "ada@drive.test", declines: true };
  expect((await connectAccount(ada, "google-drive")).text).toContain("Access to Google Drive was not granted.");
  google.visitor = { account: "ada@drive.test", scope: "openid" };
  expect((await connectAccount(ada, "google-drive")).text).toContain("without permission to read files");
  expect(await connected()).toBeNull();
});

test("a way to a provider counts once, in the session that began it, at the provider that it was begun with", async () => {
  const back = await wayBack(ada, "google-drive");
  const eve = await running.person("Eve");
  eve.jar.set("file-source", ada.jar.get("file-source")!);
  expect((await (await follow(eve, back)).text()).includes("expired"), "in another session").toBe(true);
  const again = await wayBack(ada, "google-drive");
  const forged = new URL(again);
  forged.searchParams.set("state", "A".repeat(43));
  expect((await follow(ada, forged.href)).status, "with another state").toBe(410);
  expect((await follow(ada, again)).status, "and it is used up by then").toBe(410);
  const other = await wayBack(ada, "google-drive");
  expect((await follow(ada, other.replace("google-drive", "dropbox"))).status, "at another provider").toBe(410);
  const good = await wayBack(ada, "google-drive");
  expect((await follow(ada, good)).status).toBe(200);
  expect((await follow(ada, good)).status, "twice").toBe(410);
  const { rows } = await running.database.admin.query(
    "SELECT count(*)::int AS n FROM auth.file_grants g JOIN auth.sessions s ON s.id = g.session_id WHERE s.user_id = $1",
    [eve.id],
  );
  expect(rows[0].n).toBe(0);
});

test("nobody who is signed out begins, and a source that is not set up is none", async () => {
  const begun = await fetch(`${running.url}/file-sources/google-drive/connect`, { redirect: "manual" });
  expect([begun.status, (await begun.text()).includes("You must be signed in")]).toEqual([401, true]);
  expect((await follow(ada, `${running.url}/file-sources/onedrive/connect`)).status).toBe(404);
  expect((await follow(ada, `${running.url}/file-sources/elsewhere/connect`)).status).toBe(404);
  const link = "https://1drv.ms/b/s!Abc";
  for (const path of ["", `/${randomUUID()}`]) {
    const answer = await ada.upload(`/companies/${company}/linked-files${path}`, link);
    expect(answer.body).toMatchObject({
      code: "file-source-off",
      message: expect.stringContaining("Links to OneDrive"),
    });
  }
  const { body } = await ada.get(`/companies/${company}/file-sources`);
  expect(body.map(({ name }: { name: string }) => name)).toEqual(["Google Drive", "Dropbox"]);
});

test("no token and no code of a provider is in the log", async () => {
  await connectAccount(ada, "google-drive");
  const { id } = google.add({ id: "1AbCdEfGhIjKlMnOp", name: "a.pdf" });
  await ada.upload(`/companies/${company}/linked-files`, `https://drive.google.com/file/d/${id}/view`);
  const log = running.log.join("\n");
  expect(google.asked.length).toBeGreaterThan(0);
  expect(log).not.toMatch(/token-[0-9a-f]{8}|code=[0-9a-f]{20}|drive\.google\.com\/file/);
});
