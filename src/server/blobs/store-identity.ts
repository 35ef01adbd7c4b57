import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { waitForLock } from "../db/advisory-locks.ts";
import { callFunction } from "../db/functions.ts";
import type { DB } from "../db/types.gen.ts";
import type { BlobStore } from "./blob-store.ts";

/** Names a place for files or anchors, so that an empty folder in its place is noticed. */
export const MARKER = "exhibit-store.json";

export type Geography = "us" | "eu";
/** A place for files, or one for backups, which the database knows by its address. */
export type PlaceKey = Geography | `backups:${string}`;

/** The id in a place's marker; undefined where there is none, "unreadable" where it is damaged. */
export const readMarker = async (store: Pick<BlobStore, "read">): Promise<string | undefined> =>
  idIn(await store.read(MARKER));

/** What a marker says, and with what. */
export const markerOf = (id: string): Buffer => Buffer.from(`${JSON.stringify({ store: id })}\n`);

/** The id that a marker says. */
export function idIn(bytes: Buffer | undefined): string | undefined {
  if (!bytes) return undefined;
  try {
    const { store: id } = JSON.parse(bytes.toString()) as { store?: unknown };
    return typeof id === "string" ? id : "unreadable";
  } catch {
    return "unreadable";
  }
}

/** What speaks against using a place for files: it is not the one that the database knows. */
export type IdentityFault = "lost" | "other" | "strange";

/** What is known when a place is looked at. */
export interface IdentityFacts {
  /** The id that the database knows, and the one that lies in the place. */
  readonly known: string | undefined;
  readonly found: string | undefined;
  /** Whether the database knows files that are stored there, and whether it knows anybody at all. */
  readonly hasFiles: boolean;
  readonly hasPeople: boolean;
  /** Whether a sealed file lies in the place. */
  readonly holdsFiles: boolean;
}

/** Whether a place may be used; where nothing has an id yet it is given one. */
export function identityFault({
  known,
  found,
  hasFiles,
  hasPeople,
  holdsFiles,
}: IdentityFacts): IdentityFault | undefined {
  if (known !== undefined) return found === known ? undefined : found === undefined ? "lost" : "other";
  if (!hasPeople && (found !== undefined || holdsFiles)) return "strange";
  return hasFiles && found === undefined && !holdsFiles ? "lost" : undefined;
}

/**
 * The id of a place for files, which database and place agree on: the first start gives it one. A fault is answered where they do not
 * agree. `elsewhere` is the id of the other location. `worker` acts as app_worker. Several processes may ask at once.
 */
export async function settleIdentity(
  worker: Kysely<DB>,
  geography: PlaceKey,
  store: BlobStore,
  { adopt = false, elsewhere }: { readonly adopt?: boolean; readonly elsewhere?: string | undefined } = {},
): Promise<{ readonly id: string } | { readonly fault: IdentityFault }> {
  return await worker.transaction().execute(async (tx) => {
    await waitForLock("storeIdentity").execute(tx);
    const row = (await callFunction(tx, "app.store_facts", [geography]))[0]!;
    const known = row.id ?? undefined;
    const found = await readMarker(store);
    const holdsFiles = known === undefined && found === undefined && (await holdsAny(store));
    const facts = { known, found, hasFiles: row.has_files, hasPeople: row.has_people, holdsFiles };
    // Both locations may be one place, and the other one has just been given its id.
    const fault = adopt || (found !== undefined && found === elsewhere) ? undefined : identityFault(facts);
    if (fault) return { fault };
    // Whoever adopts a place takes it from every other installation: two that share one would each remove the other's files.
    const isNew = adopt && (found === undefined || found !== elsewhere);
    const id = isNew ? randomUUID() : found !== undefined && found !== "unreadable" ? found : (known ?? randomUUID());
    if (found !== id) await store.replace(MARKER, markerOf(id));
    if (known !== id) await callFunction(tx, "app.know_store", [geography, id]);
    return { id };
  });
}

async function holdsAny(store: BlobStore): Promise<boolean> {
  for await (const object of store.walk("v1")) if (object.key.endsWith(".sealed")) return true;
  return false;
}

/** What is wrong with a place, and what to do, in one sentence. `place` is how the setting names it. */
export function sayIdentityFault(fault: IdentityFault, place: string): string {
  const lost = `Mount it and start again; if its files are gone for good, run "npm run exhibit -- recover store".`;
  if (fault === "lost")
    return `${place} does not hold the files that the database knows: it is empty or not mounted. ${lost}`;
  if (fault === "other") return `${place} holds the files of another Exhibit than the database knows. ${lost}`;
  return `${place} holds files, and the database is empty. Bring the database back with "npm run exhibit -- recover database", or name an empty place.`;
}
