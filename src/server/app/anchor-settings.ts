import { join } from "node:path";
import type { StorageAddress } from "../blobs/storage-address.ts";
import { overlaps } from "../blobs/storage-overlap.ts";
import type { ServingConfig } from "./config.ts";
import { ConfigError } from "./config-error.ts";
import type { Values } from "./settings.ts";

/** Where anchors lie: never with what they watch over, and in one place for all who sign. */
export function anchorsOf(values: Values, dataDir: string, evidence: readonly StorageAddress[]): StorageAddress {
  const { ANCHORS_URL: given, DATABASE_URL: shared, ROLE: role = "all" } = values;
  if (!given && shared && role !== "all")
    throw new ConfigError(
      "ANCHORS_URL must be set with ROLE=web, ROLE=worker or ROLE=signer: every process needs the same place.",
    );
  const anchors = given ?? { kind: "folder", path: join(dataDir, "anchors") };
  if (evidence.some((store) => overlaps(anchors, store)))
    throw new ConfigError(
      "ANCHORS_URL must be a place apart from STORAGE_US_URL and STORAGE_EU_URL: neither the same, nor inside of one, nor around one.",
    );
  return anchors;
}

/** What a disk or bucket must not share with the anchors if they are to outlive it. */
export function besideAnchors({
  storage,
  dataDir,
}: Pick<ServingConfig, "storage" | "dataDir">): readonly StorageAddress[] {
  return [...Object.values(storage), { kind: "folder", path: dataDir }];
}
