import type { Kysely } from "kysely";
import type { Json } from "#connectors/connector.ts";
import { CredentialsRefused } from "#connectors/http.ts";
import { callFunction } from "../../db/functions.ts";
import type { DB } from "../../db/types.gen.ts";
import type { VendorClient } from "../vendor-client.ts";
import { answerOf } from "./answers.ts";

interface Own {
  readonly worker: Kysely<DB>;
  readonly connectionId: string;
  readonly appUrl: string;
  readonly now: () => Date;
}

/** The account of an installation: there is one in each, and people know it by its address. */
export const ownAccount = (appUrl: string): { readonly id: string; readonly label: string } => ({
  id: "installation",
  label: new URL(appUrl).host,
});

/**
 * Answers the connector of the installation from its own database, as a vendor would over a network. The database answers one connection
 * alone, and only while who connected it runs the installation; otherwise `CredentialsRefused` is thrown.
 */
export function installationClient({ worker, connectionId, appUrl, now }: Own): VendorClient {
  let requests = 0;
  const read = async (path: string): Promise<Json> => {
    if (path === "/account") return ownAccount(appUrl);
    const rows = await callFunction(worker, "app.installation_operation", [connectionId, path.slice(1), now()]);
    if (rows === null) throw new CredentialsRefused("who connected this no longer runs the installation");
    return { rows: rows as Json };
  };
  return {
    http: {
      send: async ({ path }) => {
        requests += 1;
        const body = new TextEncoder().encode(JSON.stringify(await read(path)));
        return answerOf({ status: 200, headers: {}, body }, path, now());
      },
    },
    granted: () => undefined,
    requests: () => requests,
    close: async () => {},
  };
}
