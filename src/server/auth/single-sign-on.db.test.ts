import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { failures } from "#contract/failures.ts";
import type { FailureName } from "#contract/failures.ts";
import { AuthenticatorApp } from "#tests/support/authenticator-app.ts";
import { Browser } from "#tests/support/cookie-browser.ts";
import { OpenIdProvider } from "#tests/support/openid-provider.ts";
import { PASSWORD, Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { solvedChallenge } from "#tests/support/solve-challenge.ts";
import { freePort } from "#tests/support/server-process.ts";
import { withDocumentFacts } from "../http/page-head.ts";

describe("single sign-on", () => {
  let provider: OpenIdProvider;
  let running: RunningApp;

  beforeAll(async () => {
    const port = await freePort();
    provider = await OpenIdProvider.for(`http://localhost:${port}/auth/single-sign-on/callback`);
    running = await runApp({ port, singleSignOn: provider.settings });
    await provider.listen();
  });
  // Everybody here comes from one address, whose own limit has a test of its own.
  beforeEach(async () => void (await running.database.admin.query("DELETE FROM app.rate_limits")));
  afterAll(async () => {
    await running.close();
    await provider.close();
  });

  const browser = () => new Browser(running.url);
  const knows = (sub: string, claims: Record<string, unknown>) => {
    provider.people.set(sub, { email_verified: true, name: "Ana Maria Calder", ...claims });
    provider.visitor = { sub };
  };
  /** The sentence that /login is asked to show. */
  const shown = (url: URL) => {
    expect(url.pathname).toBe("/login");
    const hash = new URLSearchParams(url.hash.slice(1));
    expect(hash.get("error")).toBe("access_denied");
    return hash.get("error_description");
  };
  const message = (failure: FailureName) => failures[failure].message as string;
  const countOf = async (table: string) =>
    Number((await running.database.admin.query(`SELECT count(*) FROM ${table}`)).rows[0].count);

  describe("who comes", () => {
    test("is signed in to the account that has the verified address, and no second one is made", async () => {
      const ana = await running.person("ana");
      const users = await countOf("auth.users");
      knows("sub-ana", { email: ana.email.toUpperCase() });
      const from = browser();
      const end = await from.signIn();
      expect(end.pathname + end.hash).toBe("/dashboard");
      const { person, body } = await from.session();
      expect(body).toMatchObject({ user: { id: ana.id, email: ana.email }, hasSecondFactor: false });
      expect(await countOf("auth.users")).toBe(users);
      expect((await person.get("/account")).body.singleSignOn).toBe(true);
      expect((await person.get("/account/sign-ins")).body[0]).toMatchObject({
        method: "single-sign-on",
        outcome: "signed-in",
      });
      // The password still works: nothing was taken away.
      expect((await new Person(running.url, "x", ana.email).signIn(PASSWORD)).status).toBe(200);
    });

    test("gets an account of their own, with the provider's name for them, when the address has none", async () => {
      knows("sub-new", { email: "Bea.Novak@Acme.test", given_name: "Bea\u0007", family_name: "Novak <b>" });
      const from = browser();
      expect((await from.signIn()).pathname).toBe("/dashboard");
      expect((await from.session()).body.user).toMatchObject({
        email: "bea.novak@acme.test",
        firstName: "Bea",
        lastName: "Novak <b>",
      });
      const { rows } = await running.database.admin.query(
        "SELECT p.first_name FROM app.profiles p JOIN auth.users u USING (id) WHERE u.email = 'bea.novak@acme.test'",
      );
      expect(rows).toEqual([{ first_name: "Bea" }]);
    });

    test("S5: single sign-on that meets an unconfirmed sign-up of the address makes the owner's account, and ends the sign-up", async () => {
      const email = "planted@example.test";
      const attacker = new Person(running.url, "Mallory", email);
      await attacker.post("/session/sign-up", {
        firstName: "Mallory",
        lastName: "Planted",
        email,
        password: "Attacker-pass-1",
        verification: await solvedChallenge(running.url),
      });
      await running.app.runTasks();
      const token = /access_token=([\w-]+)/.exec(running.mails.findLast((mail) => mail.to === email)!.text)![1];
      knows("sub-planted", { email, given_name: "Vic", family_name: "Owner" });
      const from = browser();
      expect((await from.signIn()).pathname).toBe("/dashboard");
      expect((await from.session()).body.user).toMatchObject({ email, firstName: "Vic", lastName: "Owner" });
      // Even in the browser that signed up, its link and its password are nobody's now.
      expect((await attacker.post("/session/confirm-email", { token })).status).toBe(410);
      expect((await attacker.signIn("Attacker-pass-1")).status).toBe(401);
      expect(await countOf(`auth.one_time_links WHERE email = '${email}'`)).toBe(0);
    });

    test("is known by who they are at the provider after their address changed, and not by the address", async () => {
      knows("sub-cleo", { email: "cleo@example.test" });
      const first = browser();
      await first.signIn();
      const { id } = (await first.session()).body.user;
      knows("sub-cleo", { email: "cleo.married@example.test" });
      const second = browser();
      await second.signIn();
      expect((await second.session()).body.user).toMatchObject({ id, email: "cleo@example.test" });
    });

    test("does not get the account of somebody who had the address before them", async () => {
      knows("sub-dan-1", { email: "dan@example.test" });
      await browser().signIn();
      knows("sub-dan-2", { email: "dan@example.test" });
      const from = browser();
      expect(shown(await from.signIn())).toBe(message("single-sign-on-taken"));
      expect((await from.session()).body.user).toBeNull();
    });

    test("makes one account when they come ten times at the same instant", async () => {
      knows("sub-eve", { email: "eve@example.test" });
      const browsers = Array.from({ length: 10 }, browser);
      const ends = await Promise.all(browsers.map((from) => from.signIn()));
      expect(ends.map((end) => end.pathname)).toEqual(ends.map(() => "/dashboard"));
      const ids = await Promise.all(browsers.map(async (from) => (await from.session()).body.user.id));
      expect(new Set(ids).size).toBe(1);
    });

    test.each([
      ["an address that was not verified", { email_verified: false }, "single-sign-on-unverified"],
      ["an address whose verification is only claimed", { email_verified: "true" }, "single-sign-on-unverified"],
      ["no address", { email: undefined }, "single-sign-on-unverified"],
      ["an address in a foreign domain", { email: "ana@evil.test" }, "single-sign-on-foreign"],
      ["a domain that only ends like ours", { email: "ana@notexample.test" }, "single-sign-on-foreign"],
      ["a domain below ours", { email: "ana@mail.example.test" }, "single-sign-on-foreign"],
      ["two addresses in one", { email: "ana@evil.test@example.test" }, "single-sign-on-unverified"],
    ] as const)("is refused with %s, and nothing is made", async (_, claims, failure) => {
      const before = await countOf("auth.users");
      knows("sub-refused", { email: "refused@example.test", ...claims });
      const from = browser();
      expect(shown(await from.signIn())).toBe(message(failure));
      expect((await from.session()).body.user).toBeNull();
      expect(await countOf("auth.users")).toBe(before);
    });

    test("is refused once their address has left the provider's domains, known or not", async () => {
      knows("sub-gone", { email: "gone@example.test" });
      await browser().signIn();
      knows("sub-gone", { email: "gone@elsewhere.test" });
      expect(shown(await browser().signIn())).toBe(message("single-sign-on-foreign"));
    });
  });

  describe("the second factor", () => {
    test("is asked for where the account has one and the provider did not ask", async () => {
      const fay = await running.person("fay");
      const at = new Date();
      const { app } = await AuthenticatorApp.addTo(fay, at);
      knows("sub-fay", { email: fay.email });
      provider.visitor = { sub: "sub-fay", amr: ["pwd"] };
      const from = browser();
      const end = await from.signIn();
      expect(end.pathname + end.hash).toBe("/login#second-factor");
      const { person, body } = await from.session();
      expect(body).toMatchObject({ user: null, secondFactor: ["code", "recovery-code"] });
      const later = new Date(at.getTime() + 60_000);
      running.setNow(later);
      const passed = await person.post("/second-factor/verify", { code: app.codeAt(later) });
      running.setNow(undefined);
      expect(passed.body.user.id).toBe(fay.id);
    });

    test.each(["mfa", "otp", "hwk"])("counts as brought when the provider says that it asked (%s)", async (method) => {
      const person = await running.person("gil");
      await AuthenticatorApp.addTo(person, new Date());
      knows(`sub-${method}`, { email: person.email });
      provider.visitor = { sub: `sub-${method}`, amr: ["pwd", method] };
      const from = browser();
      expect((await from.signIn()).pathname).toBe("/dashboard");
      expect((await from.session()).body).toMatchObject({ user: { id: person.id }, hasSecondFactor: true });
    });
  });

  describe("the way back", () => {
    test("is proved by state, nonce and PKCE, and its cookie comes along from another site", async () => {
      knows("sub-hal", { email: "hal@example.test" });
      const from = browser();
      await from.signIn();
      const query = from.trail[0]!.searchParams;
      expect(from.trail[0]!.origin).toBe(provider.settings.issuer);
      expect(Object.fromEntries(query)).toMatchObject({
        response_type: "code",
        code_challenge_method: "S256",
        scope: "openid email profile",
      });
      for (const name of ["state", "nonce", "code_challenge"]) expect(query.get(name)).toMatch(/^[\w-]{43}$/);
      const started = await fetch(`${running.url}/auth/single-sign-on/start`, { redirect: "manual" });
      expect(started.status).toBe(303);
      expect(started.headers.get("cache-control")).toBe("no-store");
      expect(started.headers.getSetCookie()).toEqual([
        expect.stringMatching(/^single-sign-on=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/),
      ]);
    });

    test("is not disturbed by a passkey that another tab offers meanwhile", async () => {
      knows("sub-ira", { email: "ira@example.test" });
      const from = browser();
      const callback = await from.stopBefore();
      const tab = new Person(running.url, "x", "");
      await tab.post("/passkeys/sign-in/begin", {});
      for (const [name, value] of tab.jar) from.jars.get(running.url)!.set(name, value);
      expect(tab.jar.size).toBe(1);
      expect((await from.open(callback.href)).pathname).toBe("/dashboard");
    });

    test("works once", async () => {
      knows("sub-ida", { email: "ida@example.test" });
      const from = browser();
      await from.signIn();
      const replay = browser();
      replay.jars.set(running.url, new Map(from.jars.get(running.url)));
      expect(shown(await replay.open(from.callback.href))).toBe(message("single-sign-on-failed"));
    });

    test("works in the browser that began, and signs nobody else in", async () => {
      knows("sub-thief", { email: "thief@example.test" });
      const stolen = await browser().stopBefore();
      expect(shown(await browser().open(stolen.href))).toBe(message("single-sign-on-failed"));
      const victim = browser();
      await victim.stopBefore();
      expect(shown(await victim.open(stolen.href))).toBe(message("single-sign-on-failed"));
      expect((await victim.session()).body.user).toBeNull();
    });

    test.each(["state", "nonce"])("is refused with another %s than was sent", async (name) => {
      knows("sub-jo", { email: "jo@example.test" });
      const from = browser();
      from.turn = (url) => {
        if (url.origin === provider.settings.issuer && url.searchParams.has(name))
          url.searchParams.set(name, "A".repeat(43));
        return url;
      };
      expect(shown(await from.signIn())).toBe(message("single-sign-on-failed"));
      expect((await from.session()).body.user).toBeNull();
    });

    test("is refused with a code that was made up, and after ten minutes", async () => {
      knows("sub-kay", { email: "kay@example.test" });
      const from = browser();
      from.turn = (url) => {
        if (url.pathname.endsWith("/callback")) url.searchParams.set("code", "made-up");
        return url;
      };
      expect(shown(await from.signIn())).toBe(message("single-sign-on-failed"));
      const late = browser();
      late.turn = (url) => {
        if (url.pathname.endsWith("/callback")) running.setNow(new Date(Date.now() + 10 * 60_000 + 1_000));
        return url;
      };
      const end = await late.signIn();
      running.setNow(undefined);
      expect(shown(end)).toBe(message("single-sign-on-failed"));
    });

    test("with an error of the provider shows our own sentence, and none of its words", async () => {
      knows("sub-lou", { email: "lou@example.test" });
      provider.visitor = { sub: "sub-lou", declines: true };
      const from = browser();
      const end = await from.signIn();
      expect(from.callback.searchParams.get("error")).toBe("access_denied");
      expect(shown(end)).toBe(message("single-sign-on-declined"));
      expect(end.href).not.toContain("Words");
      expect(running.log.join()).toContain('"provider_error":"access_denied"');
      expect(running.log.join()).not.toContain("Words");
      const forged = await browser().open(
        "/auth/single-sign-on/callback?error=x&error_description=Send+us+your+password",
      );
      expect(shown(forged)).toBe(message("single-sign-on-failed"));
    });

    test("is limited for each address", async () => {
      const ends: (string | null)[] = [];
      for (let times = 0; times < 32; times += 1)
        ends.push(shown(await browser().open("/auth/single-sign-on/callback?state=x")));
      expect(new Set(ends.slice(0, 30))).toEqual(new Set([message("single-sign-on-failed")]));
      expect(ends.at(-1)).toBe(message("too-many-requests"));
    });
  });

  describe("the provider", () => {
    test("may be down: that is said, nothing hangs, and it works again as soon as it is back", async () => {
      const port = await freePort();
      const other = await OpenIdProvider.for(`http://localhost:${port}/auth/single-sign-on/callback`, {
        claimsInIdToken: false,
      });
      const app = await runApp({ port, singleSignOn: other.settings });
      try {
        expect(shown(await new Browser(app.url).signIn())).toBe(message("single-sign-on-unreachable"));
        await other.listen();
        // One that says who comes only to whoever asks with the access token.
        other.people.set("sub-mo", { email: "mo@example.test", email_verified: true, name: "Mo" });
        other.visitor = { sub: "sub-mo" };
        const from = new Browser(app.url);
        expect((await from.signIn()).pathname).toBe("/dashboard");
        expect((await from.session()).body.user).toMatchObject({ email: "mo@example.test", firstName: "Mo" });
        const stopped = new Browser(app.url);
        const callback = await stopped.stopBefore();
        await other.close();
        expect(shown(await stopped.open(callback.href))).toBe(message("single-sign-on-unreachable"));
      } finally {
        await app.close();
        await other.close();
      }
    });

    test("that is not set has no addresses", async () => {
      const app = await runApp();
      for (const path of ["start", "callback"]) {
        const response = await fetch(`${app.url}/auth/single-sign-on/${path}`, { redirect: "manual" });
        expect(response.headers.get("location")).toBeNull();
        expect(response.status).toBeGreaterThanOrEqual(404);
      }
      await app.close();
    });

    test("is named on the page, whatever its name", async () => {
      const html = withDocumentFacts('<!doctype html><html lang="en">', { "single-sign-on": 'A & "B" <c>' });
      expect(html).toBe('<!doctype html><html data-single-sign-on="A &amp; &quot;B&quot; &lt;c&gt;" lang="en">');
      const page = await (await fetch(`${running.url}/login`)).text();
      expect(page).toContain('data-single-sign-on="Acme &amp; Sons"');
    });
  });
});
