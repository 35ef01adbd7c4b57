import { Secret } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { failures } from "#contract/failures.ts";
import { AuthenticatorApp } from "#tests/support/authenticator-app.ts";
import { Authenticator } from "#tests/support/authenticator.ts";
import { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

describe("authenticator apps and recovery codes", () => {
  let running: RunningApp;
  let clock = Date.now();

  beforeAll(async () => {
    running = await runApp();
  });
  // All people here come from one address, whose own limits are not what these tests are about.
  beforeEach(async () => void (await running.database.admin.query("DELETE FROM app.rate_limits")));
  afterAll(() => running.close());

  /** Lets time pass, a step of the codes unless told otherwise; answers the server's time. */
  const tick = (seconds = 30) => {
    clock += seconds * 1_000;
    running.setNow(new Date(clock));
    return new Date(clock);
  };
  const later = (seconds: number) => new Date(clock + seconds * 1_000);

  /** Somebody with an authenticator app, signed in with it. */
  const withApp = async (name: string) => {
    tick(60);
    const person = await running.person(name);
    const added = await AuthenticatorApp.addTo(person, new Date(clock));
    tick(60);
    return { person, ...added };
  };
  /** Another browser of the same person, with the password typed and the second factor still missing. */
  const halfSignedIn = async (person: Person) => {
    const browser = new Person(running.url, person.name, person.email);
    expect((await browser.signIn()).body).toMatchObject({ user: null });
    return browser;
  };
  const verify = (browser: Person, code: string) => browser.post("/second-factor/verify", { code });
  const outcome = async (answer: Promise<{ status: number; body: any }>) => {
    const { status, body } = await answer;
    return status === 200 ? "in" : (body.code as string);
  };
  const mailsTo = async (person: Person) => {
    await running.app.runTasks();
    return running.mails.filter((mail) => mail.to === person.email).map((mail) => mail.subject);
  };
  const sessionOf = async (cookie: string) => (await new Person(running.url, "x", "", cookie).get("/session")).body;
  const makeAdmin = (person: Person) =>
    running.database.admin.query("INSERT INTO app.platform_admins (id) VALUES ($1)", [person.id]);

  describe("adding an app", () => {
    test("gives 160 bits that every app understands, which the database never holds in the clear", async () => {
      const person = await running.person("Ada");
      const { secret, uri } = (await person.post("/second-factor/totp", {})).body;
      const bytes = Buffer.from(Secret.fromBase32(secret).bytes);
      expect(bytes).toHaveLength(20);
      const address = new URL(uri);
      expect([address.protocol, address.host]).toEqual(["otpauth:", "totp"]);
      expect(Object.fromEntries(address.searchParams)).toEqual({
        issuer: "Exhibit",
        secret,
        algorithm: "SHA1",
        digits: "6",
        period: "30",
      });
      const { rows } = await running.database.admin.query("SELECT * FROM auth.totp_secrets WHERE user_id = $1", [
        person.id,
      ]);
      expect(rows).toHaveLength(1);
      expect(rows[0].sealed.includes(bytes)).toBe(false);
      expect(JSON.stringify(rows[0])).not.toContain(secret);
    });

    test("is not in force until a code from it was typed, and a wrong one does not put it there", async () => {
      const person = await running.person("Bo");
      const at = tick();
      const { secret } = (await person.post("/second-factor/totp", {})).body;
      const wrong = await person.post("/second-factor/totp/confirm", {
        code: new AuthenticatorApp(secret).wrongAt(at),
      });
      expect([wrong.status, wrong.body.code]).toEqual([403, "wrong-code"]);
      expect((await new Person(running.url, "Bo", person.email).signIn()).body.user.id).toBe(person.id);
    });

    test("brings ten recovery codes of 80 bits, a new token, and ends the sessions from before", async () => {
      const person = await running.person("Cy");
      const elsewhere = new Person(running.url, "Cy", person.email);
      await elsewhere.signIn();
      const before = person.cookie;
      const { recoveryCodes } = await AuthenticatorApp.addTo(person, tick());
      expect(new Set(recoveryCodes).size).toBe(10);
      for (const code of recoveryCodes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
      expect(person.cookie).not.toBe(before);
      expect((await sessionOf(before)).user).toBeNull();
      expect(await sessionOf(person.cookie)).toMatchObject({ user: { id: person.id }, hasSecondFactor: true });
      expect((await elsewhere.get("/session")).body.user).toBeNull();
      expect(await mailsTo(person)).toContain("An authenticator app was added to your account");
    });

    test("on another phone leaves the one before in force until a code of the new one was typed", async () => {
      const { person, app } = await withApp("Di");
      const { secret } = (await person.post("/second-factor/totp", {})).body;
      expect(await outcome(verify(await halfSignedIn(person), app.codeAt(tick())))).toBe("in");
      const phone = new AuthenticatorApp(secret);
      const confirmed = await person.post("/second-factor/totp/confirm", { code: phone.codeAt(tick()) });
      expect(confirmed.body).toEqual({ recoveryCodes: [] });
      tick(60);
      expect(await outcome(verify(await halfSignedIn(person), app.codeAt(new Date(clock))))).toBe("wrong-code");
      expect(await outcome(verify(await halfSignedIn(person), phone.codeAt(new Date(clock))))).toBe("in");
      expect(await mailsTo(person)).toContain("The authenticator app of your account was replaced");
    });

    test("asks who has not shown lately who they are to do it again", async () => {
      const person = await running.person("Ed");
      tick(16 * 60);
      for (const path of ["/second-factor/totp", "/second-factor/recovery-codes", "/passkeys/registration"])
        expect((await person.post(path, {})).body.code).toBe("confirm-identity");
    });
  });

  describe("signing in", () => {
    test("asks for the second factor, and every step brings a new token and ends the one before", async () => {
      const { person, app } = await withApp("Fay");
      const browser = new Person(running.url, "Fay", person.email);
      expect((await browser.signIn()).body).toEqual({ user: null, secondFactor: ["code", "recovery-code"] });
      const half = browser.cookie;
      expect(await sessionOf(half)).toMatchObject({ user: null, secondFactor: ["code", "recovery-code"] });
      const passed = await verify(browser, app.codeAt(new Date(clock)));
      expect(passed.body).toMatchObject({ user: { id: person.id }, secondFactor: null });
      expect(browser.cookie).not.toBe(half);
      expect(await sessionOf(half)).toMatchObject({ user: null, secondFactor: null });
      expect(await sessionOf(browser.cookie)).toMatchObject({ user: { id: person.id }, hasSecondFactor: true });
    });

    test("takes the codes of one step before to one after, however they are typed, and no others", async () => {
      for (const [seconds, expected] of [
        [-60, "wrong-code"],
        [-30, "in"],
        [0, "in"],
        [30, "in"],
        [60, "wrong-code"],
      ] as const) {
        const { person, app } = await withApp("Gil");
        const code = app.codeAt(later(seconds));
        expect(`${seconds}: ${await outcome(verify(await halfSignedIn(person), code.replace(/(...)/, " $1 ")))}`).toBe(
          `${seconds}: ${expected}`,
        );
      }
    });

    test("takes no code twice, nor one from before the last", async () => {
      const { person, app } = await withApp("Hal");
      const code = app.codeAt(new Date(clock));
      expect(await outcome(verify(await halfSignedIn(person), code))).toBe("in");
      expect(await outcome(verify(await halfSignedIn(person), code))).toBe("wrong-code");
      expect(await outcome(verify(await halfSignedIn(person), app.codeAt(later(-30))))).toBe("wrong-code");
      expect(await outcome(person.post("/session/confirm-identity", { code }))).toBe("wrong-code");
      expect(await outcome(verify(await halfSignedIn(person), app.codeAt(tick())))).toBe("in");
    });

    test("does not take the code again that put the app in force", async () => {
      const person = await running.person("Ida");
      const { app } = await AuthenticatorApp.addTo(person, tick());
      expect(await outcome(verify(await halfSignedIn(person), app.codeAt(new Date(clock))))).toBe("wrong-code");
    });

    test("lets one of ten through that bring the same code at the same instant", async () => {
      const { person, app } = await withApp("Jo");
      const browsers = await Promise.all(Array.from({ length: 10 }, () => halfSignedIn(person)));
      const code = app.codeAt(new Date(clock));
      const outcomes = await Promise.all(browsers.map((browser) => outcome(verify(browser, code))));
      expect(outcomes.filter((outcome) => outcome === "in")).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === "wrong-code")).toHaveLength(9);
    });

    test("waits ten minutes for the second factor", async () => {
      const { person, app } = await withApp("Kay");
      const browser = await halfSignedIn(person);
      const late = tick(10 * 60 + 1);
      expect(await outcome(verify(browser, app.codeAt(late)))).toBe("second-factor-expired");
    });

    test("ends after five wrong codes, even if a thousand come at once", async () => {
      const { person, app } = await withApp("Lou");
      const browser = await halfSignedIn(person);
      const wrong = app.wrongAt(new Date(clock));
      const half = browser.cookie;
      const outcomes = await Promise.all(
        Array.from({ length: 12 }, () => outcome(verify(new Person(running.url, "x", "", half), wrong))),
      );
      expect(outcomes.filter((outcome) => outcome === "wrong-code")).toHaveLength(5);
      expect(outcomes).toContain("too-many-requests");
      expect(await outcome(verify(new Person(running.url, "x", "", half), app.codeAt(new Date(clock))))).toBe(
        "second-factor-expired",
      );
    });

    test("is not closed to the owner by a flood of wrong codes from elsewhere", async () => {
      const { person, app, recoveryCodes } = await withApp("Mo");
      const wrong = app.wrongAt(new Date(clock));
      const seen = new Set<string>();
      for (let tries = 0; tries < 25; tries += 1) {
        const thief = tries % 5 === 0 ? await halfSignedIn(person) : undefined;
        if (thief) thieves.push(thief);
        seen.add(await outcome(verify(thieves.at(-1)!, wrong)));
      }
      expect(seen).toEqual(new Set(["wrong-code", "too-many-requests"]));
      const newPhone = await halfSignedIn(person);
      expect(await outcome(verify(newPhone, app.codeAt(new Date(clock))))).toBe("too-many-requests");
      expect(await outcome(verify(newPhone, recoveryCodes[0]!))).toBe("in");
      // The browser in which the account was made.
      expect((await person.signIn()).body).toMatchObject({ user: null });
      expect(await outcome(verify(person, app.codeAt(new Date(clock))))).toBe("in");
    });
    const thieves: Person[] = [];

    test("stands in the history, refusals included", async () => {
      const { person, app } = await withApp("Ned");
      const browser = await halfSignedIn(person);
      await verify(browser, app.wrongAt(new Date(clock)));
      await verify(browser, app.codeAt(tick(1)));
      const { body } = await browser.get("/account/sign-ins");
      expect(body.slice(0, 2)).toMatchObject([
        { method: "second-factor", outcome: "signed-in" },
        { method: "second-factor", outcome: "refused" },
      ]);
    });
  });

  describe("recovery codes", () => {
    test("stand in for the app once each, however they are typed, and the owner is told", async () => {
      const { person, recoveryCodes } = await withApp("Oda");
      const [first, second] = recoveryCodes as [string, string];
      const sloppy = first.toUpperCase().replaceAll("-", " ").replaceAll("0", "O").replaceAll("1", "l");
      const browser = await halfSignedIn(person);
      expect(await outcome(verify(browser, sloppy))).toBe("in");
      expect((await browser.get("/account")).body.recoveryCodesLeft).toBe(9);
      expect(await outcome(verify(await halfSignedIn(person), first))).toBe("wrong-code");
      expect(await outcome(verify(await halfSignedIn(person), second))).toBe("in");
      await running.app.runTasks();
      const mail = running.mails.findLast(
        (mail) => mail.to === person.email && mail.subject === "A recovery code was used",
      );
      expect(mail?.text.replaceAll("\n", " ")).toContain("8 codes are left.");
      expect(mail?.text.split("\n")).toContain(`${running.url}/dashboard/settings?tab=profile`);
      expect(mail?.text).not.toContain(second);
    });

    test("let one of ten through that bring the same one at the same instant", async () => {
      const { person, recoveryCodes } = await withApp("Pia");
      const browsers = await Promise.all(Array.from({ length: 10 }, () => halfSignedIn(person)));
      const outcomes = await Promise.all(browsers.map((browser) => outcome(verify(browser, recoveryCodes[0]!))));
      expect(outcomes.filter((outcome) => outcome === "in")).toHaveLength(1);
    });

    test("stop working when they are renewed, and are nobody else's", async () => {
      const { person, recoveryCodes } = await withApp("Quin");
      const renewed = (await person.post("/second-factor/recovery-codes", {})).body.recoveryCodes;
      expect(renewed).toHaveLength(10);
      expect(await outcome(verify(await halfSignedIn(person), recoveryCodes[0]!))).toBe("wrong-code");
      const { person: other } = await withApp("Rae");
      expect(await outcome(verify(await halfSignedIn(other), renewed[0]))).toBe("wrong-code");
      expect(await outcome(verify(await halfSignedIn(person), renewed[0]))).toBe("in");
      expect(await mailsTo(person)).toContain("You have new recovery codes");
    });

    test("are kept as hashes, and made only beside a factor they can stand in for", async () => {
      const { person, recoveryCodes } = await withApp("Sal");
      const { rows } = await running.database.admin.query(
        "SELECT encode(code_sha256, 'escape') AS kept FROM auth.recovery_codes WHERE user_id = $1",
        [person.id],
      );
      for (const code of recoveryCodes)
        expect(rows.some((row) => row.kept.includes(code.replaceAll("-", "")))).toBe(false);
      const without = await running.person("Tom");
      expect((await without.post("/second-factor/recovery-codes", {})).body.code).toBe("second-factor-needed-first");
    });
  });

  describe("removing the app", () => {
    const remove = (person: Person) => person.send("DELETE", "/second-factor/totp");

    test("takes the recovery codes along, is told, and nothing is asked for any more", async () => {
      const { person } = await withApp("Una");
      const before = person.cookie;
      expect((await remove(person)).status).toBe(200);
      expect(person.cookie).not.toBe(before);
      expect((await sessionOf(before)).user).toBeNull();
      expect(await sessionOf(person.cookie)).toMatchObject({ user: { id: person.id }, hasSecondFactor: false });
      expect((await person.get("/account")).body).toMatchObject({ totpSince: null, recoveryCodesLeft: 0 });
      expect((await new Person(running.url, "Una", person.email).signIn()).body.user.id).toBe(person.id);
      expect(await mailsTo(person)).toContain("The authenticator app of your account was removed");
      expect((await remove(person)).body.code).toBe("not-found");
    });

    test("is refused where it is the last factor of a platform admin, and undoes nothing", async () => {
      const { person, app } = await withApp("Vic");
      await makeAdmin(person);
      const answer = await remove(person);
      expect([answer.status, answer.body.message]).toEqual([409, failures["second-factor-kept"].message]);
      expect((await person.get("/account")).body.recoveryCodesLeft).toBe(10);
      expect(await outcome(verify(await halfSignedIn(person), app.codeAt(new Date(clock))))).toBe("in");
      expect(await mailsTo(person)).not.toContain("The authenticator app of your account was removed");
    });

    test("is refused where a company of theirs asks for a second factor, until they have another", async () => {
      const { person } = await withApp("Wes");
      const company = await person.found(`Wes ${clock}`);
      await person.send("PATCH", `/companies/${company}/second-factor`, JSON.stringify({ required: true }), {
        "content-type": "application/json",
      });
      expect((await remove(person)).body.code).toBe("second-factor-kept");
      const key = new Authenticator(running.url);
      const { body: options } = await person.post("/passkeys/registration", {});
      await person.post("/passkeys", { name: "Key", credential: key.create(options) });
      expect((await remove(person)).status).toBe(200);
      expect((await person.get("/account")).body.recoveryCodesLeft).toBe(10);
    });

    test("of two factors at the same instant keeps one, where one is required", async () => {
      const { person } = await withApp("Xia");
      const key = new Authenticator(running.url);
      const { body: options } = await person.post("/passkeys/registration", {});
      const { passkey } = (await person.post("/passkeys", { name: "Key", credential: key.create(options) })).body;
      await makeAdmin(person);
      await person.get("/session");
      const answers = await Promise.all([remove(person), person.send("DELETE", `/passkeys/${passkey.id}`)]);
      expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    });
  });
});
