import type pg from "pg";
import { artifactBinding, openCompanyKey } from "../blobs/company-keys.ts";
import type { ArtifactLocation } from "../blobs/artifacts.ts";
import { BrokenSeal } from "../blobs/sealed-stream.ts";
import { unseal } from "../keys/keys.ts";
import type { Keys } from "../keys/keys.ts";

/** A stored file with what opens it, and the item that it belongs to. */
export interface StoredItem extends ArtifactLocation {
  readonly number: number;
  readonly geography: "us" | "eu";
}

interface Row {
  readonly company_id: string;
  readonly id: string;
  readonly number: string;
  readonly blob_key: string;
  readonly geography: "us" | "eu";
  readonly sha256: Buffer;
  readonly size: string;
  readonly wrapped_key: Buffer;
  readonly version: number;
  readonly wrapped: Buffer;
}

const stored = `SELECT e.company_id, e.id, e.number, e.blob_key, l.geography, e.sha256, e.size, s.wrapped_key, k.version, k.wrapped
  FROM app.evidence e JOIN app.companies c ON c.id = e.company_id AND c.deleted_at IS NULL
  JOIN app.storage_locations l ON l.id = e.storage_location_id
  JOIN app.evidence_seals s ON s.company_id = e.company_id AND s.evidence_id = e.id
  JOIN app.company_keys k ON k.company_id = e.company_id AND k.version = s.key_version
  WHERE e.erased_at IS NULL`;

/** The place of an item in the order in which files are checked. */
export interface Place {
  readonly company: string;
  readonly number: number;
}

/** The next items behind a place, at most `most`. The connection must see every company. */
export async function itemsAfter(
  client: pg.ClientBase,
  keys: Keys,
  after: Place | undefined,
  most: number,
): Promise<StoredItem[]> {
  const { rows } = await client.query<Row>(
    `${stored} AND ($1::uuid IS NULL OR (e.company_id, e.number) > ($1, $2)) ORDER BY e.company_id, e.number LIMIT $3`,
    [after?.company ?? null, after?.number ?? 0, most],
  );
  return rows.map((row) => itemOf(keys, row));
}

/** One item as it is now; undefined where its file or its company is gone. */
export async function itemNow(
  client: pg.ClientBase,
  keys: Keys,
  { companyId, artifactId }: Pick<StoredItem, "companyId" | "artifactId">,
): Promise<StoredItem | undefined> {
  const { rows } = await client.query<Row>(`${stored} AND e.company_id = $1 AND e.id = $2`, [companyId, artifactId]);
  return rows[0] && itemOf(keys, rows[0]);
}

/** Items whose files were found damaged, those first that were not looked at for longest. */
export async function damagedItems(client: pg.ClientBase, keys: Keys, most: number): Promise<StoredItem[]> {
  const { rows } = await client.query<Row>(
    `${stored} AND EXISTS (SELECT FROM app.damaged_files d WHERE d.company_id = e.company_id AND d.evidence_id = e.id)
     ORDER BY (SELECT d.seen_at FROM app.damaged_files d WHERE d.company_id = e.company_id AND d.evidence_id = e.id) LIMIT $1`,
    [most],
  );
  return rows.map((row) => itemOf(keys, row));
}

/** One item, whose key is opened where its file is read: that it does not open is said of that file, and keeps nobody from the next. */
function itemOf(keys: Keys, row: Row): StoredItem {
  return {
    companyId: row.company_id,
    artifactId: row.id,
    number: Number(row.number),
    blobKey: row.blob_key,
    geography: row.geography,
    sha256: row.sha256,
    size: Number(row.size),
    get key() {
      try {
        return unseal(openCompanyKey(keys, row), row.wrapped_key, artifactBinding(row.company_id, row.id));
      } catch (cause) {
        throw new BrokenSeal("its key does not open", { cause });
      }
    },
  };
}
