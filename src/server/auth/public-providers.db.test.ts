import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { failures } from "#contract/failures.ts";
import type { FailureName } from "#contract/failures.ts";
import { AuthenticatorApp } from "#tests/support/authenticator-app.ts";
import { Browser } from "#tests/support/cookie-browser.ts";
import { FakeGitHub } from "#tests/support/fake-github-sign-in.ts";
import { OpenIdProvider } from "#tests/support/openid-provider.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { freePort } from "#tests/support/server-process.ts";

const TENANT = "11111111-2222-3333-4444-555555555555";
const OBJECT = "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee";
const PERSONAL = "9188040d-6c67-4c5b-b112-36a304b66dad";

let own: OpenIdProvider;
let google: OpenIdProvider;
let microsoft: OpenIdProvider;
let github: FakeGitHub;
let running: RunningApp;

beforeAll(async () => {
  const port = await freePort();
  const back = (key: string) => `http://localhost:${port}/auth/${key}/callback`;
  own = await OpenIdProvider.for(back("single-sign-on"));
  google = await OpenIdProvider.for(back("google"));
  microsoft = await OpenIdProvider.for(back("microsoft"));
  github = await FakeGitHub.for(back("github"));
  const at = ({ settings: { issuer, clientId, clientSecret } }: OpenIdProvider) => ({
    at: issuer,
    clientId,
    clientSecret,
  });
  running = await runApp({
    port,
    singleSignOn: { ...own.settings, domains: ["acme.test"] },
    publicProviders: { google: at(google), microsoft: at(microsoft), github: github.settings },
  });
  await Promise.all([own, google, microsoft, github].map((provider) => provider.listen()));
});
// Everybody here comes from one address, whose own limit has a test of its own.
beforeEach(async () => void (await running.database.admin.query("DELETE FROM app.rate_limits")));
afterAll(async () => {
  await running.close();
  await Promise.all([own, google, microsoft, github].map((provider) => provider.close()));
});

const message = (failure: FailureName) => failures[failure].message as string;
const shown = (url: URL) => new URLSearchParams(url.hash.slice(1)).get("error_description");
const countUsers = async () =>
  Number((await running.database.admin.query("SELECT count(*) FROM auth.users")).rows[0].count);

type Claims = Record<string, unknown>;
const atGoogle = (sub: string, claims: Claims) => {
  google.people.set(sub, { email_verified: true, name: "Ana Calder", ...claims });
  google.visitor = { sub };
};
const atMicrosoft = (sub: string, claims: Claims) => {
  microsoft.people.set(sub, { tid: TENANT, oid: OBJECT, xms_edov: true, acct: 0, name: "Ana Calder", ...claims });
  microsoft.visitor = { sub };
};
const primary = (email: string) => [{ email, primary: true, verified: true }];

/** Makes somebody with this address the visitor of a provider, in a way that proves it. */
const ways = {
  google: (email: string) => atGoogle(`g-${email}`, { email, hd: email.split("@")[1] }),
  microsoft: (email: string) => atMicrosoft(`m-${email}`, { email, oid: crypto.randomUUID() }),
  github: (email: string) =>
    void (github.visitor = { id: Math.ceil(Math.random() * 1e9), login: "ana", emails: primary(email) }),
} as const;
const keys = Object.keys(ways) as (keyof typeof ways)[];

test.each(["google", "microsoft"] as const)(
  "%s signs in to the account that has the verified address, and its owner is told",
  async (key) => {
    const ana = await running.person(`ana-${key}`);
    const users = await countUsers();
    ways[key](ana.email.toUpperCase());
    const from = new Browser(running.url);
    const end = await from.signIn(key);
    expect(end.pathname + end.hash).toBe("/dashboard");
    const { person, body } = await from.session();
    expect(body.user).toMatchObject({ id: ana.id });
    expect(await countUsers()).toBe(users);
    expect((await person.get("/account/sign-ins")).body[0]).toMatchObject({ method: key, outcome: "signed-in" });
    await running.app.runTasks();
    expect(running.mails.filter(({ to }) => to === ana.email).map(({ subject }) => subject)).toContainEqual(
      expect.stringMatching(/can now sign in to your Exhibit account$/),
    );
  },
);

test("GitHub (a fake) does not open an account by an address that it verified some day", async () => {
  // Somebody left a firm, which gave the address to somebody else; GitHub still calls it theirs.
  const successor = await running.person("successor");
  github.visitor = { id: 4_711, login: "left-the-firm", emails: primary(successor.email) };
  const from = new Browser(running.url);
  expect(shown(await from.signIn("github"))).toBe(message("single-sign-on-connect"));
  expect((await from.session()).body.user).toBeNull();
  const { rows } = await running.database.admin.query("SELECT FROM auth.identities WHERE user_id = $1", [successor.id]);
  expect(rows).toEqual([]);
});

describe.each(keys)("%s", (key) => {
  test("makes an account where the address has none, and knows it again", async () => {
    ways[key](`new@${key}.firm`);
    const first = new Browser(running.url);
    expect((await first.signIn(key)).pathname).toBe("/dashboard");
    const second = new Browser(running.url);
    await second.signIn(key);
    expect((await second.session()).body.user).toEqual((await first.session()).body.user);
    expect(running.mails.filter(({ to }) => to === `new@${key}.firm`)).toEqual([]);
  });

  test("does not count as a second factor", async () => {
    ways[key](`fay@${key}.firm`);
    const before = new Browser(running.url);
    await before.signIn(key);
    await AuthenticatorApp.addTo((await before.session()).person, new Date());
    if (key === "google") google.visitor = { ...google.visitor, amr: ["mfa"] };
    if (key === "microsoft") microsoft.visitor = { ...microsoft.visitor, amr: ["mfa"] };
    const from = new Browser(running.url);
    const end = await from.signIn(key);
    expect(end.pathname + end.hash).toBe("/login#second-factor");
    expect((await from.session()).body.user).toBeNull();
  });

  test("does not bring the account of somebody who had the address before", async () => {
    ways[key](`dan@${key}.firm`);
    await new Browser(running.url).signIn(key);
    ways[key](`dan@${key}.firm`);
    if (key === "google") atGoogle("g-another-dan", { email: "dan@google.firm", hd: "google.firm" });
    expect(shown(await new Browser(running.url).signIn(key))).toBe(message("single-sign-on-taken"));
  });

  test("is not believed about an address that the operator's own provider speaks for", async () => {
    ways[key](`eve-${key}@acme.test`);
    expect(shown(await new Browser(running.url).signIn(key))).toBe(message("single-sign-on-foreign"));
  });

  test("is bound to the browser and the state that it began with, and leads nowhere but into the workspace", async () => {
    ways[key](`thief@${key}.firm`);
    const stolen = await new Browser(running.url).stopBefore(key);
    const victim = new Browser(running.url);
    await victim.stopBefore(key);
    expect(shown(await victim.open(stolen.href))).toBe(message("single-sign-on-failed"));
    expect((await victim.session()).body.user).toBeNull();
    ways[key](`way@${key}.firm`);
    const led = new Browser(running.url);
    led.turn = (url) => {
      if (url.pathname.endsWith("/callback")) url.searchParams.set("next", "https://evil.test/");
      return url;
    };
    const end = await led.open(`/auth/${key}/start?next=https://evil.test/&redirect_uri=https://evil.test/`);
    expect([end.origin, end.pathname]).toEqual([running.url, "/dashboard"]);
  });

  test("is asked with state and PKCE", async () => {
    ways[key](`asked@${key}.firm`);
    const from = new Browser(running.url);
    await from.signIn(key);
    const query = from.trail[0]!.searchParams;
    expect(query.get("code_challenge_method")).toBe("S256");
    const secrets = key === "github" ? ["state", "code_challenge"] : ["state", "nonce", "code_challenge"];
    for (const name of secrets) expect(query.get(name)).toMatch(/^[\w-]{43}$/);
    expect(query.get("redirect_uri")).toBe(`${running.url}/auth/${key}/callback`);
  });
});

test("what was begun with one provider is not ended at the address of another, which is asked nothing", async () => {
  ways.google("mixed@google.firm");
  const from = new Browser(running.url);
  const callback = await from.stopBefore("google");
  const before = github.asked;
  callback.pathname = "/auth/github/callback";
  // Not every provider says in its answer who it is.
  callback.searchParams.delete("iss");
  const end = await from.open(callback.href);
  expect(shown(end)).toBe(message("single-sign-on-failed"));
  expect(github.asked).toBe(before);
});

test.each([
  ["an unverified address", { email: "a@gmail.com", email_verified: false }, "single-sign-on-unverified"],
  [
    "a verification that is only claimed",
    { email: "a@gmail.com", email_verified: "true" },
    "single-sign-on-unverified",
  ],
  ["no address", {}, "single-sign-on-unverified"],
  ["an address whose mail Google does not run", { email: "a@elsewhere.firm" }, "single-sign-on-unproven"],
  ["an empty domain of a customer", { email: "a@elsewhere.firm", hd: "" }, "single-sign-on-unproven"],
] as const)("Google with %s signs nobody in, and nothing is made", async (_, claims, failure) => {
  const before = await countUsers();
  atGoogle("g-refused", claims);
  expect(shown(await new Browser(running.url).signIn("google"))).toBe(message(failure));
  expect(await countUsers()).toBe(before);
});

test("Google signs in an address of Gmail", async () => {
  atGoogle("g-mail", { email: "someone@gmail.com" });
  expect((await new Browser(running.url).signIn("google")).pathname).toBe("/dashboard");
});

test.each([
  ["says nothing of who owns the domain", { xms_edov: undefined }, "single-sign-on-unproven"],
  ["says that nobody proved it", { xms_edov: false }, "single-sign-on-unproven"],
  ["says 0", { xms_edov: 0 }, "single-sign-on-unproven"],
  [
    "says email_verified alone, which Microsoft does not",
    { xms_edov: undefined, email_verified: true },
    "single-sign-on-unproven",
  ],
  ["does not say whether they are a guest", { acct: undefined }, "single-sign-on-unproven"],
  ["is of a guest", { acct: 1 }, "single-sign-on-unproven"],
  ["is of a guest, in letters", { acct: "1" }, "single-sign-on-unproven"],
  [
    "is of somebody whom another tenant signed in",
    { idp: "https://sts.windows.net/99999999-2222-3333-4444-555555555555/" },
    "single-sign-on-unproven",
  ],
  ["is of somebody whom another provider signed in", { idp: "live.com" }, "single-sign-on-unproven"],
  ["is of a personal account", { tid: PERSONAL }, "single-sign-on-unproven"],
  ["names no tenant", { tid: undefined }, "single-sign-on-failed"],
  ["names no object", { oid: undefined }, "single-sign-on-failed"],
  ["has no address", { email: undefined }, "single-sign-on-unverified"],
] as const)(
  "nOAuth: a token of Microsoft that %s signs nobody in to the account of the address",
  async (what, claims, failure) => {
    const name = what.replace(/\W/g, "");
    const victim = await running.person(name);
    atMicrosoft("m-attacker", { email: victim.email, ...claims });
    const from = new Browser(running.url);
    expect(shown(await from.signIn("microsoft"))).toBe(message(failure));
    expect((await from.session()).body.user).toBeNull();
  },
);

test.each([1, "1", "true"])("Microsoft writes in several ways that a domain is owned (%j)", async (owned) => {
  atMicrosoft("m-ways", {
    email: `ways-${String(owned)}-${typeof owned}@owned.firm`,
    xms_edov: owned,
    oid: crypto.randomUUID(),
  });
  expect((await new Browser(running.url).signIn("microsoft")).pathname).toBe("/dashboard");
});

test.each([
  ["0", undefined],
  [0, `https://sts.windows.net/${TENANT}/`],
  [0, "the issuer"],
])("Microsoft's members are let in, however their tenant writes it (%j, %s)", async (acct, idp) => {
  const email = `member-${typeof acct}-${String(idp).length}@owned.firm`;
  const signedInBy = idp === "the issuer" ? microsoft.settings.issuer : idp;
  atMicrosoft("m-member", { email, acct, idp: signedInBy, oid: crypto.randomUUID() });
  expect((await new Browser(running.url).signIn("microsoft")).pathname).toBe("/dashboard");
});

test("Microsoft's person is the object in the tenant: the address and the name at the application may change", async () => {
  const oid = crypto.randomUUID();
  atMicrosoft("m-before", { email: "before@owned.firm", oid });
  const first = new Browser(running.url);
  await first.signIn("microsoft");
  atMicrosoft("m-after", { email: "after@owned.firm", oid });
  const second = new Browser(running.url);
  await second.signIn("microsoft");
  expect((await second.session()).body.user.id).toBe((await first.session()).body.user.id);
  // The same object's id in another tenant is somebody else.
  atMicrosoft("m-other", { email: "other@owned.firm", oid, tid: "99999999-2222-3333-4444-555555555555" });
  const third = new Browser(running.url);
  await third.signIn("microsoft");
  expect((await third.session()).body.user.id).not.toBe((await first.session()).body.user.id);
});

test.each([
  ["no address", []],
  ["an address that is not verified", [{ email: "a@hub.firm", primary: true, verified: false }]],
  ["a verified address that is not the primary one", [{ email: "a@hub.firm", primary: false, verified: true }]],
  [
    "one address that is verified and another that is primary",
    [
      { email: "a@hub.firm", primary: false, verified: true },
      { email: "b@hub.firm", primary: true, verified: false },
    ],
  ],
] as const)(
  "GitHub (a fake) with %s signs nobody in; the address of the profile counts for nothing",
  async (_, emails) => {
    const before = await countUsers();
    github.visitor = { id: 77, login: "someone", emails };
    expect(shown(await new Browser(running.url).signIn("github"))).toBe(message("single-sign-on-unverified"));
    expect(await countUsers()).toBe(before);
  },
);

test("GitHub (a fake) that is declined, or refuses the code, is told in our own words", async () => {
  github.visitor = { id: 78, login: "someone", emails: primary("c@hub.firm"), declines: true };
  expect(shown(await new Browser(running.url).signIn("github"))).toBe(message("single-sign-on-declined"));
  github.visitor = { id: 78, login: "someone", emails: primary("c@hub.firm") };
  const from = new Browser(running.url);
  from.turn = (url) => {
    if (url.pathname.endsWith("/callback")) url.searchParams.set("code", "made-up");
    return url;
  };
  expect(shown(await from.signIn("github"))).toBe(message("single-sign-on-failed"));
  expect(running.log.join()).not.toContain("Words of GitHub");
});

test("the page names what is set, and what is not set has no addresses", async () => {
  const page = await (await fetch(`${running.url}/login`)).text();
  for (const name of ['data-google="Google"', 'data-microsoft="Microsoft"', 'data-github="GitHub"'])
    expect(page).toContain(name);
  const app = await runApp({ publicProviders: { github: github.settings } });
  const other = await (await fetch(`${app.url}/login`)).text();
  expect(other).toContain('data-github="GitHub"');
  expect(other).not.toMatch(/<html[^>]*data-(google|microsoft)/);
  for (const key of ["google", "microsoft"]) {
    const response = await fetch(`${app.url}/auth/${key}/start`, { redirect: "manual" });
    expect(response.headers.get("location")).toBeNull();
    expect(response.status).toBeGreaterThanOrEqual(404);
  }
  await app.close();
});
