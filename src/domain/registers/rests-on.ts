import type { ProviderKey } from "../provider.ts";
import { REGISTERS, registersOn } from "./snapshot.ts";

/** Providers that let nobody have an address at a domain that the company did not prove to own. */
export const PROVE_DOMAINS: ReadonlySet<ProviderKey> = new Set(["google-workspace", "microsoft-365"]);

/** Checks that registers answer for a company at once, and that rest on accounts of connected systems as well. */
export const checksOfAccounts: ReadonlySet<string> = new Set([
  "policies.acknowledged",
  "training.developers",
  "people.screened-before-access",
  "people.terms-signed",
]);

interface OfRegisters {
  readonly check: string;
  /** Under which name they say it; nothing, or their own, where they speak of no single system. */
  readonly source?: string | undefined;
}

/** An exhibit of a connection that a snapshot of registers was read with. */
export interface ReadBeside {
  readonly source: string;
  /** Nothing where a snapshot does not say it. */
  readonly provider?: string | undefined;
}

/** Whether what registers say of a check rests on an exhibit that lists accounts and that they were read with. */
export function restsOnAccounts({ check, source = REGISTERS }: OfRegisters, exhibit: ReadBeside): boolean {
  if (source === REGISTERS) return checksOfAccounts.has(check);
  // Whose an account is may follow from a domain that another system proved.
  return registersOn(exhibit.source) === source || provesDomains(exhibit.provider);
}

/** The checks that reviews answer rest on the exhibits that those of the same source were read from. */
export const restsOnReviews = ({ check, source }: OfRegisters, exhibit: Pick<ReadBeside, "source">): boolean =>
  check.startsWith("review.") && source === registersOn(exhibit.source);

const provesDomains = (provider: string | undefined) =>
  (PROVE_DOMAINS as ReadonlySet<string | undefined>).has(provider);
