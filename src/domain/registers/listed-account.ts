/** An account as people look at it; null for what was not read. */
export interface ListedAccount {
  readonly id: string;
  readonly label: string;
  readonly class: "human" | "service" | "guest" | "root" | null;
  readonly active: boolean | null;
  readonly email: string | null;
  /** A day. */
  readonly createdOn: string | null;
  readonly administrator: boolean | null;
  /** A day, or `never`. */
  readonly lastSignIn: string | null;
  /** Whose it is among People, where that is known. */
  readonly personId: string | null;
}
