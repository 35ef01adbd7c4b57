import type { Offer } from "./connection.ts";

/** Which permissions were not granted, what each would let us read, and what that means. */
export function MissingScopes({ offer, missing }: { offer: Offer; missing: readonly string[] }) {
  if (missing.length === 0) return null;
  const reads = (scope: string) => offer.scopes.find((one) => one.scope === scope)?.reads;
  return (
    <section className="notice-lines" aria-label="Permissions that were not granted">
      <p>
        {missing.length === 1 ? "1 permission was" : `${missing.length} permissions were`} not granted. Checks that need{" "}
        {missing.length === 1 ? "it" : "them"} stay unknown; everything else is collected.
      </p>
      <ul className="mt-1.5 grid gap-1">
        {missing.map((scope) => (
          <li key={scope}>
            <span className="mono break-all">{scope}</span>
            {reads(scope) && <span className="text-ink-2"> to read {reads(scope)}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
