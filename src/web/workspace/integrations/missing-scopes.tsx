import type { Offer } from "./connection.ts";

/** Which permissions were not granted, what each would let us read, and which checks that costs. */
export function MissingScopes({ offer, missing }: { offer: Offer; missing: readonly string[] }) {
  if (missing.length === 0) return null;
  return (
    <section className="notice-lines" aria-label="Permissions that were not granted">
      <p>
        {missing.length === 1 ? "1 permission was" : `${missing.length} permissions were`} not granted. Checks that need{" "}
        {missing.length === 1 ? "it" : "them"} stay unknown. Everything else is collected.
      </p>
      <ul className="stack gap-4 above-6">
        {missing.map((name) => {
          const { reads, checks = [] } = offer.scopes.find(({ scope }) => scope === name) ?? {};
          return (
            <li key={name}>
              <span className="mono breaks">{name}</span>
              {reads && <span className="quiet"> to read {reads}</span>}
              {checks.length > 0 && <span className="own-line quiet">Stays unknown: {checks.join("; ")}.</span>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
