import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { AppError } from "../app-error.ts";
import { StorageUnavailable } from "../blobs/blob-store.ts";
import { identityOf } from "../blobs/guarded-store.ts";
import { waitForLock } from "../db/advisory-locks.ts";
import { callFunction } from "../db/functions.ts";
import type { DB } from "../db/types.gen.ts";
import type { AnchorStore } from "./anchor-store.ts";

/** The place for anchors is not the one that the database knows: what was signed is unknown, so nothing is signed. */
export class StrangeAnchors extends AppError {
  constructor() {
    super("anchor-lost");
  }
}

/** Runs work on the database as a role that may ask for the id of the place: the signer's, or that of workers. */
export type OnDatabase = <T>(work: (db: Kysely<DB>) => Promise<T>) => Promise<T>;

/** A place that was looked at is not looked at again for so long, unless its folder has become another one. */
const [FOLDER_FRESH_MS, BUCKET_FRESH_MS] = [3_000, 15_000];
const NOT_ITSELF = "it is empty, not mounted, or another one";

/**
 * The place for anchors, which is believed only while its marker is the one that the database knows: an unmounted folder takes no anchor
 * and is not taken for one that nothing was signed in. Everything on it refuses {@link StrangeAnchors} until then. The first look gives a place
 * its marker. `folder`: its path, where it is one.
 */
export function knownAnchors(
  store: AnchorStore,
  database: OnDatabase,
  { folder, monotonic = () => performance.now() }: { folder?: string | undefined; monotonic?: () => number } = {},
): Required<AnchorStore> {
  let good: { readonly at: number; readonly folder: string } | undefined;
  const there = async () => (folder === undefined ? "" : await identityOf(folder));
  const isItself = async (): Promise<boolean> => {
    const freshMs = folder === undefined ? BUCKET_FRESH_MS : FOLDER_FRESH_MS;
    if (good && good.folder === (await there()) && monotonic() - good.at < freshMs) return true;
    good = undefined;
    if (!(await isKnown(store, database))) return false;
    good = { at: monotonic(), folder: await there() };
    return true;
  };
  const itself = async <T>(work: () => Promise<T>): Promise<T> => {
    if (!(await isItself())) throw new StrangeAnchors();
    return await work();
  };
  return {
    ...store,
    create: (...anchor) => itself(() => store.create(...anchor)),
    read: (...name) => itself(() => store.read(...name)),
    sizes: (...wanted) => itself(() => store.sizes(...wanted)),
    ledgers: () => itself(() => store.ledgers()),
    forget: (ledger) => itself(() => store.forget(ledger)),
    assertReady: async () => {
      if (!(await isItself())) throw new StorageUnavailable(NOT_ITSELF);
    },
  };
}

/** From now on the place is the one, whatever the database knew before. `database` acts as app_worker. */
export async function adoptAnchors(store: AnchorStore, database: OnDatabase): Promise<void> {
  await database(async (db) => {
    const found = await store.marker();
    const id = isId(found) ? found : randomUUID();
    if (found !== id) await store.mark(id);
    await callFunction(db, "app.know_store", ["anchors", id]);
  });
}

async function isKnown(store: AnchorStore, database: OnDatabase): Promise<boolean> {
  const found = await store.marker();
  if (found !== undefined && !isId(found)) return false;
  return await database(async (db) => {
    const { id } = await ask(db, found);
    if (id === null) return await markFirst(store, db);
    // Another process may have given it its marker since it was read.
    return id === found || id === (await store.marker());
  });
}

/** Nobody knows the place yet: of several processes that look at it, one gives it its marker. */
async function markFirst(store: AnchorStore, db: Kysely<DB>): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    await waitForLock("anchorIdentity").execute(tx);
    const found = await store.marker();
    if (found !== undefined && !isId(found)) return false;
    const { id, has_signed: hasSigned } = await ask(tx, found);
    if (id !== null) return id === found;
    // What was signed may have its anchors where an earlier release left them: of each ledger that is looked up.
    if (hasSigned && (await store.ledgers()).length === 0) return true;
    const made = randomUUID();
    await store.mark(made);
    return (await ask(tx, made)).id === made;
  });
}

async function ask(db: Kysely<DB>, found: string | undefined) {
  return (await callFunction(db, "app.anchor_place", [found ?? null]))[0]!;
}

const isId = (found: string | undefined): found is string => found !== undefined && /^[0-9a-f-]{36}$/.test(found);
