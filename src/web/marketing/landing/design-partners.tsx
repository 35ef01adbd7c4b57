import { ButtonLink } from "#web/design/button.tsx";
import { Part, PartTitle } from "#web/marketing/part.tsx";
import { ReservedMark } from "./reserved-mark.tsx";
import type { ReservedShape } from "./reserved-mark.tsx";

const places: readonly { readonly shape: ReservedShape; readonly kind: "Startup" | "Legal practice" }[] = [
  { shape: "columns", kind: "Legal practice" },
  { shape: "steps", kind: "Startup" },
  { shape: "seal", kind: "Legal practice" },
  { shape: "orbit", kind: "Startup" },
  { shape: "folio", kind: "Legal practice" },
  { shape: "weave", kind: "Startup" },
];

/** The call for design partners, with six places that are still free. */
export function DesignPartners() {
  return (
    <div className="partners">
      <div className="site-wrap sheet">
        <Part id="design-partners" number={5}>
          <div className="partners-columns">
            <div>
              <PartTitle>Design partners wanted</PartTitle>
              <p className="lede">
                We are recruiting design-partner startups and legal practices for early access. Tell us what your
                auditors ask for and help us decide what to build.
              </p>
              <div className="calls">
                <ButtonLink size="large" to="/request-access">
                  Request Early Access
                </ButtonLink>
              </div>
            </div>
            <ul className="places" aria-label="Places reserved for design partners">
              {places.map(({ shape, kind }) => (
                <li key={shape}>
                  <ReservedMark shape={shape} />
                  <span>
                    <b>Reserved</b>
                    {kind}
                  </span>
                </li>
              ))}
            </ul>
          </div>
        </Part>
      </div>
    </div>
  );
}
