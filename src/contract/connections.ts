import * as z from "zod";
import { providerKeys } from "#domain/provider.ts";
import { change, query } from "./endpoint.ts";
import { id, instant } from "./fields.ts";

const provider = z.enum(providerKeys);

const connection = z.strictObject({
  provider,
  status: z.enum(["connected", "not connected"]),
  connectedAt: instant.nullable(),
  lastSyncAt: instant.nullable(),
  /** False while the connector is still being built. */
  available: z.boolean(),
});

const one = z.strictObject({ companyId: id, provider });

export const connections = {
  list: query({
    access: "company.read",
    path: "/companies/{companyId}/connections",
    summary: "Every provider, those in beta where they are on, and whether the company has connected it",
    input: z.strictObject({ companyId: id }),
    output: z.array(connection),
  }),
  connect: change({
    access: "connections.manage",
    path: "/companies/{companyId}/connections/{provider}/connect",
    summary: "Connect a provider",
    records: "connection.connected",
    input: one,
    output: connection,
    fails: ["not-found", "connector-unavailable", "already-connected"],
  }),
  disconnect: change({
    access: "connections.manage",
    path: "/companies/{companyId}/connections/{provider}/disconnect",
    summary: "Disconnect a provider; what was collected stays on file",
    records: "connection.disconnected",
    input: one,
    output: connection,
    fails: ["not-found"],
  }),
};
