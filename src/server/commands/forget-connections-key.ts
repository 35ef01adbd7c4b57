import pg from "pg";
import { callFunction } from "../db/functions.ts";
import { urlOfRole } from "../db/connections.ts";
import { withInstance } from "../app/instance.ts";
import type { Command } from "./main.ts";

export const forgetConnectionsKey: Command = {
  name: "forget-connections-key",
  usage: "forget-connections-key --lost",
  does: "Forgets the credentials of every connection, because the key that opens them is lost: each account has to be connected again. What was collected stays. Restart the workers afterwards.",
  run: async ([confirmation], out) => {
    if (confirmation !== "--lost") {
      out("This forgets what opens every connected account. Say that the key is lost: forget-connections-key --lost");
      return 2;
    }
    return await withInstance(async ({ adminUrl, keys }) => {
      const client = new pg.Client({ connectionString: urlOfRole(adminUrl, "app_worker", keys) });
      await client.connect();
      try {
        const connections = await callFunction(client, "app.forget_sealing_key", []);
        out(`Forgotten. Connections that now ask to be connected again: ${connections}.`);
        return 0;
      } finally {
        await client.end();
      }
    });
  },
};
