import type pg from "pg";
import { companyKeyBinding } from "../blobs/company-keys.ts";
import type { Keys, WrappedKey } from "../keys/keys.ts";
import { webhookBinding } from "../webhooks/deliver.ts";
import { inVault } from "./administrator.ts";

/** A column whose values are wrapped: by which key, and what each is bound to. */
interface WrappedColumn {
  readonly purpose: WrappedKey;
  readonly table: string;
  readonly column: string;
  /** The primary key. */
  readonly key: readonly string[];
  readonly bound: (key: readonly string[]) => string;
}

const byUser = (key: readonly string[]) => key[0]!;
const byWebhook = ([company, id]: readonly string[]) => webhookBinding(company!, id!);

/** Every wrapped value of the database. */
export const wrappedColumns: readonly WrappedColumn[] = [
  {
    purpose: "company",
    table: "app.company_keys",
    column: "wrapped",
    key: ["company_id", "version"],
    bound: ([company, version]) => companyKeyBinding(company!, Number(version)),
  },
  { purpose: "signing", table: "app.instance_keys", column: "wrapped", key: ["name"], bound: ([name]) => name! },
  { purpose: "totp", table: "auth.totp_secrets", column: "sealed", key: ["user_id"], bound: byUser },
  { purpose: "totp", table: "auth.totp_secrets", column: "replacement", key: ["user_id"], bound: byUser },
  { purpose: "webhook", table: "app.webhooks", column: "sealed_secret", key: ["company_id", "id"], bound: byWebhook },
  {
    purpose: "webhook",
    table: "app.webhooks",
    column: "old_sealed_secret",
    key: ["company_id", "id"],
    bound: byWebhook,
  },
  { purpose: "backup", table: "app.backups", column: "file_key", key: ["id"], bound: ([id]) => id! },
];

/** How values are wrapped anew. */
interface Rewrapping {
  /** Runs some rows' work: in a transaction of its own, or within one that goes on. */
  readonly inBatch?: <T>(work: () => Promise<T>) => Promise<T>;
  /** Told of a value that none of the keys opens, which stays as it is; without it that is thrown. */
  readonly onUnopened?: (error: Error) => void;
}

const AT_ONCE = 200;

/**
 * Wraps with the current keys what older ones have wrapped, some rows at a time, so that a run that is killed loses
 * nothing and the next goes on. Answers with how many values were wrapped anew.
 */
export async function rewrapAll(
  client: pg.ClientBase,
  keys: Keys,
  onBatch: () => Promise<void> | void,
  how: Rewrapping = {},
): Promise<number> {
  let count = 0;
  for (const column of wrappedColumns) count += await rewrapColumn(client, keys, column, onBatch, how);
  return count;
}

async function rewrapColumn(
  client: pg.ClientBase,
  keys: Keys,
  { purpose, table, column, key, bound }: WrappedColumn,
  onBatch: () => Promise<void> | void,
  { inBatch = (work) => inVault(client, work), onUnopened }: Rewrapping,
): Promise<number> {
  const name = `(${key.join(", ")})`;
  const columns = key.map((part, at) => `${part}::text AS k${at}`).join(", ");
  let after: string[] | undefined;
  let count = 0;
  for (;;) {
    const batch = await inBatch(async () => {
      const places = key.map((_, at) => `$${at + 2}`).join(", ");
      const { rows } = await client.query<Record<string, string> & { value: Buffer }>(
        `SELECT ${columns}, ${column} AS value FROM ${table} WHERE ${column} IS NOT NULL
          ${after ? `AND ${name} > (${places})` : ""} ORDER BY ${key.join(", ")} LIMIT $1`,
        [AT_ONCE, ...(after ?? [])],
      );
      for (const row of rows) {
        const own = key.map((_, at) => row[`k${at}`]!);
        const { value } = row;
        if (keys.isCurrent(purpose, value, bound(own))) continue;
        let plain: Buffer;
        try {
          plain = keys.unwrap(purpose, value, bound(own));
        } catch (error) {
          if (!onUnopened) throw error;
          onUnopened(error as Error);
          continue;
        }
        const wrapped = keys.wrap(purpose, plain, bound(own));
        // Somebody else may have replaced it meanwhile, with the current key.
        const { rowCount } = await client.query(
          `UPDATE ${table} SET ${column} = $1 WHERE ${column} = $2 AND ${name} = (${key.map((_, at) => `$${at + 3}`).join(", ")})`,
          [wrapped, value, ...own],
        );
        count += rowCount ?? 0;
      }
      return rows;
    });
    if (batch.length > 0) await onBatch();
    if (batch.length < AT_ONCE) return count;
    const last = batch.at(-1)!;
    after = key.map((_, at) => last[`k${at}`]!);
  }
}
