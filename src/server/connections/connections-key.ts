import { createPublicKey } from "node:crypto";
import type { Kysely } from "kysely";
import { callFunction } from "../db/functions.ts";
import type { DB } from "../db/types.gen.ts";
import { openBox, privateFrom, rawPublic } from "./sealed-box.ts";

/** The private half of the key that credentials are sealed for. Only a process that does the work has one. */
export interface ConnectionsKey {
  readonly publicKey: Buffer;
  /** Opens a box; throws when it was sealed for another key or under another name. */
  open(box: Uint8Array, bound: string): Buffer;
}

/** Credentials are sealed for another key than this process has. The message says what to do. */
export class WrongConnectionsKey extends Error {
  override name = "WrongConnectionsKey";

  constructor() {
    super(
      "CONNECTIONS_KEY, or DATA_DIR/connections.key, is not the key that the credentials of connections are sealed for. " +
        "Give every worker the same one. If it is lost, run: npm run exhibit -- forget-connections-key --lost",
    );
  }
}

/** The key whose 32 bytes are given. */
export function connectionsKeyOf(seed: Uint8Array): ConnectionsKey {
  const privateKey = privateFrom(seed);
  return {
    publicKey: rawPublic(createPublicKey(privateKey)),
    open: (box, bound) => openBox(privateKey, box, bound),
  };
}

/** Says for whom to seal from now on. `db` is the worker's. Throws WrongConnectionsKey when something is sealed for another. */
export async function publishSealingKey(db: Kysely<DB>, key: ConnectionsKey, now: Date): Promise<void> {
  if (!(await callFunction(db, "app.publish_sealing_key", [key.publicKey, now]))) throw new WrongConnectionsKey();
}

/** For whom to seal; undefined before any worker was here. */
export async function findSealingKey(db: Kysely<DB>): Promise<Buffer | undefined> {
  const row = await db.selectFrom("app.sealing_keys").select("public_key").executeTakeFirst();
  return row?.public_key;
}
