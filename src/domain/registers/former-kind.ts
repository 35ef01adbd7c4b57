/** That somebody was a partner, say, until their record said something else. */
export interface FormerKind {
  readonly personId: string;
  readonly kind: string;
  readonly until: string;
}
