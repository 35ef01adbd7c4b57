import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AuthenticatorApp } from "#tests/support/authenticator-app.ts";
import { keysOf } from "#tests/support/cluster.ts";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import type { FreshDatabase } from "#tests/support/fresh-database.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { machineClock } from "../clock.ts";
import { urlOfRole } from "../db/connections.ts";
import { loginRoles } from "../keys/login-roles.ts";
import { KeyNotHeld, openKeys } from "../keys/keys.ts";
import type { HeldKeys } from "../keys/keys.ts";
import { alone, withAdministrator } from "./administrator.ts";
import { derivedKeys } from "./derived-keys.ts";
import { openVault, prepare } from "./prepare.ts";
import { rewrapAll } from "./rewrap.ts";
import { WrongSecretKey } from "../keys/secrets.ts";
import type { Secrets } from "../keys/secrets.ts";
import { turnOver } from "./turn-over.ts";

const secretsOf = (...keys: Buffer[]): Secrets => ({ current: keys[0]!, previous: keys.slice(1) });
const read = (url: string, secrets: Secrets) =>
  withAdministrator(url, (client) => openVault(client, secrets, machineClock()));
const rotate = (url: string, secrets: Secrets, onStep?: (step: string) => void) =>
  withAdministrator(url, (client) =>
    alone(client, () =>
      turnOver(client, secrets, { now: machineClock, waitForProcesses: async () => {}, ...(onStep && { onStep }) }),
    ),
  );

async function roleOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<{ role: string }>("SELECT current_user AS role")).rows[0]!.role;
  } finally {
    await client.end();
  }
}

/** How many values in tables are not wrapped by the current keys; throws when one is opened by none. */
async function behind(url: string, held: HeldKeys): Promise<number> {
  return await withAdministrator(url, (client) => rewrapAll(client, openKeys(held), () => {}));
}

describe("S12: keys and passwords are random, and wrapped by SECRET_KEY", () => {
  let database: FreshDatabase;
  const secrets = secretsOf(randomBytes(32));
  let held: HeldKeys;
  beforeAll(async () => {
    database = await freshDatabase();
    held = await prepare(database.adminUrl, secrets, machineClock);
  });
  afterAll(() => database.close());

  test("none of them can be made from SECRET_KEY, and a second installation with it has others", async () => {
    const other = await freshDatabase();
    const second = await prepare(other.adminUrl, secrets, machineClock);
    const all = (keys: HeldKeys) => [
      ...keys.keys.map(({ key }) => key),
      ...Object.values(keys.logins).map((l) => l.password),
    ];
    expect(new Set([...all(held), ...all(second), ...derivedKeys(secrets.current).map(({ key }) => key)]).size).toBe(
      all(held).length * 2 + derivedKeys(secrets.current).length,
    );
    await other.close();
  });

  test("each login acts as its role alone, and a second start changes none", async () => {
    const keys = openKeys(held);
    for (const role of loginRoles) expect(await roleOf(urlOfRole(database.adminUrl, role, keys))).toBe(role);
    const { rows } = await database.admin.query(
      `SELECT DISTINCT other.rolname AS may FROM pg_roles me, pg_roles other WHERE me.rolname = $1 AND other.oid <> me.oid
        AND pg_has_role(me.oid, other.oid, 'MEMBER')`,
      [held.logins.app_user!.user],
    );
    expect(rows).toEqual([{ may: "app_user" }]);
    expect(await prepare(database.adminUrl, secrets, machineClock)).toEqual(held);
  });

  test("no role that serves reads the vault", async () => {
    const keys = openKeys(held);
    const keysAreRead = new Map<string, boolean>();
    for (const role of loginRoles) {
      const client = new pg.Client({ connectionString: urlOfRole(database.adminUrl, role, keys) });
      await client.connect();
      await expect(client.query("SELECT wrapped FROM vault.logins")).rejects.toThrow("permission denied");
      const reading = client.query("SELECT wrapped FROM app.wrapping_keys");
      keysAreRead.set(
        role,
        await reading.then(
          () => true,
          () => false,
        ),
      );
      await client.end();
    }
    // Wrapped, as everything that a backup holds.
    expect([...keysAreRead].filter(([, isRead]) => isRead).map(([role]) => role)).toEqual(["app_backup"]);
  });

  test("another SECRET_KEY is refused and changes nothing", async () => {
    await expect(prepare(database.adminUrl, secretsOf(randomBytes(32)), machineClock)).rejects.toThrow(WrongSecretKey);
    expect(await read(database.adminUrl, secrets)).toEqual(held);
  });

  test("a new SECRET_KEY beside the old one wraps everything anew, and then the old one opens nothing", async () => {
    const next = secretsOf(randomBytes(32));
    const after = await prepare(
      database.adminUrl,
      secretsOf(next.current as Buffer, secrets.current as Buffer),
      machineClock,
    );
    expect(after.keys).toEqual(held.keys);
    expect(after.logins).toEqual(held.logins);
    await expect(read(database.adminUrl, secrets)).rejects.toThrow(WrongSecretKey);
    expect((await read(database.adminUrl, next)).keys).toEqual(held.keys);
    // A backup of the old one's time is known by it.
    expect([openKeys(after).knows(held.fingerprint), openKeys(held).knows(after.fingerprint)]).toEqual([true, false]);
  });

  test("a process without a key or login says so", () => {
    const keys = openKeys({ ...held, logins: {}, keys: [] });
    expect(() => keys.login("app_worker")).toThrow(KeyNotHeld);
    expect(() => keys.unwrap("signing", Buffer.alloc(60), "ledger")).toThrow(KeyNotHeld);
  });
});

describe("S12: keys and logins are turned over", () => {
  let running: RunningApp;
  let ana: Person;
  let company: string;
  let webhook: string;
  // What the tests' application wraps is what the last release wrapped: by keys made from its SECRET_KEY.
  const secrets = secretsOf(Buffer.alloc(32, "exhibit tests"));
  const own = keysOf(Buffer.from(secrets.current));
  const url = () => running.database.adminUrl;

  beforeAll(async () => {
    running = await runApp({ database: { ...(await freshDatabase()), keys: own } });
    ana = await running.person("Ana");
    company = await ana.found("Turned Over");
    await AuthenticatorApp.addTo(ana, new Date());
    const made = await ana.post(`/companies/${company}/webhooks`, {
      url: "http://localhost:1/x",
      events: ["evidence.filed"],
    });
    expect(made.status).toBe(200);
    webhook = made.body.webhook?.id ?? made.body.id;
  });
  afterAll(() => running.close());

  test("a database of the last release is taken over on the first start, and SECRET_KEY alone opens it no more", async () => {
    const held = await prepare(url(), secrets, machineClock);
    expect(await behind(url(), held)).toBe(0);
    const old = openKeys({ ...held, keys: derivedKeys(secrets.current) });
    const { rows } = await running.database.admin.query("SELECT wrapped FROM app.company_keys");
    expect(rows.length).toBeGreaterThan(0);
    for (const { wrapped } of rows)
      expect(() => old.unwrap("company", wrapped, `company|${company}|1`)).toThrow("no version of the key");
    const { rows: signing } = await running.database.admin.query("SELECT wrapped FROM app.instance_keys");
    for (const { wrapped } of signing)
      expect(() => old.unwrap("signing", wrapped, "ledger")).toThrow("no version of the key");
    // What customers have set up at AWS stays as it was.
    expect(openKeys(held).externalId(company)).toBe(keysOf(Buffer.from(secrets.current)).externalId(company));
    own.take({ ...held, logins: {} });
    expect((await ana.get(`/companies/${company}/evidence`)).status).toBe(200);
    expect(await prepare(url(), secrets, machineClock)).toEqual(held);
  });

  test("a rotation leaves no value to the old keys, and no secret of a webhook counts as changed", async () => {
    const before = await read(url(), secrets);
    const { rewrapped } = await rotate(url(), secrets);
    expect(rewrapped).toBeGreaterThanOrEqual(3);
    const after = await read(url(), secrets);
    const current = (held: HeldKeys) =>
      held.keys
        .filter((key) => key.current && key.purpose !== "external ids")
        .map(({ purpose, version }) => [purpose, version] as const);
    expect(current(after)).toEqual(current(before).map(([purpose, version]) => [purpose, version + 1]));
    expect(await behind(url(), after)).toBe(0);
    expect(await behind(url(), { ...after, keys: after.keys.filter((key) => key.current) })).toBe(0);
    const { rows } = await running.database.admin.query("SELECT old_sealed_secret FROM app.webhooks WHERE id = $1", [
      webhook,
    ]);
    expect(rows).toEqual([{ old_sealed_secret: null }]);
  });

  test("a session under way is not cut, and the login it came by is closed", async () => {
    const before = openKeys(await read(url(), secrets));
    const session = new pg.Client({ connectionString: urlOfRole(url(), "app_user", before) });
    await session.connect();
    await rotate(url(), secrets);
    const after = openKeys(await read(url(), secrets));
    expect((await session.query("SELECT 1 AS n")).rows).toEqual([{ n: 1 }]);
    await session.end();
    await expect(roleOf(urlOfRole(url(), "app_user", before))).rejects.toThrow(
      /not permitted to log in|password authentication failed/,
    );
    expect(after.login("app_user").user).not.toBe(before.login("app_user").user);
    expect(await roleOf(urlOfRole(url(), "app_user", after))).toBe("app_user");
  });

  test.each(["announced", "switched", "rewrapping", "rewrapped", "finished"])(
    "a rotation that is killed when it has %s goes on, and until then old and new both serve",
    async (killedAt) => {
      const before = await read(url(), secrets);
      await expect(
        rotate(url(), secrets, (step) => {
          if (step === killedAt) throw new Error("killed");
        }),
      ).rejects.toThrow("killed");
      const between = await read(url(), secrets);
      await withAdministrator(url(), async (client) => {
        // As a process sees it that serves meanwhile: it opens everything, and logs in.
        const keys = openKeys(between);
        const { rows } = await client.query("SELECT wrapped, company_id, version FROM app.company_keys");
        for (const row of rows) keys.unwrap("company", row.wrapped, `company|${row.company_id}|${row.version}`);
      });
      expect(await roleOf(urlOfRole(url(), "app_user", openKeys(between)))).toBe("app_user");
      const isOver = killedAt === "finished";
      const asBefore = roleOf(urlOfRole(url(), "app_user", openKeys(before)));
      expect(await asBefore.catch(() => "closed")).toBe(isOver ? "closed" : "app_user");
      if (!isOver) await rotate(url(), secrets);
      const after = await read(url(), secrets);
      expect(await behind(url(), { ...after, keys: after.keys.filter((key) => key.current) })).toBe(0);
      const { rows } = await running.database.admin.query("SELECT phase FROM vault.state");
      expect(rows).toEqual([{ phase: "idle" }]);
      const version = (held: HeldKeys) => held.keys.find((key) => key.purpose === "company" && key.current)!.version;
      expect(version(after)).toBe(version(before) + 1);
    },
  );
});
