const BOUND = /^::: statement ([a-z0-9][a-z0-9.-]{0,80})$/gm;

/** The checks that statements of a policy are bound to, each once. */
export function boundChecks(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(BOUND)].map(([, check]) => check!));
}
