import { Play } from "lucide-react";
import { said } from "#catalog/capabilities/index.ts";
import { publicTexts } from "#catalog/public-texts.ts";
import { demoAddress } from "#catalog/public-pages.ts";
import { ButtonLink } from "#web/design/button.tsx";
import { Link } from "react-router";
import { SampleSheet } from "./sample-sheet.tsx";

/** 28 numbered lines of 28 px: the promise, the three ways in, and an exhibit that can be checked on the spot. */
export function Hero() {
  return (
    <section className="part hero">
      <ol className="hero-lines" aria-hidden="true">
        {Array.from({ length: 28 }, (_, line) => (
          <li key={line}>{line + 1}</li>
        ))}
      </ol>
      <div className="hero-body">
        <div>
          <p className="hero-for">For startups, small businesses and legal practices</p>
          <h1>Get audit-ready and legally protected without the headache</h1>
          <p className="hero-lead">
            File evidence once for every framework and see pass or fail by control. {said("connections")}
          </p>
          <p className="hero-note">{said("ledger", "legalOutcomes")}</p>
          <div className="calls">
            <ButtonLink kind="primary" size="large" to="/request-access">
              {publicTexts.landing.requestAccess}
            </ButtonLink>
            <ButtonLink size="large" to="/request-access">
              {publicTexts.landing.startJourney}
            </ButtonLink>
          </div>
          <p className="hero-later">
            <span className="hero-demo">
              <ButtonLink kind="quiet" icon={Play} to={demoAddress}>
                Try the demo
              </ButtonLink>
            </span>
            <span>
              Not ready yet?{" "}
              <Link className="link link-alone" to="/waitlist">
                {publicTexts.landing.joinWaitlist}
              </Link>
            </span>
          </p>
        </div>
        <SampleSheet />
      </div>
    </section>
  );
}
