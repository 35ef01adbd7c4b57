import type { Manifest } from "./connector.ts";

/** What was granted against what a connector asks for. */
export interface GrantedScopes {
  /** Grants that can write: with one of these nothing is collected. */
  readonly forbidden: readonly string[];
  /** Scopes that are asked for and were not granted: their steps are denied. */
  readonly missing: readonly string[];
}

/** Compares the grants that a vendor names with the manifest; where it does not tell, nothing is known to be wrong. */
export function compareScopes({ scopes }: Manifest, granted: readonly string[] | undefined): GrantedScopes {
  if (!granted) return { forbidden: [], missing: [] };
  const asked = [...scopes.required, ...scopes.optional].map(({ name }) => name);
  return {
    forbidden: granted.filter((grant) => scopes.forbidden.some((pattern) => matches(pattern, grant))),
    missing: asked.filter((name) => !granted.includes(name)),
  };
}

/** A pattern with the g flag remembers where it stopped. */
function matches(pattern: RegExp, grant: string): boolean {
  pattern.lastIndex = 0;
  return pattern.test(grant);
}
