import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { failures } from "#contract/failures.ts";
import { PASSWORD, Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import { solvedChallenge } from "#tests/support/solve-challenge.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

describe("accounts", () => {
  let running: RunningApp;

  beforeAll(async () => {
    running = await runApp();
  });
  afterAll(() => running.close());

  const tokenIn = (email: string) =>
    /access_token=([\w-]+)/.exec(running.mails.findLast((mail) => mail.to === email)?.text ?? "")?.[1];
  const signUp = async (email: string) => {
    const person = new Person(running.url, "Ana", email);
    const answer = await person.post("/session/sign-up", {
      firstName: "Ana",
      lastName: "Calder",
      email,
      password: PASSWORD,
      verification: await solvedChallenge(running.url),
    });
    await running.app.runTasks();
    return { person, answer };
  };

  test("a confirmation link works once: it confirms, signs in, and is used up", async () => {
    const { person } = await signUp("once@example.test");
    const token = tokenIn("once@example.test");
    expect((await person.post("/session/confirm-email", { token })).status).toBe(200);
    expect((await person.get("/session")).body.user.email).toBe("once@example.test");
    const again = await new Person(running.url, "Ana", "").post("/session/confirm-email", { token });
    expect([again.status, again.body.message]).toEqual([410, failures["link-invalid"].message]);
  });

  test("twenty uses at the same instant confirm once", async () => {
    const { person } = await signUp("race@example.test");
    const token = tokenIn("race@example.test");
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => person.post("/session/confirm-email", { token })),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 410)).toHaveLength(19);
  });

  test("a link stops working after an hour, and when a newer one was sent", async () => {
    const { person } = await signUp("late@example.test");
    const first = tokenIn("late@example.test");
    running.setNow(new Date(Date.now() + 61 * 60 * 1000));
    expect((await person.post("/session/confirm-email", { token: first })).status).toBe(410);
    running.setNow(undefined);
    await person.post("/session/resend-confirmation", { email: "late@example.test" });
    await running.app.runTasks();
    const second = tokenIn("late@example.test");
    await person.post("/session/resend-confirmation", { email: "late@example.test" });
    await running.app.runTasks();
    expect((await person.post("/session/confirm-email", { token: second })).status).toBe(410);
    expect((await person.post("/session/confirm-email", { token: tokenIn("late@example.test") })).status).toBe(200);
  });

  describe("somebody else's address", () => {
    const theirs = "Attacker-pass-1";
    const signIn = async (email: string, password: string) =>
      (await new Person(running.url, "x", email).signIn(password)).status;
    const bothSignUp = async (email: string, first: "owner" | "stranger") => {
      const owner = new Person(running.url, "Vic", email);
      const stranger = new Person(running.url, "Stranger", email);
      const asked = { firstName: "Vic", lastName: "Tim", email };
      const ownerSignsUp = async () =>
        await owner.post("/session/sign-up", {
          ...asked,
          password: PASSWORD,
          verification: await solvedChallenge(running.url),
        });
      if (first === "owner") await ownerSignsUp();
      await stranger.post("/session/sign-up", {
        ...asked,
        password: theirs,
        verification: await solvedChallenge(running.url),
      });
      if (first === "stranger") await ownerSignsUp();
      await running.app.runTasks();
      return owner;
    };

    test.each(["stranger", "owner"] as const)(
      "the owner's browser confirms the owner's password, whoever signed up first (%s) and whichever link is followed",
      async (first) => {
        for (const which of [0, 1]) {
          const email = `victim-${first}-${which}@example.test`;
          const owner = await bothSignUp(email, first);
          const tokens = running.mails
            .filter((mail) => mail.to === email)
            .map((mail) => /access_token=([\w-]+)/.exec(mail.text)![1]);
          expect(tokens).toHaveLength(2);
          expect((await owner.post("/session/confirm-email", { token: tokens[which] })).status).toBe(200);
          expect([await signIn(email, theirs), await signIn(email, PASSWORD)]).toEqual([401, 200]);
        }
      },
    );

    test("nobody can use up the mails of an address: none is counted that is not sent, and each kind for itself", async () => {
      const email = "wanted@example.test";
      const stranger = new Person(running.url, "x", "");
      for (const path of ["resend-confirmation", "send-magic-link", "send-reset"])
        for (let tries = 0; tries < 6; tries += 1) await stranger.post(`/session/${path}`, { email });
      await running.app.runTasks();
      const { person } = await signUp(email);
      expect((await person.post("/session/confirm-email", { token: tokenIn(email) })).status).toBe(200);
      await running.forgetTries();
      for (let tries = 0; tries < 6; tries += 1) await stranger.post("/session/send-magic-link", { email });
      await person.post("/session/send-reset", { email });
      await running.app.runTasks();
      expect(running.mails.findLast((mail) => mail.to === email)?.subject).toBe("Reset your password");
    });
  });

  test("nobody's mailbox is flooded: five links of a kind in a quarter of an hour, and the answer does not tell", async () => {
    await running.forgetTries();
    const { person } = await signUp("flooded@example.test");
    for (let tries = 0; tries < 6; tries += 1) {
      const answer = await person.post("/session/resend-confirmation", { email: "flooded@example.test" });
      expect([answer.status, answer.body]).toEqual([200, { email: "flooded@example.test" }]);
    }
    await running.app.runTasks();
    // One for signing up, and five of the six that were asked for again.
    expect(running.mails.filter((mail) => mail.to === "flooded@example.test")).toHaveLength(6);
  });

  test("signing up a known address is answered like a new one, and changes nothing", async () => {
    const ana = await running.person("Known");
    const before = running.mails.length;
    const { answer } = await signUp(ana.email);
    expect([answer.status, answer.body]).toEqual([200, { email: ana.email }]);
    expect(running.mails.slice(before).map((mail) => mail.subject)).toEqual(["You already have an Exhibit account"]);
    expect((await ana.signIn()).status).toBe(200);
  });

  test("signing up with an address and trying it does not tell whether it has an account", async () => {
    const ana = await running.person("Probed");
    const answers = [];
    for (const email of [ana.email, "nobody-has-this@example.test"]) {
      const probe = new Person(running.url, "x", email);
      const asked = { firstName: "A", lastName: "B", email, password: "Probing-pass-7" };
      await probe.post("/session/sign-up", { ...asked, verification: await solvedChallenge(running.url) });
      await running.app.runTasks();
      const { status, body } = await probe.signIn("Probing-pass-7");
      answers.push({ status, body });
    }
    expect(answers[0]).toEqual(answers[1]);
    expect((await ana.signIn()).status).toBe(200);
  });

  test("a wrong password and an unknown address are refused with the same words", async () => {
    const ana = await running.person("Wrong");
    const wrong = await new Person(running.url, "x", ana.email).signIn("Wrong-horse-7");
    const unknown = await new Person(running.url, "x", "nobody@example.test").signIn("Wrong-horse-7");
    expect(wrong.status).toBe(401);
    expect(wrong.body).toEqual(unknown.body);
    expect(wrong.body.message).toBe("Invalid credentials");
  });

  test("an address that was not confirmed cannot sign in, and is sent a new link", async () => {
    const { person } = await signUp("waiting@example.test");
    const refused = await person.signIn();
    expect([refused.status, refused.body.code]).toEqual([403, "email-not-confirmed"]);
    expect((await person.get("/session")).body.user).toBeNull();
  });

  test("signing out ends the session on the server, not only in the browser", async () => {
    const ana = await running.person("Leaving");
    const { cookie } = ana;
    expect((await ana.post("/session/sign-out", {})).status).toBe(200);
    expect(ana.cookie).toBe("");
    const thief = new Person(running.url, "x", "", cookie);
    expect((await thief.get("/session")).body.user).toBeNull();
    expect((await thief.get("/companies")).status).toBe(401);
  });

  test("the cookie is HttpOnly, for the whole path, and a forged one is nobody's", async () => {
    const ana = await running.person("Cookie");
    const answer = await ana.signIn();
    const [set] = answer.response.headers.getSetCookie();
    expect(set).toMatch(/^session=/);
    expect(set).toMatch(/HttpOnly/i);
    expect(set).toMatch(/SameSite=Lax/i);
    expect(set).toMatch(/Path=\//i);
    expect(JSON.stringify(answer.body)).not.toContain("token");
    for (const cookie of ["session=x", "session=a.b", `${ana.cookie.slice(0, -6)}AAAAAA`, "session=%E0%A4%A"]) {
      expect((await new Person(running.url, "x", "", cookie).get("/session")).body.user, cookie).toBeNull();
    }
  });

  test("passwords are stored as argon2id and tokens as hashes; neither is in the log", async () => {
    const { rows } = await running.database.admin.query("SELECT hash FROM auth.passwords");
    expect(rows.every((row) => row.hash.startsWith("$argon2id$v=19$m=19456,t=2,p=1$"))).toBe(true);
    await signUp("canary@example.test");
    const token = tokenIn("canary@example.test")!;
    const { rows: links } = await running.database.admin.query<{ row: string; hash: string }>(
      "SELECT l::text AS row, encode(token_sha256, 'hex') AS hash FROM auth.one_time_links l",
    );
    expect(links.map((link) => link.hash)).toContain(createHash("sha256").update(token).digest("hex"));
    const spellings = [token, Buffer.from(token).toString("hex"), Buffer.from(token, "base64url").toString("hex")];
    for (const { row } of links) for (const spelling of spellings) expect(row).not.toContain(spelling);
    const log = running.log.join("");
    expect(log).not.toContain(token);
    expect(log).not.toContain(PASSWORD);
  });

  test("too many wrong passwords for one account are slowed down, with the seconds to wait", async () => {
    const ana = await running.person("Guessed");
    const thief = new Person(running.url, "x", ana.email);
    const statuses: number[] = [];
    const waits: number[] = [];
    for (let tries = 0; tries < 11; tries += 1) {
      const answer = await thief.signIn("Wrong-horse-7");
      statuses.push(answer.status);
      waits.push(Number(answer.response.headers.get("retry-after") ?? 0));
    }
    expect(statuses.at(-1)).toBe(429);
    expect(waits.at(-1)).toBeGreaterThan(0);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  });

  test.each([
    ["email", { email: "not an address" }, "Please enter a valid email address"],
    [
      "password",
      { password: "alllowercase1" },
      "Password must be at least 8 characters with uppercase, lowercase, and number",
    ],
    ["firstName", { firstName: "  " }, "Please enter your first name"],
    ["lastName", { lastName: "line\nbreak" }, "Please remove line breaks and control characters"],
  ])("a sign-up with a wrong %s says so under that field", async (field, change, message) => {
    const body = { firstName: "A", lastName: "B", email: "a@b.example", password: PASSWORD, ...change };
    const answer = await new Person(running.url, "x", "").post("/session/sign-up", body);
    expect(answer.status).toBe(400);
    expect(answer.body.data.fields).toContainEqual({ path: field, message });
  });
});
