import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { failures } from "#contract/failures.ts";
import type { FailureName } from "#contract/failures.ts";
import { Browser } from "#tests/support/cookie-browser.ts";
import { FakeGitHub } from "#tests/support/fake-github-sign-in.ts";
import { OpenIdProvider } from "#tests/support/openid-provider.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { freePort } from "#tests/support/server-process.ts";

let own: OpenIdProvider;
let google: OpenIdProvider;
let github: FakeGitHub;
let running: RunningApp;

beforeAll(async () => {
  const port = await freePort();
  const back = (key: string) => `http://localhost:${port}/auth/${key}/callback`;
  own = await OpenIdProvider.for(back("single-sign-on"));
  google = await OpenIdProvider.for(back("google"));
  github = await FakeGitHub.for(back("github"));
  const { issuer, clientId, clientSecret } = google.settings;
  running = await runApp({
    port,
    singleSignOn: { ...own.settings, domains: ["acme.test"] },
    publicProviders: { google: { at: issuer, clientId, clientSecret }, github: github.settings },
  });
  await Promise.all([own, google, github].map((provider) => provider.listen()));
});
// Everybody here comes from one address, whose own limit has a test of its own.
beforeEach(async () => void (await running.database.admin.query("DELETE FROM app.rate_limits")));
afterAll(async () => {
  await running.close();
  await Promise.all([own, google, github].map((provider) => provider.close()));
});

const message = (failure: FailureName) => failures[failure].message as string;
const shown = (url: URL) => new URLSearchParams(url.hash.slice(1)).get("error_description");
const PROFILE = "/dashboard/settings?tab=profile";
const endOf = (url: URL) => url.pathname + url.search + url.hash;

let numbers = 100;
const atGitHub = (email: string, id = (numbers += 1)) =>
  (github.visitor = { id, login: "ana", emails: [{ email, primary: true, verified: true }] }).id;
const atGoogle = (email: string, sub: string) => {
  google.people.set(sub, { email, email_verified: true, hd: email.split("@")[1] });
  google.visitor = { sub };
};

/** The browser in which somebody is signed in. */
function browserOf({ cookie }: Person): Browser {
  const browser = new Browser(running.url);
  browser.jars.set(running.url, new Map([cookie.split(";")[0]!.split("=") as [string, string]]));
  return browser;
}
const begin = async (person: Person, key: string) => await person.post(`/account/sign-in-providers/${key}/connect`, {});
/** Goes to the provider from the profile, in this browser, and back. */
async function connect(person: Person, key: string, browser = browserOf(person)): Promise<URL> {
  const { status, body } = await begin(person, key);
  expect(status).toBe(200);
  browser.jars.get(running.url)?.set("single-sign-on", person.jar.get("single-sign-on")!);
  return await browser.open(body.url);
}
const idOf = async (person: Person) => (await person.get("/session")).body.user.id as string;
/** Does something while a transaction that did `held` is open, until so many others wait for it. */
async function meanwhile<T>(held: string, waiting: number, work: () => Promise<T>): Promise<T> {
  const connection = await running.database.admin.connect();
  try {
    await connection.query("BEGIN");
    await connection.query(held);
    const done = work();
    // Asked in another transaction: one sees the same processes as long as it lasts.
    const blocked = `WITH first AS (SELECT pid FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid)))
      SELECT FROM pg_stat_activity WHERE pg_blocking_pids(pid) && ARRAY(SELECT pid FROM first UNION SELECT $1)`;
    const pid = (await connection.query("SELECT pg_backend_pid() AS pid")).rows[0].pid;
    await expect
      .poll(async () => (await running.database.admin.query(blocked, [pid])).rowCount, { timeout: 10_000 })
      .toBe(waiting);
    await connection.query("COMMIT");
    return await done;
  } finally {
    await connection.query("ROLLBACK");
    connection.release();
  }
}
const listed = async (person: Person) => (await person.get("/account/sign-in-providers")).body;
const connected = async (person: Person) =>
  ((await listed(person)).connected as { provider: string }[]).map(({ provider }) => provider);
const disconnect = async (person: Person, key: string) =>
  await person.send("DELETE", `/account/sign-in-providers/${key}`);
const subjectsTo = (email: string) => running.mails.filter(({ to }) => to === email).map(({ subject }) => subject);

describe("connecting", () => {
  test("links the session's account, whatever address the provider says, and its owner is told", async () => {
    const ana = await running.person("ana");
    atGitHub("private@hub.firm");
    expect(endOf(await connect(ana, "github"))).toBe(`${PROFILE}#connected=github`);
    expect(await listed(ana)).toMatchObject({
      connected: [{ provider: "github", name: "GitHub", since: expect.any(String), lastUsedAt: null }],
      offered: [{ provider: "single-sign-on" }, { provider: "google", name: "Google" }],
    });
    await running.app.runTasks();
    expect(subjectsTo(ana.email)).toContain("GitHub was connected to your Exhibit account");
    const elsewhere = new Browser(running.url);
    expect((await elsewhere.signIn("github")).pathname).toBe("/dashboard");
    expect((await elsewhere.session()).body.user).toMatchObject({ id: ana.id });
    expect((await listed(ana)).connected[0].lastUsedAt).not.toBeNull();
    // Connected again, nothing happens.
    expect(endOf(await connect(ana, "github"))).toBe(`${PROFILE}#connected=github`);
    await running.app.runTasks();
    expect(subjectsTo(ana.email).filter((subject) => subject.includes("was connected"))).toHaveLength(1);
  });

  test("is bound to the session that began, and opens none", async () => {
    const [ben, mallory] = [await running.person("ben"), await running.person("mallory")];
    atGitHub("stolen@hub.firm");
    // Mallory's half-finished ceremony in a browser where Ben is signed in, and in one where nobody is.
    for (const browser of [browserOf(ben), new Browser(running.url)]) {
      const { body } = await begin(mallory, "github");
      const jar = browser.jars.get(running.url) ?? new Map<string, string>();
      browser.jars.set(running.url, jar.set("single-sign-on", mallory.jar.get("single-sign-on")!));
      expect(shown(await browser.open(body.url))).toBe(message("single-sign-on-failed"));
      expect(await connected(ben)).toEqual([]);
      expect(await connected(mallory)).toEqual([]);
      expect((await browser.session()).body.user?.id).toBe(jar.has("session") ? ben.id : undefined);
    }
  });

  test("refuses what signs in to another account, and a second identity of the same provider", async () => {
    const [cal, dot] = [await running.person("cal"), await running.person("dot")];
    const first = atGitHub("cal@hub.firm");
    await connect(cal, "github");
    expect(endOf(await connect(dot, "github"))).toBe(`${PROFILE}#not-connected=provider-connected-elsewhere`);
    expect(await connected(dot)).toEqual([]);
    atGitHub("cal@hub.firm", first + 10_000);
    expect(endOf(await connect(cal, "github"))).toBe(`${PROFILE}#not-connected=single-sign-on-taken`);
    // Two at once: the other account was faster.
    const both = atGitHub("both@hub.firm");
    const [eli, flo] = [await running.person("eli"), await running.person("flo")];
    const end = await meanwhile(
      `INSERT INTO auth.identities (issuer, subject, user_id, created_at)
        VALUES ('https://github.com', '${both}', '${flo.id}', now())`,
      1,
      () => connect(eli, "github"),
    );
    expect(endOf(end)).toBe(`${PROFILE}#not-connected=provider-connected-elsewhere`);
    expect(await connected(eli)).toEqual([]);
  });

  test("is refused to accounts of the operator's own domains, and for identities of them", async () => {
    const gil = await running.person("gil");
    await running.database.admin.query("UPDATE auth.users SET email = 'gil@acme.test' WHERE id = $1", [gil.id]);
    expect((await listed(gil)).offered).toEqual([{ provider: "single-sign-on", name: "Acme & Sons" }]);
    expect((await begin(gil, "github")).body.code).toBe("single-sign-on-foreign");
    const hal = await running.person("hal");
    atGitHub("hal@acme.test");
    expect(endOf(await connect(hal, "github"))).toBe(`${PROFILE}#not-connected=single-sign-on-foreign`);
    // The account moved to such a domain while its owner was at the provider.
    const ira = await running.person("ira");
    atGitHub("ira@hub.firm");
    const { body } = await begin(ira, "github");
    await running.database.admin.query("UPDATE auth.users SET email = 'ira@acme.test' WHERE id = $1", [ira.id]);
    const browser = browserOf(ira);
    browser.jars.get(running.url)!.set("single-sign-on", ira.jar.get("single-sign-on")!);
    expect(endOf(await browser.open(body.url))).toBe(`${PROFILE}#not-connected=single-sign-on-foreign`);
  });

  test("needs a confirmed identity and a provider that is set", async () => {
    const joe = await running.person("joe");
    expect((await begin(joe, "microsoft")).body.code).toBe("not-found");
    running.setNow(new Date(Date.now() + 20 * 60_000));
    expect((await begin(joe, "github")).body.code).toBe("confirm-identity");
    expect((await disconnect(joe, "github")).body.code).toBe("confirm-identity");
    running.setNow(undefined);
  });

  test("tells in the profile that the provider declined", async () => {
    const kay = await running.person("kay");
    github.visitor = { id: 1, login: "kay", emails: [], declines: true };
    expect(endOf(await connect(kay, "github"))).toBe(`${PROFILE}#not-connected=single-sign-on-declined`);
  });
});

describe("disconnecting", () => {
  test.each(["google", "github"] as const)(
    "%s: no sign-in brings it back, by this identity or another with the address, until it is connected again",
    async (key) => {
      const lea = await running.person(`lea-${key}`);
      const at = (who: number) =>
        key === "google" ? atGoogle(lea.email, `lea-${who}`) : void atGitHub(lea.email, 5_000 + who);
      at(1);
      await connect(lea, key);
      const before = new Browser(running.url);
      await before.signIn(key);
      expect((await disconnect(lea, key)).status).toBe(200);
      await running.app.runTasks();
      expect(subjectsTo(lea.email)).toContainEqual(
        expect.stringMatching(/was disconnected from your Exhibit account$/),
      );
      // What it had opened is over; the session that disconnects goes on.
      expect((await before.session()).body.user).toBeNull();
      expect(await connected(lea)).toEqual([]);
      for (const who of [1, 2]) {
        at(who);
        const refused = new Browser(running.url);
        expect(shown(await refused.signIn(key))).toBe(message("single-sign-on-connect"));
        expect((await refused.session()).body.user).toBeNull();
      }
      at(1);
      expect(endOf(await connect(lea, key))).toBe(`${PROFILE}#connected=${key}`);
      expect((await new Browser(running.url).signIn(key)).pathname).toBe("/dashboard");
    },
  );

  test("makes no new account of the identity under an address that nobody has, and lets another account connect it", async () => {
    const [moe, ned] = [await running.person("moe"), await running.person("ned")];
    atGoogle("nobody-has-this@mail.firm", "moe");
    await connect(moe, "google");
    await disconnect(moe, "google");
    expect(shown(await new Browser(running.url).signIn("google"))).toBe(message("single-sign-on-connect"));
    await connect(ned, "google");
    const browser = new Browser(running.url);
    await browser.signIn("google");
    expect((await browser.session()).body.user).toMatchObject({ id: ned.id });
    // Moe's account remembers all the same.
    atGoogle(moe.email, "moe-again");
    expect(shown(await new Browser(running.url).signIn("google"))).toBe(message("single-sign-on-connect"));
  });

  test("is refused for the last way in: no password, no passkey and no other provider", async () => {
    atGoogle("pia@mail.firm", "pia");
    const browser = new Browser(running.url);
    await browser.signIn("google");
    const { person: pia } = await browser.session();
    const refused = await disconnect(pia, "google");
    expect([refused.status, refused.body.message]).toEqual([409, message("last-way-in")]);
    expect(await connected(pia)).toEqual(["google"]);
    atGitHub("pia@hub.firm");
    await connect(pia, "github");
    expect((await disconnect(pia, "google")).status).toBe(200);
    expect((await disconnect(pia, "github")).body.code).toBe("last-way-in");
    expect((await disconnect(pia, "google")).body.code).toBe("not-found");
    // What the operator no longer offers lets nobody in, and can be taken away beside a way that does.
    await running.database.admin.query(
      "INSERT INTO auth.identities (issuer, subject, user_id, created_at) VALUES ('https://former.test', 'pia', $1, now())",
      [await idOf(pia)],
    );
    expect((await disconnect(pia, "github")).body.code).toBe("last-way-in");
    expect((await disconnect(pia, "single-sign-on")).status).toBe(200);
  });

  test("of the two last ways at once leaves one", async () => {
    atGoogle("quo@mail.firm", "quo");
    const browser = new Browser(running.url);
    await browser.signIn("google");
    const { person: quo } = await browser.session();
    atGitHub("quo@hub.firm");
    await connect(quo, "github");
    const answers = await meanwhile(`SELECT FROM auth.users WHERE id = '${await idOf(quo)}' FOR NO KEY UPDATE`, 2, () =>
      Promise.all([disconnect(quo, "google"), disconnect(quo, "github")]),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await connected(quo)).toHaveLength(1);
  });

  test("is nobody else's to do", async () => {
    const [rae, sid] = [await running.person("rae"), await running.person("sid")];
    atGitHub("rae@hub.firm");
    await connect(rae, "github");
    expect((await disconnect(sid, "github")).body.code).toBe("not-found");
    expect(await connected(rae)).toEqual(["github"]);
  });
});
