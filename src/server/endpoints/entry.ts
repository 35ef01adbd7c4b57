/** An act's ledger entry: what it was done to, and the facts a reader will want. */
export interface Entry {
  readonly subject: string;
  readonly details: Readonly<Record<string, string | number | boolean | null | readonly string[]>>;
  /** Only for founding a company: the one whose ledger begins with this entry. */
  readonly companyId?: string;
  /** The matter whose access list alone may read of it. */
  readonly matterId?: string | null;
}
