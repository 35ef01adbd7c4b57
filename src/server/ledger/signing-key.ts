import { createPrivateKey, createPublicKey, generateKeyPairSync } from "node:crypto";
import type { KeyObject } from "node:crypto";
import type { Kysely } from "kysely";
import type { DB } from "../db/types.gen.ts";
import type { SigningWrap } from "./signing-wrap.ts";

/** What signs the ledgers, and the host that their origins begin with: that of the first start, for good. */
export interface SigningKey {
  readonly privateKey: KeyObject;
  /** 32 bytes. */
  readonly publicKey: Buffer;
  readonly host: string;
}

/** Opens the key of a database that signs, making it on the first start. */
export async function openSigningKey(db: Kysely<DB>, wrap: SigningWrap, publicHost: string): Promise<SigningKey> {
  const find = () => db.selectFrom("app.instance_keys").selectAll().where("name", "=", "ledger").executeTakeFirst();
  let row = await find();
  if (!row) {
    const pair = generateKeyPairSync("ed25519");
    const secret = pair.privateKey.export({ format: "der", type: "pkcs8" });
    const wrapped = wrap.wrap(secret);
    const public_key = pair.publicKey.export({ format: "der", type: "spki" }).subarray(-32);
    await db
      .insertInto("app.instance_keys")
      .values({ name: "ledger", wrapped, public_key, origin: publicHost })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    row = await find();
  }
  if (!row) throw new Error("the ledger's signing key could not be stored");
  const privateKey = createPrivateKey({ key: wrap.unwrap(row.wrapped), format: "der", type: "pkcs8" });
  const publicKey = createPublicKey(privateKey).export({ format: "der", type: "spki" }).subarray(-32);
  return { privateKey, publicKey, host: row.origin };
}
