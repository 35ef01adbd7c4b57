import { Link, useSearchParams } from "react-router";
import { Glyph } from "#web/design/glyph.tsx";
import type { Finding } from "#web/design/glyph.tsx";
import { counted, decidedOf } from "./reviews.ts";
import type { Population, ReviewDetails } from "./reviews.ts";

/** The systems of a review as links, each with how much of it is decided. */
export function SystemsList({ review, chosen }: { review: ReviewDetails; chosen: string | undefined }) {
  const [search] = useSearchParams();
  const addressTo = (id: string) => {
    const target = new URLSearchParams(search);
    for (const name of ["row", "search"]) target.delete(name);
    target.set("system", id);
    return `?${target}`;
  };
  const names = Map.groupBy(review.populations, ({ system }) => system);
  return (
    <nav className="review-systems" aria-label="Systems">
      <h2 className="title-part">Systems</h2>
      <ul>
        {review.populations.map((population) => (
          <li key={population.id}>
            <Link
              to={addressTo(population.id)}
              preventScrollReset
              aria-current={population.id === chosen ? "true" : undefined}
            >
              <span data-finding={findingOf(population)}>
                <Glyph of={findingOf(population)} />
              </span>
              <b>
                {population.system}
                {names.get(population.system)!.length > 1 && population.exhibit && ` (${population.exhibit})`}
              </b>
              <span>
                {population.frozenAt === null
                  ? "Not read"
                  : `${counted(decidedOf(population.decided))} of ${counted(population.decided.accounts)}`}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {review.notRead > 0 && review.closedAt === null && (
        <p className="compact quiet">
          A system that was not read keeps the review open. If its connection ended, you can leave it out.
        </p>
      )}
    </nav>
  );
}

function findingOf({ frozenAt, decided }: Population): Finding {
  if (frozenAt === null) return "failing";
  return decidedOf(decided) === decided.accounts ? "passing" : "needs evidence";
}
