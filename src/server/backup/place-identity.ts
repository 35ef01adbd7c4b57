import { createHash } from "node:crypto";
import type { BlobStore } from "../blobs/blob-store.ts";
import { guardedStore } from "../blobs/guarded-store.ts";
import { settleIdentity } from "../blobs/store-identity.ts";
import type { IdentityFault } from "../blobs/store-identity.ts";
import { asWorker } from "../db/as-worker.ts";
import type { BackupDeps } from "./backup.ts";

/** A place for backups is not the one that backups were written to; the message says what to do. */
export class StrangeBackupPlace extends Error {
  override readonly name = "StrangeBackupPlace";
}

/** Where backups go: a folder, whose path it is named by, or a place elsewhere. */
interface Named {
  readonly store: BlobStore;
  readonly name: string;
}

/**
 * The place, which takes something only while its marker is the one that the database knows: an unmounted folder takes nothing. The first
 * look at an address gives the place there an id. Throws {@link StrangeBackupPlace}. `adopt`: from now on the place is the one.
 */
export async function knownPlace(
  deps: Pick<BackupDeps, "adminUrl" | "keys">,
  { store, name }: Named,
  { adopt = false } = {},
): Promise<BlobStore> {
  const settled = await asWorker(deps, (worker) => settleIdentity(worker, keyOf(name), store, { adopt }));
  if ("fault" in settled) throw new StrangeBackupPlace(sayFault(settled.fault, name));
  return guardedStore(store, name.startsWith("/") ? { kind: "folder", path: name } : { kind: "s3" }, settled.id);
}

/** Another address may be another place; the database keeps no address. */
const keyOf = (name: string) => `backups:${createHash("sha256").update(name).digest("hex").slice(0, 16)}` as const;

function sayFault(fault: IdentityFault, name: string): string {
  const adopt = 'say so: "npm run exhibit -- recover backups"';
  if (fault === "lost") return `${name} is empty or not mounted. Mount it; if it is a new place, ${adopt}.`;
  if (fault === "other")
    return `${name} is the place of another Exhibit. Name another; if it is yours alone, ${adopt}.`;
  return `${name} holds backups, and the database is empty. Bring it back: "npm run exhibit -- recover database". If nothing is to come back, ${adopt}.`;
}
