import { setTimeout } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { DB } from "../db/types.gen.ts";
import type { BlobStore } from "./blob-store.ts";
import { StorageUnavailable } from "./blob-store.ts";
import { guardedStore } from "./guarded-store.ts";
import { openBlobStore } from "./storage-address.ts";
import type { StorageAddress } from "./storage-address.ts";
import { sayIdentityFault, settleIdentity } from "./store-identity.ts";
import type { Geography } from "./store-identity.ts";

/** A place for files is not the one that the database knows; the message says what to do. */
export class UnusableStorage extends Error {
  override readonly name = "UnusableStorage";
}

export type StorageAddresses = Readonly<Record<Geography, StorageAddress>>;
export type Stores = Readonly<Record<Geography, BlobStore>>;

const geographies = ["us", "eu"] as const;
/** A place that does not answer at the start is asked again so often, and after that the start fails. */
const [TRIES, PAUSE_MS] = [5, 2_000];

/** Opens the places for files, and refuses ({@link UnusableStorage}) one that is not the place that the database knows. */
export async function openStores(addresses: StorageAddresses, worker: Kysely<DB>, tries = TRIES): Promise<Stores> {
  const open = async (geography: Geography, elsewhere?: string) => {
    const address = addresses[geography];
    const store = await openBlobStore(address);
    const settled = await patiently(tries, () => settleIdentity(worker, geography, store, { elsewhere }));
    if ("fault" in settled) throw new UnusableStorage(sayIdentityFault(settled.fault, nameOf(geography, address)));
    return { id: settled.id, store: guardedStore(store, address, settled.id) };
  };
  const us = await open("us");
  const eu = await open("eu", us.id);
  return { us: us.store, eu: eu.store };
}

/** The same places as they are, whatever the database knows: for what brings files or the database back. */
export async function openAnyStores(addresses: StorageAddresses): Promise<Stores> {
  return { us: await openBlobStore(addresses.us), eu: await openBlobStore(addresses.eu) };
}

/** From now on the database knows these places, whatever it knew before. */
export async function adoptStores(stores: Stores, worker: Kysely<DB>): Promise<void> {
  for (const geography of geographies) await settleIdentity(worker, geography, stores[geography], { adopt: true });
}

async function patiently<T>(most: number, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StorageUnavailable) || tries >= most) throw error;
      await setTimeout(PAUSE_MS);
    }
  }
}

const nameOf = (geography: Geography, address: StorageAddress): string =>
  `STORAGE_${geography.toUpperCase()}_URL (${address.kind === "folder" ? address.path : `s3://${address.bucket}/${address.prefix}`})`;
