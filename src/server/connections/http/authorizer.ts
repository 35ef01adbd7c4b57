/** What a request needs to be let in: from here the way out gets credentials, and never sees where they come from. */
export interface Authorizer {
  /**
   * Headers to add to one request that is about to be sent: Authorization, and what a signature asks for. Called anew for every
   * try, because a signature names its time. Throws `CredentialsRefused` where nothing opens any more.
   */
  headersFor(request: OutgoingRequest): Promise<Readonly<Record<string, string>>>;
  /** Called after a 401, once in a run: gets fresh credentials. False: there is nothing to refresh. */
  refresh(): Promise<boolean>;
  /** Every text that must appear nowhere: tokens, keys, passwords, of now and of before a refresh. */
  secrets(): readonly string[];
  /** What the newest token was granted, where the vendor says so with it (RFC 6749, section 5.1); undefined where it does not. */
  granted?(): readonly string[] | undefined;
}

/** A request as it will be sent, before its credentials. */
export interface OutgoingRequest {
  readonly url: URL;
  readonly method: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
  /** For AWS: what Signature Version 4 is for. */
  readonly sign?: { readonly service: string; readonly region: string };
}
