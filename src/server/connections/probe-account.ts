import type { Account, Connector } from "#connectors/connector.ts";
import { compareScopes } from "#connectors/scopes.ts";
import type { CollectedConnection, VendorClient } from "./vendor-client.ts";

/** The run must not go on: somebody has to look after the connection first. `message` is the name of a failure. */
export class NeedsAttention extends Error {
  override name = "NeedsAttention";
  readonly failure: "connection-other-account" | "connection-can-write" | "connection-refused";

  constructor(failure: NeedsAttention["failure"]) {
    super(failure);
    this.failure = failure;
  }
}

/**
 * Asks the vendor whom we are connected to, before anything is read. Throws NeedsAttention for another account than the one that
 * was linked, and for a grant that can write.
 */
export async function probeAccount(
  connection: CollectedConnection,
  connector: Connector,
  way: VendorClient,
  now: () => Date,
): Promise<{ account: Account; missing: readonly string[] }> {
  const { typed, method } = connection;
  const found = await connector.probe({ http: way.http, typed, method, now });
  // Where the account does not tell, the answer that brought the token may have.
  const account = { ...found, granted: found.granted ?? way.granted() };
  if (connection.accountId !== null && account.id !== connection.accountId)
    throw new NeedsAttention("connection-other-account");
  const { forbidden, missing } = compareScopes(connector.manifest, account.granted);
  if (forbidden.length > 0) throw new NeedsAttention("connection-can-write");
  return { account, missing };
}
