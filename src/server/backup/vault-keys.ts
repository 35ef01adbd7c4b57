import type pg from "pg";
import type { HeldKey, Keys, Purpose } from "../keys/keys.ts";
import { aloneInTransaction } from "../vault/administrator.ts";
import { derivedKeys, fingerprintOf } from "../vault/derived-keys.ts";
import { rewrapAll, wrappedColumns } from "../vault/rewrap.ts";
import { openWith, wrapWith, WrongSecretKey } from "../keys/secrets.ts";
import type { Secrets } from "../keys/secrets.ts";
import type { VaultKey } from "./description.ts";
import { RestoreRefused } from "./restore-refused.ts";
import { isKept } from "./tables.ts";

/** What opens values in the tables of a backup, and what customers' roles at AWS know us by. */
export const ofTables: readonly Purpose[] = [
  ...new Set<Purpose>(wrappedColumns.filter(({ table }) => isKept({ name: table })).map(({ purpose }) => purpose)),
  "external ids",
];
/** What opens the companies' keys in a backup of keys. */
export const ofKeysFile: readonly Purpose[] = ["backup"];

/** Every version of these keys, as the snapshot of `client` has them: wrapped by SECRET_KEY. */
export async function readVaultKeys(client: pg.ClientBase, purposes: readonly Purpose[]): Promise<VaultKey[]> {
  const { rows } = await client.query<{ purpose: Purpose; version: number; wrapped: Buffer }>(
    "SELECT purpose, version, wrapped FROM app.wrapping_keys WHERE purpose = ANY ($1) ORDER BY 1, 2",
    [purposes],
  );
  return rows.map((row) => ({ ...row, wrapped: row.wrapped.toString("base64") }));
}

/** What opens one installation's values: its keys now, and SECRET_KEY with those before it. */
export interface Opener {
  readonly keys: Keys;
  readonly secrets: Secrets;
}

/** The keys that a backup brings. Throws {@link RestoreRefused} when it is of another SECRET_KEY. */
export function openVaultKeys(
  { keys, secrets }: Opener,
  about: { readonly secretKey: string; readonly vault?: readonly VaultKey[] | undefined },
): HeldKey[] {
  if (!keys.knows(about.secretKey)) throw anotherSecret();
  // The last release made its keys of SECRET_KEY.
  if (!about.vault)
    return [secrets.current, ...secrets.previous]
      .filter((secret) => fingerprintOf(secret) === about.secretKey)
      .flatMap((secret) => derivedKeys(secret));
  try {
    return about.vault.map(({ purpose, version, wrapped }) => {
      const { plain } = openWith(secrets, Buffer.from(wrapped, "base64"), `${purpose}|${version}`);
      return { purpose, version, key: plain.toString("base64"), current: false };
    });
  } catch (error) {
    throw error instanceof WrongSecretKey ? anotherSecret(error) : error;
  }
}

function anotherSecret(cause?: Error): RestoreRefused {
  return new RestoreRefused(
    "The backup was made with another SECRET_KEY; nothing in it could be opened. Set the SECRET_KEY of that time, or add it to SECRET_KEY_PREVIOUS.",
    { cause },
  );
}

/** Keeps keys from being turned over until the transaction ends; refuses when they were since `keys` was read. */
export async function holdKeys(client: pg.ClientBase, keys: Keys): Promise<void> {
  await aloneInTransaction(client);
  await client.query("SET LOCAL ROLE app_definer");
  const { rows } = await client.query<{ generation: number }>(
    "SELECT generation::integer AS generation FROM vault.state",
  );
  await client.query("SET LOCAL ROLE app_owner");
  if (rows[0] && rows[0].generation !== keys.generation)
    throw new RestoreRefused("The keys were turned over meanwhile; nothing was changed. Restore again.");
}

/**
 * Wraps every value that came with a backup by the keys of this place, within a transaction whose triggers and walls are down.
 * Throws {@link RestoreRefused} for a value that none of `keys` opens.
 */
export async function takeOverValues(client: pg.ClientBase, keys: Keys): Promise<void> {
  try {
    await rewrapAll(client, keys, () => {}, { inBatch: (work) => work() });
  } catch (error) {
    throw new RestoreRefused(`A wrapped value in the backup cannot be opened: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}

/** Customers' roles at AWS know us by what this key makes: it comes with them. */
export async function takeOverExternalIds(
  client: pg.ClientBase,
  secrets: Secrets,
  brought: readonly HeldKey[],
): Promise<void> {
  const theirs = brought.find(({ purpose }) => purpose === "external ids");
  if (!theirs) return;
  await client.query("SET LOCAL ROLE app_definer");
  const { rows } = await client.query<{ version: number; wrapped: Buffer }>(
    "SELECT version, wrapped FROM app.wrapping_keys WHERE purpose = 'external ids' AND state = 'current'",
  );
  for (const { version, wrapped } of rows) {
    const bound = `external ids|${version}`;
    const key = Buffer.from(theirs.key, "base64");
    if (openWith(secrets, wrapped, bound).plain.equals(key)) continue;
    await client.query("UPDATE app.wrapping_keys SET wrapped = $1 WHERE purpose = 'external ids' AND version = $2", [
      wrapWith(secrets, key, bound),
      version,
    ]);
  }
  await client.query("SET LOCAL ROLE app_owner");
}
