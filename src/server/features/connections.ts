import { sql } from "kysely";
import { providers } from "#catalog/providers.ts";
import { providerKeys } from "#domain/provider.ts";
import type { ProviderKey } from "#domain/provider.ts";
import type { Tx } from "../db/as-caller.ts";
import { refuse } from "../refusal.ts";
import type { Services } from "../services.ts";
import type { HandlersOf } from "./handlers.ts";

interface ConnectionRow {
  provider: string;
  status: string;
  connected_at: Date;
  last_sync_at: Date | null;
}

const isBeta = (key: ProviderKey) => providers.find((provider) => provider.key === key)?.beta === true;

async function hasBeta(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ on: boolean }>`SELECT app.has_feature('integrations-beta') AS on`.execute(tx);
  return rows[0]?.on === true;
}

const columns = ["provider", "status", "connected_at", "last_sync_at"] as const;

export function connectionHandlers({ connectors, now }: Services): HandlersOf<"connections"> {
  const present = (provider: ProviderKey, row: ConnectionRow | undefined) => {
    const connected = row?.status === "connected";
    return {
      provider,
      status: connected ? ("connected" as const) : ("not connected" as const),
      connectedAt: connected ? row.connected_at.toISOString() : null,
      lastSyncAt: (connected && row.last_sync_at?.toISOString()) || null,
      available: connectors.available(provider),
    };
  };
  const find = (tx: Tx, companyId: string, provider: string) =>
    tx
      .selectFrom("app.connections")
      .select(columns)
      .where("company_id", "=", companyId)
      .where("provider", "=", provider)
      .executeTakeFirst();

  return {
    list: async ({ input, tx }) => {
      const rows = await tx
        .selectFrom("app.connections")
        .select(columns)
        .where("company_id", "=", input.companyId)
        .execute();
      const shown = (await hasBeta(tx)) ? providerKeys : providerKeys.filter((key) => !isBeta(key));
      return shown.map((key) =>
        present(
          key,
          rows.find((row) => row.provider === key),
        ),
      );
    },
    connect: async ({ input, caller, tx }) => {
      const { provider } = input;
      if (isBeta(provider) && !(await hasBeta(tx))) return refuse("not-found");
      if (!connectors.available(provider)) return refuse("connector-unavailable");
      if ((await find(tx, caller.companyId, provider))?.status === "connected") return refuse("already-connected");
      const { rows } = await sql<ConnectionRow>`INSERT INTO app.connections
          (company_id, provider, status, connected_by, connected_at, last_sync_at)
        VALUES (${caller.companyId}, ${provider}, 'connected', ${caller.userId}, ${now()}, ${now()})
        ON CONFLICT (company_id, provider) DO UPDATE SET (status, connected_by, connected_at, last_sync_at)
          = (excluded.status, excluded.connected_by, excluded.connected_at, excluded.last_sync_at)
        RETURNING provider, status, connected_at, last_sync_at`.execute(tx);
      return { answer: present(provider, rows[0]), entry: { subject: provider, details: { provider } } };
    },
    disconnect: async ({ input, caller, tx }) => {
      const { provider } = input;
      const row = await tx
        .updateTable("app.connections")
        .set({ status: "disconnected" })
        .where("company_id", "=", caller.companyId)
        .where("provider", "=", provider)
        .where("status", "=", "connected")
        .returning(columns)
        .executeTakeFirst();
      if (!row) return refuse("not-found");
      return { answer: present(provider, row), entry: { subject: provider, details: { provider } } };
    },
  };
}
