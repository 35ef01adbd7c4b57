import { join } from "node:path";
import type { StorageAddress } from "../blobs/storage-address.ts";
import { overlaps } from "../blobs/storage-overlap.ts";
import { knownAnchors } from "../ledger/anchor-identity.ts";
import type { OnDatabase } from "../ledger/anchor-identity.ts";
import type { AnchorStore } from "../ledger/anchor-store.ts";
import { openAnchorStore } from "../ledger/open-anchor-store.ts";
import type { ServingConfig } from "./config.ts";
import { ConfigError } from "./config-error.ts";
import type { Values } from "./settings.ts";

/** What processes that share a database must share, too: a folder of its own would keep what the others cannot read. */
const PLACES = ["STORAGE_US_URL", "STORAGE_EU_URL", "ANCHORS_URL"] as const;

/**
 * Where anchors lie: never with what they watch over, and in one place for all who sign. Throws ConfigError, also where one of several
 * processes is not told where evidence lies.
 */
export function anchorsOf(values: Values, dataDir: string, evidence: readonly StorageAddress[]): StorageAddress {
  const { ANCHORS_URL: given, DATABASE_URL: shared, ROLE: role = "all" } = values;
  const isOneOfSeveral = shared !== undefined && role !== "all";
  const missing = PLACES.filter((name) => isOneOfSeveral && !values[name]);
  if (missing.length > 0)
    throw new ConfigError(
      `${new Intl.ListFormat("en").format(missing)} must be set with ROLE=web, ROLE=worker or ROLE=signer: every process needs the same place.`,
    );
  const anchors = given ?? { kind: "folder", path: join(dataDir, "anchors") };
  if (evidence.some((store) => overlaps(anchors, store)))
    throw new ConfigError(
      "ANCHORS_URL must be a place apart from STORAGE_US_URL and STORAGE_EU_URL: neither the same, nor inside of one, nor around one.",
    );
  return anchors;
}

/** The place for anchors, which is believed only while it is the one that the database knows; `database` as {@link knownAnchors} wants it. */
export async function openAnchors(
  config: Pick<ServingConfig, "storage" | "dataDir" | "anchors">,
  database: OnDatabase,
): Promise<AnchorStore> {
  const { anchors } = config;
  const folder = anchors.kind === "folder" ? anchors.path : undefined;
  return knownAnchors(await openAnchorStore(anchors, besideAnchors(config)), database, { folder });
}

/** What a disk or bucket must not share with the anchors if they are to outlive it. */
export function besideAnchors({
  storage,
  dataDir,
}: Pick<ServingConfig, "storage" | "dataDir">): readonly StorageAddress[] {
  return [...Object.values(storage), { kind: "folder", path: dataDir }];
}
