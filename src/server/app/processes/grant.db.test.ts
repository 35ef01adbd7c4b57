import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import type { FreshDatabase } from "#tests/support/fresh-database.ts";
import { machineClock } from "../../clock.ts";
import { environmentWithout } from "../config.ts";
import { openKysely, openPool, placeOf, urlOfRole, urlOfUser } from "../../db/connections.ts";
import { KeyNotHeld, openKeys, unseal } from "../../keys/keys.ts";
import type { HeldKeys, Keys, Login } from "../../keys/keys.ts";
import { openSigningKey } from "../../ledger/signing-key.ts";
import { demoWrap, installationWrap } from "../../ledger/signing-wrap.ts";
import { createLogger } from "../logging.ts";
import { variables } from "../settings.ts";
import { prepare } from "../../vault/prepare.ts";
import { openWith } from "../../keys/secrets.ts";
import { heldBy, withheld } from "./grant.ts";
import type { Part } from "./grant.ts";

const secretKey = randomBytes(32);
let database: FreshDatabase;
let held: HeldKeys;
let wrapped: Buffer;
let wrappedLogin: Buffer;

beforeAll(async () => {
  database = await freshDatabase();
  held = await prepare(database.adminUrl, { current: secretKey, previous: [] }, machineClock);
  const keys = openKeys(heldBy("signer", held));
  const url = urlOfRole(placeOf(database.adminUrl), "app_signer", keys);
  const pool = openPool(url, 1, createLogger({ role: "signer" }));
  await openSigningKey(openKysely(pool), installationWrap(keys), "example.test");
  await pool.end();
  wrapped = (await database.admin.query("SELECT wrapped FROM app.instance_keys")).rows[0].wrapped;
  wrappedLogin = (await database.admin.query("SELECT wrapped FROM vault.logins WHERE role = 'app_signer'")).rows[0]
    .wrapped;
});
afterAll(() => database.close());
afterEach(() => vi.unstubAllEnvs());

/** What whoever captures a process would try in the database, with each of its logins. */
const tries = [
  "SELECT wrapped FROM app.instance_keys",
  "SELECT * FROM app.instance_keys",
  "INSERT INTO app.instance_keys (name, wrapped, public_key, origin) VALUES ('ledger', '', '', '')",
  "UPDATE app.instance_keys SET wrapped = '\\x00'",
  "DELETE FROM app.instance_keys",
  "SELECT * FROM app.wrapping_keys",
  "SELECT * FROM vault.logins",
  "SELECT * FROM vault.state",
  "SELECT app.store_checkpoint(gen_random_uuid(), 1, 1, sha256('x'), 'a note')",
  "SELECT app.note_signing_stop(gen_random_uuid(), 'anchor-lost')",
  "SELECT app.take_signing_requests(1, '{}')",
  "SELECT app.answer_signing_request(gen_random_uuid(), NULL, 'a note')",
  "SELECT * FROM app.seals_of_export(gen_random_uuid(), gen_random_uuid())",
  "INSERT INTO app.signing_requests (kind) VALUES ('checkpoint')",
  "SELECT * FROM app.signing_requests",
  "INSERT INTO app.ledger_checkpoints (company_id, size, root, note) VALUES (gen_random_uuid(), 1, sha256('x'), 'a note')",
  "SET ROLE app_signer",
  "SET ROLE app_definer",
  "SET ROLE app_owner",
  "SET ROLE app_backup",
  "ALTER ROLE app_signer LOGIN PASSWORD 'x'",
];

async function answersTo(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const answers: string[] = [];
    for (const text of tries)
      answers.push(
        await client.query(text).then(
          () => `done: ${text}`,
          (error: Error) => error.message,
        ),
      );
    return answers;
  } finally {
    await client.end();
  }
}

/** Whether any key that is held, or a key of 32 bytes that can be read in the environment, opens what is wrapped. */
function opens(keys: Keys, all: HeldKeys, environment: NodeJS.ProcessEnv): boolean {
  const candidates = [
    ...all.keys.map(({ key }) => Buffer.from(key, "base64")),
    ...Object.values(environment).map((text) => Buffer.from(text ?? "", "base64")),
  ].filter(({ length }) => length === 32);
  const works = (open: () => unknown) => {
    try {
      open();
      return true;
    } catch {
      return false;
    }
  };
  return (
    works(() => demoWrap(keys).unwrap(wrapped)) ||
    candidates.some(
      (key) =>
        works(() => unseal(key, wrapped, "ledger")) ||
        works(() => openWith({ current: key, previous: [] }, wrappedLogin, "app_signer|a")),
    )
  );
}

test.each<Part>(["web", "worker", "all"])(
  "S12: a serving process cannot sign: with its environment, its keys and its roles no wrapped signing key opens (ROLE=%s)",
  async (part) => {
    for (const name of Object.keys(variables)) vi.stubEnv(name, randomBytes(32).toString("base64"));
    vi.stubEnv("SECRET_KEY", secretKey.toString("base64"));
    vi.stubEnv("DATABASE_URL", database.adminUrl);
    const environment = environmentWithout(withheld[part]);
    expect(Object.values(environment)).not.toContain(database.adminUrl);

    const own = heldBy(part, held);
    const keys = openKeys(own);
    expect(() => keys.unwrap("signing", wrapped, "ledger")).toThrow(KeyNotHeld);
    expect(opens(keys, own, environment)).toBe(false);
    // The same look finds it where it is.
    expect(opens(openKeys(held), held, environment)).toBe(true);
    expect(opens(keys, own, process.env)).toBe(true);

    const logins = Object.entries(own.logins) as [string, Login][];
    expect(logins.map(([role]) => role)).toEqual(["app_user", "app_auditor", "app_staff", "app_auth", "app_worker"]);
    for (const [role, login] of logins) {
      const refused = /^permission denied|must (be|have)|CREATEROLE/;
      for (const url of [
        urlOfUser(placeOf(database.adminUrl), login, `-c role=${role}`),
        urlOfUser(placeOf(database.adminUrl), login),
      ])
        for (const answer of await answersTo(url)) expect(answer, role).toMatch(refused);
    }
  },
);

test("S12: the signer is told nothing that opens more than it needs, and its role can do nothing but sign", async () => {
  for (const name of Object.keys(variables)) vi.stubEnv(name, "x");
  expect(
    Object.keys(environmentWithout(withheld.signer))
      .filter((name) => name in variables)
      .sort(),
  ).toEqual(["ANCHORS_URL", "APP_URL", "DATA_DIR", "NODE_ENV", "PORT", "STORAGE_EU_URL", "STORAGE_US_URL"]);
  const own = heldBy("signer", held);
  expect([Object.keys(own.logins), [...new Set(own.keys.map(({ purpose }) => purpose))]]).toEqual([
    ["app_signer"],
    ["signing"],
  ]);
  const { rows } = await database.admin.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace IN ('app'::regnamespace, 'auth'::regnamespace,
       'vault'::regnamespace) AND has_any_column_privilege('app_signer', c.oid, 'SELECT, INSERT, UPDATE') ORDER BY 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(["app.instance_keys", "app.processes", "app.storage_locations"]);
});
