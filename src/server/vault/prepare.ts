import { randomBytes } from "node:crypto";
import type pg from "pg";
import { patiently } from "../db/patiently.ts";
import { assertUsableDatabase, migrate, tryAgain } from "../db/migrate.ts";
import { loginRoles } from "../keys/login-roles.ts";
import { purposes, unseal } from "../keys/keys.ts";
import type { HeldKeys } from "../keys/keys.ts";
import { alone, asAdministrator, inVault, withAdministrator } from "./administrator.ts";
import { derivedKeys } from "./derived-keys.ts";
import { addLogins, mendLogins } from "./logins.ts";
import { openWith, WrongSecretKey } from "../keys/secrets.ts";
import type { Secrets } from "../keys/secrets.ts";
import { turnOver } from "./turn-over.ts";
import { addKey, enterPhase, readState, readVault, rewrapVault } from "./vault.ts";

/**
 * Brings the database to this version and fills its vault: random keys and logins, wrapped by SECRET_KEY. What an earlier
 * SECRET_KEY wrapped is wrapped anew. Answers with all keys and logins. Safe to run from several processes at once. Throws
 * WrongSecretKey or UnusableDatabase before it changes anything.
 */
export async function prepare(adminUrl: string, secrets: Secrets, now: () => Date): Promise<HeldKeys> {
  const prepareOnce = async (client: pg.Client) => {
    await assertUsableDatabase(client);
    await refuseWrongKey(client, secrets);
    await migrate(adminUrl);
    return await alone(client, async () => {
      const upgraded = await tryAgain(() => inVault(client, () => fill(client, secrets, now())));
      const held = await inVault(client, () => readVault(client, secrets, now()));
      await tryAgain(() => mendLogins(client, adminUrl, held.logins));
      if (!upgraded) return held;
      // The keys of the release before were made from SECRET_KEY; nobody but this process holds them now.
      await turnOver(client, secrets, { now, waitForProcesses: async () => {} });
      return await inVault(client, () => readVault(client, secrets, now()));
    });
  };
  return await patiently(() => withAdministrator(adminUrl, prepareOnce));
}

/** All keys and logins of a database that was prepared. Throws WrongSecretKey. */
export async function openVault(client: pg.ClientBase, secrets: Secrets, at: Date): Promise<HeldKeys> {
  return await inVault(client, () => readVault(client, secrets, at));
}

/** Going on with another key would open nothing, and change the passwords that a running server logs in with. */
async function refuseWrongKey(client: pg.ClientBase, secrets: Secrets): Promise<void> {
  const { rows: there } = await client.query<{ keys: boolean; vault: boolean }>(
    "SELECT to_regclass('app.instance_keys') IS NOT NULL AS keys, to_regclass('app.wrapping_keys') IS NOT NULL AS vault",
  );
  if (there[0]!.vault) {
    const { rows } = await inVault(client, () =>
      client.query<{ purpose: string; version: number; wrapped: Buffer }>(
        "SELECT purpose, version, wrapped FROM app.wrapping_keys",
      ),
    );
    for (const { purpose, version, wrapped } of rows) openWith(secrets, wrapped, `${purpose}|${version}`);
    if (rows.length > 0) return;
  }
  if (there[0]!.keys && (await isOfRelease(client, secrets)) === "another secret") throw new WrongSecretKey();
}

/** Whether a release before the vault was here, and with which SECRET_KEY. */
async function isOfRelease(
  client: pg.ClientBase,
  secrets: Secrets,
): Promise<Uint8Array | "another secret" | undefined> {
  const { rows } = await client.query<{ wrapped: Buffer }>(
    "SELECT wrapped FROM app.instance_keys WHERE name = 'ledger'",
  );
  const [row] = rows;
  if (!row) return undefined;
  for (const secret of [secrets.current, ...secrets.previous]) {
    const signing = derivedKeys(secret).find(({ purpose }) => purpose === "signing")!;
    try {
      unseal(Buffer.from(signing.key, "base64"), row.wrapped, "ledger");
      return secret;
    } catch {
      // Another one may have been its secret.
    }
  }
  return "another secret";
}

/** Fills what is missing; answers whether keys of a release before were taken over. */
async function fill(client: pg.ClientBase, secrets: Secrets, at: Date): Promise<boolean> {
  const [{ database } = { database: "" }] = (
    await client.query<{ database: string }>("SELECT current_database()::text AS database")
  ).rows;
  let state = await readState(client);
  if (!state) {
    state = { installation: randomBytes(4).toString("hex"), database, generation: 1, phase: "idle" };
    await client.query("INSERT INTO vault.state (installation, database, generation) VALUES ($1, $2, 1)", [
      state.installation,
      database,
    ]);
  }
  if (state.database !== database) {
    // A copy of another database: its logins are the other's, and must not be turned over by two.
    state = { ...state, installation: randomBytes(4).toString("hex"), database };
    await client.query("UPDATE vault.state SET installation = $1, database = $2", [state.installation, database]);
    await client.query("DELETE FROM vault.logins");
  }
  const { rows: present } = await client.query<{ purpose: string; derived: boolean }>(
    "SELECT purpose, derived FROM app.wrapping_keys WHERE state = 'current'",
  );
  const missing = purposes.filter((purpose) => !present.some((row) => row.purpose === purpose));
  const release =
    missing.length === purposes.length ? await asAdministrator(client, () => releaseOf(client, secrets)) : undefined;
  for (const purpose of missing) {
    const taken = release && derivedKeys(release).find((key) => key.purpose === purpose);
    const key = taken && Buffer.from(taken.key, "base64");
    await addKey(client, secrets, { purpose, version: 1 }, "current", at, key, key !== undefined);
  }
  const rewrapped = await rewrapVault(client, secrets);
  const { rows: logins } = await client.query<{ role: string }>(
    "SELECT role::text FROM vault.logins WHERE state = 'current'",
  );
  const without = loginRoles.filter((role) => !logins.some((row) => row.role === role));
  await addLogins(client, secrets, state.installation, "current", (role) => (without.includes(role) ? "a" : undefined));
  if (missing.length + rewrapped + without.length > 0) await enterPhase(client, state.phase);
  return present.some(({ derived }) => derived) || release !== undefined;
}

async function releaseOf(client: pg.ClientBase, secrets: Secrets): Promise<Uint8Array | undefined> {
  const release = await isOfRelease(client, secrets);
  if (release === "another secret") throw new WrongSecretKey();
  return release;
}
