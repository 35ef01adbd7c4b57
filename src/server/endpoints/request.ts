/** What is known of a request beside its input. */
export interface RequestMeta {
  readonly id: string;
  /** Address of the other end of the socket; what a header claims is not believed. */
  readonly address: string;
  readonly userAgent: string;
  readonly cookie: string | undefined;
  /** Adds a header to the answer. */
  setHeader(name: string, value: string): void;
  /** Gives the browser a cookie, beside others. */
  setCookie(cookie: string): void;
  readonly signal: AbortSignal;
}
