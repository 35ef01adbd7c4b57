import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { failures } from "#contract/failures.ts";
import { AuthenticatorApp } from "#tests/support/authenticator-app.ts";
import { Authenticator } from "#tests/support/authenticator.ts";
import type { Lie } from "#tests/support/authenticator.ts";
import { Person } from "#tests/support/person.ts";
import type { Answer } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

describe("passkeys", () => {
  let running: RunningApp;

  beforeAll(async () => {
    running = await runApp();
  });
  // All people here come from one address, whose own limits are not what these tests are about.
  beforeEach(async () => void (await running.database.admin.query("DELETE FROM app.rate_limits")));
  afterAll(() => running.close());

  const register = async (person: Person, key: Authenticator, lie: Lie = {}, name = "Laptop") => {
    const { body: options } = await person.post("/passkeys/registration", {});
    return await person.post("/passkeys", { name, credential: key.create(options, lie) });
  };
  /** Somebody with a passkey. */
  const withPasskey = async (name: string, options?: { counts?: boolean }) => {
    const person = await running.person(name);
    const key = new Authenticator(running.url, options);
    const registered = await register(person, key);
    expect(registered.status).toBe(200);
    return { person, key, ...(registered.body as { passkey: { id: string }; recoveryCodes: string[] }) };
  };
  const browser = (email = "") => new Person(running.url, "x", email);
  const signIn = async (key: Authenticator, lie: Lie = {}, from = browser()) => {
    const { body: options } = await from.post("/passkeys/sign-in/begin", {});
    return await from.post("/passkeys/sign-in", { credential: key.get(options, lie) });
  };
  const secondFactor = async (from: Person, key: Authenticator, lie: Lie = {}, chosen?: Authenticator["keys"][0]) => {
    const { body: options } = await from.post("/passkeys/second-factor/begin", {});
    return await from.post("/passkeys/second-factor", { credential: key.get(options, lie, chosen) });
  };
  const halfSignedIn = async (person: Person) => {
    const from = browser(person.email);
    expect((await from.signIn()).body.user).toBeNull();
    return from;
  };
  const said = ({ status, body }: Answer) => (status === 200 ? "done" : (body.code as string));
  const lies: readonly [string, Lie][] = [
    ["signed for another origin", { origin: "https://exhibit.example.evil" }],
    ["signed for another site", { rpId: "evil.example" }],
    ["signed for another challenge", { challenge: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }],
  ];

  describe("adding one", () => {
    test("asks for a key that is found without a name and knows its owner, and makes none known that is there", async () => {
      const person = await running.person("Ana");
      const key = new Authenticator(running.url);
      await register(person, key);
      const { body: options } = await person.post("/passkeys/registration", {});
      expect(options).toMatchObject({
        rp: { id: "localhost", name: "Exhibit" },
        attestation: "none",
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        excludeCredentials: [{ id: key.keys[0]!.id.toString("base64url") }],
      });
      expect(JSON.stringify(options)).not.toContain(person.id);
    });

    test("brings recovery codes and a new token, is told, and ends the sessions from before", async () => {
      const person = await running.person("Ben");
      const elsewhere = browser(person.email);
      await elsewhere.signIn();
      const before = person.cookie;
      const { body } = await register(person, new Authenticator(running.url));
      expect(body.passkey).toMatchObject({ name: "Laptop", backedUp: false, lastUsedAt: null });
      expect(body.recoveryCodes).toHaveLength(10);
      expect((await new Person(running.url, "x", "", before).get("/session")).body.user).toBeNull();
      expect((await person.get("/session")).body).toMatchObject({ user: { id: person.id }, hasSecondFactor: true });
      expect((await elsewhere.get("/session")).body.user).toBeNull();
      expect((await register(person, new Authenticator(running.url))).body.recoveryCodes).toEqual([]);
      await running.app.runTasks();
      const mails = running.mails.filter((mail) => mail.to === person.email).map((mail) => mail.subject);
      expect(mails.filter((subject) => subject === "A passkey was added to your account")).toHaveLength(2);
    });

    test.each([
      ...lies,
      ["without asking who touched it", { unverified: true }],
      ["to sign in", { type: "webauthn.get" }],
    ])("refuses a key %s", async (_, lie) => {
      const person = await running.person("Cid");
      const answer = await register(person, new Authenticator(running.url), lie as Lie);
      expect([answer.status, answer.body.message]).toEqual([422, failures["passkey-failed"].message]);
      expect((await person.get("/passkeys")).body).toEqual([]);
    });

    test("takes an answer once, within five minutes, in the browser and account that asked", async () => {
      const person = await running.person("Dot");
      const other = await running.person("Eli");
      const key = new Authenticator(running.url);
      const { body: options } = await person.post("/passkeys/registration", {});
      const credential = key.create(options);
      const ceremony = person.jar.get("ceremony")!;
      other.jar.set("ceremony", ceremony);
      expect(said(await other.post("/passkeys", { name: "x", credential }))).toBe("passkey-failed");
      expect(said(await person.post("/passkeys", { name: "x", credential }))).toBe("passkey-failed");

      const again = (await person.post("/passkeys/registration", {})).body;
      const elsewhere = new Person(running.url, "x", "", person.cookie);
      expect(said(await elsewhere.post("/passkeys", { name: "x", credential: key.create(again) }))).toBe(
        "passkey-failed",
      );

      const late = (await person.post("/passkeys/registration", {})).body;
      running.setNow(new Date(Date.now() + 5 * 60_000 + 1_000));
      const expired = await person.post("/passkeys", { name: "x", credential: key.create(late) });
      running.setNow(undefined);
      expect(said(expired)).toBe("passkey-failed");

      const used = (await person.post("/passkeys/registration", {})).body;
      const good = key.create(used);
      expect(said(await person.post("/passkeys", { name: "x", credential: good }))).toBe("done");
      expect(said(await person.post("/passkeys", { name: "x", credential: good }))).toBe("passkey-failed");
    });

    test("refuses a key that is on the account, and says nothing of one on another", async () => {
      const { person, key } = await withPasskey("Fio");
      const other = await running.person("Gus");
      const copy = (options: any) => {
        // A key that a manipulated browser offers again, under the id it has.
        const fresh = new Authenticator(running.url);
        const credential = fresh.create({ ...options, excludeCredentials: [] });
        const id = fresh.keys[0]!.id;
        const object = Buffer.from(
          (credential["response"] as { attestationObject: string }).attestationObject,
          "base64url",
        );
        key.keys[0]!.id.copy(object, object.indexOf(id));
        const known = key.keys[0]!.id.toString("base64url");
        const response = { ...(credential["response"] as object), attestationObject: object.toString("base64url") };
        return { ...credential, id: known, rawId: known, response };
      };
      for (const [who, expected] of [
        [person, "passkey-known"],
        [other, "passkey-failed"],
      ] as const) {
        const { body: options } = await who.post("/passkeys/registration", {});
        expect(said(await who.post("/passkeys", { name: "x", credential: copy(options) }))).toBe(expected);
      }
    });

    test.each([
      {},
      { id: 7 },
      { id: "x", rawId: "x", type: "public-key", response: null },
      { id: "AAAA", response: "x" },
    ])("refuses what is no answer of a browser: %j", async (credential) => {
      const person = await running.person("Hui");
      await person.post("/passkeys/registration", {});
      expect(said(await person.post("/passkeys", { name: "x", credential }))).toBe("passkey-failed");
      const from = browser();
      await from.post("/passkeys/sign-in/begin", {});
      expect(said(await from.post("/passkeys/sign-in", { credential }))).toBe("passkey-failed");
    });
  });

  describe("signing in with nothing else", () => {
    test("counts as both factors, and is noted", async () => {
      const { person, key } = await withPasskey("Ivy");
      const from = browser();
      const { body } = await signIn(key, {}, from);
      expect(body).toMatchObject({ user: { id: person.id }, secondFactor: null });
      expect((await from.get("/session")).body).toMatchObject({ user: { id: person.id }, hasSecondFactor: true });
      expect((await from.get("/passkeys")).body[0].lastUsedAt).toEqual(expect.any(String));
      expect((await from.get("/account/sign-ins")).body[0]).toMatchObject({ method: "passkey", outcome: "signed-in" });
    });

    test("begins alike for everybody, and names no key", async () => {
      const { body } = await browser().post("/passkeys/sign-in/begin", {});
      expect(body).toMatchObject({ rpId: "localhost", userVerification: "required" });
      expect(body.allowCredentials ?? []).toEqual([]);
    });

    test.each([
      ...lies,
      ["without asking who touched it", { unverified: true }],
      ["to be added", { type: "webauthn.create" }],
    ])("refuses a key that answered %s", async (_, lie) => {
      const { key } = await withPasskey("Jan");
      const from = browser();
      const answer = await signIn(key, lie as Lie, from);
      expect([answer.status, answer.body.message]).toEqual([422, failures["passkey-failed"].message]);
      expect((await from.get("/session")).body.user).toBeNull();
    });

    // With keys that do not count, so that nothing but the ceremony's end stands in the way.
    test("refuses an answer that was used, and one from another browser", async () => {
      const { key } = await withPasskey("Kim", { counts: false });
      const from = browser();
      const { body: options } = await from.post("/passkeys/sign-in/begin", {});
      const ceremony = from.jar.get("ceremony")!;
      const credential = key.get(options);
      expect(said(await browser().post("/passkeys/sign-in", { credential }))).toBe("passkey-failed");
      expect(said(await from.post("/passkeys/sign-in", { credential }))).toBe("done");
      const again = browser();
      again.jar.set("ceremony", ceremony);
      expect(said(await again.post("/passkeys/sign-in", { credential }))).toBe("passkey-failed");
    });

    test("lets one of ten through that send one answer at the same instant", async () => {
      const { key } = await withPasskey("Leo", { counts: false });
      const from = browser();
      const { body: options } = await from.post("/passkeys/sign-in/begin", {});
      const credential = key.get(options);
      const ceremony = from.jar.get("ceremony")!;
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => {
          const same = browser();
          same.jar.set("ceremony", ceremony);
          return same.post("/passkeys/sign-in", { credential });
        }),
      );
      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    });

    test("refuses a counter that does not go forward, and takes keys that never count", async () => {
      const { person, key } = await withPasskey("Mia");
      expect(said(await signIn(key, { counter: 10 }))).toBe("done");
      expect(said(await signIn(key, { counter: 10 }))).toBe("passkey-failed");
      expect(said(await signIn(key, { counter: 3 }))).toBe("passkey-failed");
      expect(said(await signIn(key, { counter: 0 }))).toBe("passkey-failed");
      expect(said(await signIn(key, { counter: 11 }))).toBe("done");
      const { rows } = await running.database.admin.query(
        "SELECT outcome FROM auth.sign_ins WHERE user_id = $1 AND method = 'passkey' ORDER BY at",
        [person.id],
      );
      expect(rows.map((row) => row.outcome)).toEqual(["signed-in", "refused", "refused", "refused", "signed-in"]);
      const { key: cloud } = await withPasskey("Noa", { counts: false });
      for (let times = 0; times < 3; times += 1) expect(said(await signIn(cloud))).toBe("done");
    });

    test("is refused alike for a key nobody has, one that names another account, and one that was removed", async () => {
      const { person, key, passkey } = await withPasskey("Oki");
      const stranger = new Authenticator(running.url);
      stranger.create({ rp: { id: "localhost" }, user: { id: "AAAA" }, challenge: "x" });
      const unknown = await signIn(stranger);
      const { person: other } = await withPasskey("Pat");
      const handle = Buffer.from(other.id.replaceAll("-", ""), "hex").toString("base64url");
      const misnamed = await signIn(key, { userHandle: handle });
      expect((await person.send("DELETE", `/passkeys/${passkey.id}`)).status).toBe(200);
      const removed = await signIn(key);
      for (const answer of [unknown, misnamed, removed])
        expect([answer.status, answer.body]).toEqual([
          422,
          { code: "passkey-failed", message: failures["passkey-failed"].message },
        ]);
    });
  });

  describe("as the second factor", () => {
    test("finishes the sign-in under a new token, and the half-finished one ends", async () => {
      const { person, key } = await withPasskey("Qia");
      const from = await halfSignedIn(person);
      const half = from.cookie;
      const { body: options } = await from.post("/passkeys/second-factor/begin", {});
      expect(options).toMatchObject({
        userVerification: "preferred",
        allowCredentials: [{ id: key.keys[0]!.id.toString("base64url"), transports: ["internal"] }],
      });
      const { body } = await from.post("/passkeys/second-factor", {
        credential: key.get(options, { unverified: true }),
      });
      expect(body).toMatchObject({ user: { id: person.id }, secondFactor: null });
      expect(from.cookie).not.toBe(half);
      expect((await from.get("/session")).body).toMatchObject({ hasSecondFactor: true });
      expect((await new Person(running.url, "x", "", half).get("/session")).body).toMatchObject({
        user: null,
        secondFactor: null,
      });
    });

    test.each(lies)("refuses a key that answered %s", async (_, lie) => {
      const { person, key } = await withPasskey("Rob");
      const from = await halfSignedIn(person);
      expect(said(await secondFactor(from, key, lie))).toBe("passkey-failed");
      expect((await from.get("/session")).body.user).toBeNull();
    });

    test("refuses the passkey of another account, and a counter that goes back", async () => {
      const { person, key } = await withPasskey("Sue");
      const { key: others } = await withPasskey("Tim");
      const from = await halfSignedIn(person);
      expect(said(await secondFactor(from, others, {}, others.keys[0]))).toBe("passkey-failed");
      expect(said(await secondFactor(from, key, { counter: 5 }))).toBe("done");
      expect(said(await secondFactor(await halfSignedIn(person), key, { counter: 5 }))).toBe("passkey-failed");
    });

    test("refuses what was signed for a sign-in of its own, and for another half-finished one", async () => {
      const { person, key } = await withPasskey("Uli");
      const from = await halfSignedIn(person);
      const { body: alone } = await from.post("/passkeys/sign-in/begin", {});
      expect(said(await from.post("/passkeys/second-factor", { credential: key.get(alone) }))).toBe("passkey-failed");
      const { body: options } = await from.post("/passkeys/second-factor/begin", {});
      const other = await halfSignedIn(person);
      other.jar.set("ceremony", from.jar.get("ceremony")!);
      expect(said(await other.post("/passkeys/second-factor", { credential: key.get(options) }))).toBe(
        "passkey-failed",
      );
    });

    test("is not there without a half-finished sign-in, nor after ten minutes", async () => {
      const { person, key } = await withPasskey("Val");
      expect(said(await browser().post("/passkeys/second-factor/begin", {}))).toBe("second-factor-expired");
      const from = await halfSignedIn(person);
      running.setNow(new Date(Date.now() + 10 * 60_000 + 1_000));
      const late = await from.post("/passkeys/second-factor/begin", {});
      running.setNow(undefined);
      expect(said(late)).toBe("second-factor-expired");
      expect(key.keys).toHaveLength(1);
    });
  });

  describe("the list", () => {
    const named = (person: Person, id: string, name: string) =>
      person.send("PATCH", `/passkeys/${id}`, JSON.stringify({ name }), { "content-type": "application/json" });

    test("is the caller's own: nobody else's passkey is seen, named or removed", async () => {
      const { person, passkey } = await withPasskey("Wim");
      const { person: other } = await withPasskey("Xan");
      expect((await named(other, passkey.id, "Mine")).body.code).toBe("not-found");
      expect((await other.send("DELETE", `/passkeys/${passkey.id}`)).body.code).toBe("not-found");
      expect((await named(person, passkey.id, "Blue key")).body.name).toBe("Blue key");
      expect((await person.get("/passkeys")).body.map((item: { name: string }) => item.name)).toEqual(["Blue key"]);
    });

    test("keeps the last factor of a platform admin", async () => {
      const { person, passkey } = await withPasskey("Yan");
      await running.database.admin.query("INSERT INTO app.platform_admins (id) VALUES ($1)", [person.id]);
      expect((await person.send("DELETE", `/passkeys/${passkey.id}`)).body.code).toBe("second-factor-kept");
      await AuthenticatorApp.addTo(person, new Date());
      expect((await person.send("DELETE", `/passkeys/${passkey.id}`)).status).toBe(200);
    });

    test("without its last passkey asks for nothing any more, and its session has no second factor", async () => {
      const { person, passkey } = await withPasskey("Zoe");
      const before = person.cookie;
      expect((await person.send("DELETE", `/passkeys/${passkey.id}`)).status).toBe(200);
      expect((await new Person(running.url, "x", "", before).get("/session")).body.user).toBeNull();
      expect((await person.get("/session")).body).toMatchObject({ user: { id: person.id }, hasSecondFactor: false });
      expect((await person.get("/account")).body.recoveryCodesLeft).toBe(0);
      expect((await browser(person.email).signIn()).body.user.id).toBe(person.id);
    });
  });
});
