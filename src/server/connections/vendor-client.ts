import type { Connector } from "#connectors/connector.ts";
import type { Http } from "#connectors/http.ts";
import type { ProviderKey } from "#domain/provider.ts";

/** A connection as its own run reads it. */
export interface CollectedConnection {
  readonly companyId: string;
  readonly id: string;
  readonly provider: ProviderKey;
  readonly method: string;
  /** What was typed and is no secret, by field. */
  readonly typed: Readonly<Record<string, string>>;
  readonly accountId: string | null;
  readonly accountLabel: string | null;
  readonly source: string | null;
  readonly settings: unknown;
}

/** The way out of one run: the connector's `Http`, with the credentials of the connection behind it. */
export interface VendorClient {
  readonly http: Http;
  /** What the credentials were granted, where the vendor said so with them. */
  granted(): readonly string[] | undefined;
  /** Requests that were sent so far. */
  requests(): number;
  /** Ends connections that are kept open. */
  close(): Promise<void>;
}

/** Opens the secrets of a connection and the way out with them. Throws `CredentialsRefused` where they open nothing any more. */
export type OpenVendorClient = (
  connection: CollectedConnection,
  connector: Connector,
  signal: AbortSignal,
) => Promise<VendorClient>;
