import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PASSWORD, Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { solvedChallenge } from "#tests/support/solve-challenge.ts";

const MINUTE = 60_000;

describe("sessions", () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await runApp({ sessionLimits: { idleMinutes: 60, hours: 24 } });
  });
  afterAll(() => running.close());
  beforeEach(() => running.forgetTries());

  const signedIn = async (person: Person) => (await person.get("/session")).body.user !== null;
  /** What follows from a request is written behind its answer. */
  const eventually = async (person: Person, condition: string, at: number) => {
    const found = async () => {
      const text = `SELECT FROM auth.sessions WHERE user_id = $1 AND ${condition}`;
      return (await running.database.admin.query(text, [person.id, new Date(at)])).rowCount;
    };
    await expect.poll(found).toBe(1);
  };
  const from = (person: Person) => new Person(running.url, person.name, person.email);
  const withToken = (cookie: string) => new Person(running.url, "x", "", cookie);

  test("an idle session ends after an hour; one that is used goes on, but not past 24 hours", async () => {
    const begun = Date.now();
    const at = (minutes: number) => running.setNow(new Date(begun + minutes * MINUTE));
    at(0);
    const idle = await running.person("Idle");
    const busy = await running.person("Busy");
    at(59);
    expect(await signedIn(busy)).toBe(true);
    await eventually(busy, "last_used_at = $2", begun + 59 * MINUTE);
    at(61);
    expect([await signedIn(idle), await signedIn(busy)]).toEqual([false, true]);
    for (let minutes = 100; minutes < 24 * 60; minutes += 50) {
      at(minutes);
      expect(await signedIn(busy), `after ${minutes} minutes`).toBe(true);
      await eventually(busy, "last_used_at = $2", begun + minutes * MINUTE);
    }
    at(24 * 60 + 1);
    expect(await signedIn(busy)).toBe(false);
    running.setNow(undefined);
  });

  test("the page is told when its session ends, and using it moves that on", async () => {
    const begun = Date.now();
    running.setNow(new Date(begun));
    const ana = await running.person("Told");
    running.setNow(new Date(begun + 10 * MINUTE));
    const refreshed = await ana.post("/session/refresh", {});
    expect(Date.parse(refreshed.body.expiresAt)).toBe(begun + 70 * MINUTE);
    running.setNow(undefined);
  });

  test("signing in brings a new token and ends the browser's session before it", async () => {
    const ana = await running.person("Fixed");
    const before = ana.cookie;
    expect((await ana.signIn()).status).toBe(200);
    expect(ana.cookie).not.toBe(before);
    expect([await signedIn(ana), await signedIn(withToken(before))]).toEqual([true, false]);
  });

  test("a token that somebody brought along is not taken over", async () => {
    const ana = await running.person("Planted");
    const planted = `session=${"A".repeat(43)}`;
    const victim = new Person(running.url, "x", ana.email, planted);
    await victim.signIn();
    expect(victim.cookie).not.toBe(planted);
    expect(await signedIn(withToken(planted))).toBe(false);
  });

  test("a change of rights brings a new token with the next answer; the old one ends ten seconds after that is used", async () => {
    const ana = await running.person("Promoted");
    const before = ana.cookie;
    await ana.found("Promoted Ltd");
    await ana.get("/session");
    expect(ana.cookie).not.toBe(before);
    // The answer that brought the new one may have been lost: until that is used, the old one works.
    const used = Date.now() + 60_000;
    running.setNow(new Date(used));
    expect(await signedIn(withToken(before)), "what was under way may finish").toBe(true);
    await ana.get("/session");
    await eventually(ana, "previous_until <= $2", used + 10_000);
    running.setNow(new Date(used + 11_000));
    expect([await signedIn(ana), await signedIn(withToken(before))]).toEqual([true, false]);
    running.setNow(undefined);
  });

  test("many requests at once when the token changes all pass, and leave one session", async () => {
    const ana = await running.person("Parallel");
    await ana.found("Parallel Ltd");
    const { cookie } = ana;
    const answers = await Promise.all(Array.from({ length: 20 }, () => withToken(cookie).get("/companies")));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const { rows } = await running.database.admin.query("SELECT FROM auth.sessions WHERE user_id = $1", [ana.id]);
    expect(rows).toHaveLength(1);
  });

  test("a new password ends every other session at once, gives this one a new token, and its owner is told", async () => {
    const ana = await running.person("Changing");
    const phone = from(ana);
    await phone.signIn();
    const before = ana.cookie;
    const wrong = await ana.post("/account/password", { currentPassword: "Wrong-horse-7", password: "Other-horse-8" });
    expect([wrong.status, wrong.body.code]).toEqual([403, "wrong-password"]);
    const body = { currentPassword: PASSWORD, password: "Other-horse-8" };
    expect((await ana.post("/account/password", body)).status).toBe(200);
    expect([await signedIn(ana), await signedIn(phone), await signedIn(withToken(before))]).toEqual([
      true,
      false,
      false,
    ]);
    expect([(await from(ana).signIn()).status, (await from(ana).signIn("Other-horse-8")).status]).toEqual([401, 200]);
    await running.app.runTasks();
    expect(running.mails.filter((mail) => mail.to === ana.email).map((mail) => mail.subject)).toContain(
      "Your Exhibit password was changed",
    );
  });

  test("a sign-in that is under way when the password is reset comes to nothing", async () => {
    const ana = await running.person("Racing");
    await ana.post("/session/send-reset", { email: ana.email });
    await running.app.runTasks();
    const token = /access_token=([\w-]+)/.exec(running.mails.findLast((mail) => mail.to === ana.email)!.text)![1];
    const challenges = await Promise.all(Array.from({ length: 9 }, () => solvedChallenge(running.url)));
    const tries = challenges.map((verification) =>
      from(ana).post("/session/sign-in", { email: ana.email, password: PASSWORD, verification }),
    );
    const reset = await from(ana).post("/session/reset-password", { token, password: "Newest-horse-9" });
    expect(reset.status).toBe(200);
    await Promise.all(tries);
    const { rows } = await running.database.admin.query("SELECT FROM auth.sessions WHERE user_id = $1", [ana.id]);
    expect(rows).toHaveLength(0);
    expect([(await from(ana).signIn()).status, (await from(ana).signIn("Newest-horse-9")).status]).toEqual([401, 200]);
  });

  test("where somebody is signed in is listed, and can be ended one by one or all but here", async () => {
    const ana = await running.person("Everywhere");
    const [phone, tablet, car] = [from(ana), from(ana), from(ana)];
    for (const device of [phone, tablet, car]) await device.signIn();
    const listed = (await ana.get("/account/sessions")).body as { id: string; current: boolean }[];
    expect(listed.map(({ current }) => current).filter(Boolean)).toHaveLength(1);
    expect(listed).toHaveLength(4);
    const stranger = await running.person("Stranger");
    const phoneId = ((await phone.get("/account/sessions")).body as typeof listed).find((item) => item.current)!.id;
    const json = { "content-type": "application/json" };
    expect((await stranger.send("DELETE", `/account/sessions/${phoneId}`, "{}", json)).status).toBe(404);
    expect((await ana.send("DELETE", `/account/sessions/${phoneId}`, "{}", json)).status).toBe(200);
    expect([await signedIn(phone), await signedIn(tablet)]).toEqual([false, true]);
    expect((await ana.post("/account/sessions/end-others", {})).body).toEqual({ ended: 2 });
    expect([await signedIn(ana), await signedIn(tablet), await signedIn(car)]).toEqual([true, false, false]);
  });

  test("a new browser is told to the owner by mail, a known one is not, and neither is the first", async () => {
    const ana = await running.person("Devices");
    const mails = async () => {
      await running.app.runTasks();
      return running.mails.filter((mail) => mail.to === ana.email && mail.subject.startsWith("New sign-in")).length;
    };
    expect(await mails()).toBe(0);
    await ana.signIn();
    expect(await mails()).toBe(0);
    await from(ana).signIn();
    expect(await mails()).toBe(1);
    await from(ana).signIn("Wrong-horse-7");
    const history = (await ana.get("/account/sign-ins")).body as { outcome: string; newDevice: boolean }[];
    expect(history.map(({ outcome, newDevice }) => `${outcome}${newDevice ? " new" : ""}`)).toEqual([
      "refused",
      "signed-in new",
      "signed-in",
      "signed-in",
    ]);
  });

  test("nobody can lock a person out: their own browser gets in while strangers' tries are refused", async () => {
    const ana = await running.person("Besieged");
    const thief = from(ana);
    for (let tries = 0; tries < 10; tries += 1) await thief.signIn("Wrong-horse-7");
    expect((await thief.signIn()).status).toBe(429);
    // From the same address, but a browser that the account knows.
    expect((await ana.signIn()).status).toBe(200);
    await running.database.admin.query("UPDATE app.rate_limits SET tries = 100000 WHERE key = $1", [
      `sign-in-to|${ana.email}`,
    ]);
    expect((await ana.signIn()).status).toBe(200);
    // A mailed link leads in from anywhere.
    const elsewhere = from(ana);
    await elsewhere.post("/session/send-magic-link", { email: ana.email });
    await running.app.runTasks();
    const token = /access_token=([\w-]+)/.exec(running.mails.findLast((mail) => mail.to === ana.email)!.text)![1];
    expect((await elsewhere.post("/session/use-magic-link", { token })).body.user.email).toBe(ana.email);
  });

  test("right passwords are not counted: an office of people signs in all morning", async () => {
    const ana = await running.person("Diligent");
    const visitor = from(ana);
    for (let times = 0; times < 15; times += 1) {
      visitor.jar.clear();
      expect((await visitor.signIn()).status).toBe(200);
    }
  });

  test("a hundred wrong tries at the same instant are a hundred tries: ten are looked at", async () => {
    const ana = await running.person("Flooded");
    const challenges = await Promise.all(Array.from({ length: 40 }, () => solvedChallenge(running.url)));
    const answers = await Promise.all(
      challenges.map((verification) =>
        from(ana).post("/session/sign-in", { email: ana.email, password: "Wrong-horse-7", verification }),
      ),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
  });

  test("what was set up long ago must be confirmed again before something irreversible", async () => {
    const begun = Date.now();
    const ana = await running.person("Careful");
    running.setNow(new Date(begun + 16 * MINUTE));
    const refused = await ana.get("/account/export");
    expect([refused.status, refused.body.code]).toEqual([403, "confirm-identity"]);
    expect((await ana.post("/session/confirm-identity", { password: "Wrong-horse-7" })).body.code).toBe(
      "wrong-password",
    );
    const before = ana.cookie;
    expect((await ana.post("/session/confirm-identity", { password: PASSWORD })).status).toBe(200);
    expect(ana.cookie).not.toBe(before);
    expect((await ana.get("/account/export")).status).toBe(200);
    running.setNow(undefined);
  });

  test("a token stands in no table, and a dump of the sessions opens nothing", async () => {
    const ana = await running.person("Dumped");
    const token = ana.cookie.split("=")[1]!;
    const { rows } = await running.database.admin.query<{ row: string }>(
      "SELECT s::text AS row FROM auth.sessions s UNION ALL SELECT d::text FROM auth.devices d",
    );
    for (const { row } of rows) {
      expect(row).not.toContain(token);
      expect(row).not.toContain(Buffer.from(token, "base64url").toString("hex"));
    }
    for (const hash of rows.flatMap(({ row }) => row.match(/[0-9a-f]{64}/g) ?? [])) {
      expect(await signedIn(withToken(`session=${Buffer.from(hash, "hex").toString("base64url")}`))).toBe(false);
    }
  });
});

describe("sessions over https", () => {
  test("every cookie has the __Host- prefix, Secure, HttpOnly and SameSite", async () => {
    const { cookiesOf } = await import("./cookies.ts");
    const cookies = cookiesOf("https://exhibit.example");
    for (const purpose of ["session", "device", "sign-up", "ceremony", "single-sign-on"] as const)
      expect(cookies.set(purpose, "value", 60)).toBe(
        `__Host-${purpose}=value; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure`,
      );
    expect(cookies.read(`session=${"A".repeat(43)}`, "session")).toBeUndefined();
    expect(cookies.read(`a=b; __Host-session=${"A".repeat(43)}`, "session")).toBe("A".repeat(43));
  });
});
