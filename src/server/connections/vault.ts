import { sql } from "kysely";
import type { Kysely } from "kysely";
import { CredentialsRefused } from "#connectors/http.ts";
import { asCaller } from "../db/as-caller.ts";
import type { Tx } from "../db/as-caller.ts";
import type { DB } from "../db/types.gen.ts";
import type { Credentials, Vault } from "./credentials/context.ts";
import type { ConnectionsKey } from "./connections-key.ts";
import { sealFor } from "./sealed-box.ts";

interface Deps {
  /** As app_user: whatever is done is done as the connection. */
  readonly db: Kysely<DB>;
  readonly key: ConnectionsKey;
  readonly now: () => Date;
}

/** Whose credentials they are. */
export interface Owner {
  readonly companyId: string;
  readonly connectionId: string;
}

interface Kept {
  readonly version: number;
  readonly credentials: Credentials;
}

/** The sealed credentials of a connection. Throws `CredentialsRefused` where there are none that this process opens. */
export function databaseVault(deps: Deps, owner: Owner): Vault {
  const { db } = deps;
  const as = <T>(work: (tx: Tx) => Promise<T>) =>
    asCaller(db, { userId: owner.connectionId, companyId: owner.companyId }, work);
  const versions = new WeakMap<Credentials, number>();
  const noted = ({ version, credentials }: Kept) => {
    versions.set(credentials, version);
    return credentials;
  };
  return {
    read: () => as(async (tx) => noted(await getNewest(tx, deps.key, owner))),
    replace: (seen, renew) =>
      as(async (tx) => {
        // Held while the vendor is asked, which takes ten seconds at most: a second process waits, and then finds what came of it.
        await holdCredentials(tx, owner);
        const newest = await getNewest(tx, deps.key, owner);
        if (newest.version !== versions.get(seen)) return noted(newest);
        const credentials = await renew(newest.credentials);
        const version = await storeCredentials(tx, deps.key.publicKey, owner, credentials, deps.now());
        return noted({ version, credentials });
      }),
  };
}

/** Seals credentials as the newest of a connection and forgets those before, in the connection's own transaction. */
export async function storeCredentials(
  tx: Tx,
  publicKey: Uint8Array,
  owner: Owner,
  credentials: Credentials,
  now: Date,
): Promise<number> {
  // Whoever refreshes the old ones at this moment writes first, and these follow.
  await holdCredentials(tx, owner);
  const { rows } = await sql<{ version: number }>`DELETE FROM app.connection_secrets
    WHERE company_id = ${owner.companyId} AND connection_id = ${owner.connectionId} RETURNING version`.execute(tx);
  const version = Math.max(0, ...rows.map((row) => row.version)) + 1;
  await tx
    .insertInto("app.connection_secrets")
    .values({
      company_id: owner.companyId,
      connection_id: owner.connectionId,
      version,
      sealed: sealFor(publicKey, Buffer.from(JSON.stringify(credentials)), boundTo(owner, version)),
      sealed_at: now,
    })
    .execute();
  return version;
}

/** One writer of a connection's credentials at a time, until the transaction ends. */
async function holdCredentials(tx: Tx, { connectionId }: Owner): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`credentials|${connectionId}`}, 0))`.execute(tx);
}

/** The name under which the credentials of a connection are sealed. */
export function boundTo({ companyId, connectionId }: Owner, version: number): string {
  return `connection|${companyId}|${connectionId}|${version}`;
}

/** Opens sealed credentials; throws `CredentialsRefused` when they were sealed for another key. */
export function openCredentials(key: ConnectionsKey, sealed: Uint8Array, bound: string): Credentials {
  let plain: Buffer;
  try {
    plain = key.open(sealed, bound);
  } catch {
    throw new CredentialsRefused("the credentials were sealed for another key");
  }
  return JSON.parse(plain.toString("utf8")) as Credentials;
}

async function getNewest(tx: Tx, key: ConnectionsKey, owner: Owner): Promise<Kept> {
  const row = await tx
    .selectFrom("app.connection_secrets")
    .select(["version", "sealed"])
    .where("company_id", "=", owner.companyId)
    .where("connection_id", "=", owner.connectionId)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!row) throw new CredentialsRefused("there are no credentials");
  return { version: row.version, credentials: openCredentials(key, row.sealed, boundTo(owner, row.version)) };
}
