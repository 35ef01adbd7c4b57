import { randomBytes } from "node:crypto";
import type pg from "pg";
import { loginRoles } from "../keys/login-roles.ts";
import type { LoginRole } from "../keys/login-roles.ts";
import type { HeldKey, HeldKeys, Login, Purpose } from "../keys/keys.ts";
import { fingerprintOf } from "./derived-keys.ts";
import { openWith, wrapWith } from "../keys/secrets.ts";
import type { Secrets } from "../keys/secrets.ts";

/** Where a key or login stands: held but not used yet, in use, or kept for what was wrapped before. */
export type Standing = "coming" | "current" | "old";

/** The one row that says how far the vault is. */
export interface VaultState {
  readonly installation: string;
  readonly database: string;
  readonly generation: number;
  readonly phase: "idle" | "announced" | "switched";
}

/** Reads the state; undefined before the first start. Within `inVault`. */
export async function readState(client: pg.ClientBase): Promise<VaultState | undefined> {
  const { rows } = await client.query<VaultState>(
    "SELECT installation, database::text, generation::integer AS generation, phase FROM vault.state",
  );
  return rows[0];
}

/** Enters a phase and says that keys or logins have changed; answers with the new generation. Within `inVault`. */
export async function enterPhase(client: pg.ClientBase, phase: VaultState["phase"]): Promise<number> {
  const { rows } = await client.query<{ generation: number }>(
    "UPDATE vault.state SET phase = $1, generation = generation + 1 RETURNING generation::integer AS generation",
    [phase],
  );
  return rows[0]!.generation;
}

/** Keeps one version of a key. Within `inVault`. */
export async function addKey(
  client: pg.ClientBase,
  secrets: Secrets,
  { purpose, version }: { purpose: Purpose; version: number },
  standing: Standing,
  at: Date,
  key: Uint8Array = randomBytes(32),
  derived = false,
): Promise<void> {
  const wrapped = wrapWith(secrets, key, `${purpose}|${version}`);
  await client.query(
    "INSERT INTO app.wrapping_keys (purpose, version, wrapped, state, derived, created_at) VALUES ($1, $2, $3, $4, $5, $6)",
    [purpose, version, wrapped, standing, derived, at],
  );
}

/** A user name of its own for each installation on a server, for each role, in turns. */
export function loginName(role: LoginRole, installation: string, slot: "a" | "b"): string {
  return `${role}_${installation}_${slot}`;
}

const DAY_MS = 24 * 3_600_000;

/** Everything in the vault, opened. Within `inVault`. Throws WrongSecretKey. */
export async function readVault(client: pg.ClientBase, secrets: Secrets, at: Date): Promise<HeldKeys> {
  const state = await readState(client);
  if (!state) throw new Error("the database was not prepared");
  const { rows: keys } = await client.query<{
    purpose: Purpose;
    version: number;
    wrapped: Buffer;
    current: boolean;
  }>(
    `SELECT purpose, version, wrapped, state = 'current' AS current FROM app.wrapping_keys
      -- What these sign lives for an hour at most.
      WHERE NOT (state = 'old' AND purpose IN ('human check', 'demo') AND retired_at < $1) ORDER BY 1, 2`,
    [new Date(at.getTime() - DAY_MS)],
  );
  const { rows: logins } = await client.query<{ role: LoginRole; slot: "a" | "b"; wrapped: Buffer }>(
    "SELECT role::text, slot, wrapped FROM vault.logins WHERE state = 'current'",
  );
  const held: Partial<Record<LoginRole, Login>> = {};
  for (const { role, slot, wrapped } of logins) {
    if (!loginRoles.includes(role)) continue;
    const password = openWith(secrets, wrapped, `${role}|${slot}`).plain.toString();
    held[role] = { user: loginName(role, state.installation, slot), password };
  }
  return {
    generation: state.generation,
    installation: state.installation,
    fingerprint: fingerprintOf(secrets.current),
    earlierFingerprints: secrets.previous.map(fingerprintOf),
    logins: held,
    keys: keys.map(({ purpose, version, wrapped, current }): HeldKey => ({
      purpose,
      version,
      key: openWith(secrets, wrapped, `${purpose}|${version}`).plain.toString("base64"),
      current,
    })),
  };
}

/** Wraps with SECRET_KEY what only an earlier one opens; answers with how many values that were. Within `inVault`. */
export async function rewrapVault(client: pg.ClientBase, secrets: Secrets): Promise<number> {
  let count = 0;
  const { rows: keys } = await client.query<{ purpose: string; version: number; wrapped: Buffer }>(
    "SELECT purpose, version, wrapped FROM app.wrapping_keys FOR UPDATE",
  );
  for (const { purpose, version, wrapped } of keys) {
    const { plain, isCurrent } = openWith(secrets, wrapped, `${purpose}|${version}`);
    if (isCurrent) continue;
    count += 1;
    await client.query("UPDATE app.wrapping_keys SET wrapped = $3 WHERE purpose = $1 AND version = $2", [
      purpose,
      version,
      wrapWith(secrets, plain, `${purpose}|${version}`),
    ]);
  }
  const { rows: logins } = await client.query<{ role: string; slot: string; wrapped: Buffer }>(
    "SELECT role::text, slot, wrapped FROM vault.logins FOR UPDATE",
  );
  for (const { role, slot, wrapped } of logins) {
    const { plain, isCurrent } = openWith(secrets, wrapped, `${role}|${slot}`);
    if (isCurrent) continue;
    count += 1;
    await client.query("UPDATE vault.logins SET wrapped = $3 WHERE role = $1 AND slot = $2", [
      role,
      slot,
      wrapWith(secrets, plain, `${role}|${slot}`),
    ]);
  }
  return count;
}
