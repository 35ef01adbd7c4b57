import { useEffect, useLayoutEffect } from "react";
import { useLocation } from "react-router";
import { showSection } from "#web/show-section.ts";
import { Benefits } from "./benefits.tsx";
import { DesignPartners } from "./design-partners.tsx";
import { Faq } from "./faq.tsx";
import { Features } from "./features.tsx";
import { sectionsReady } from "./first-sign.ts";
import { Hero } from "./hero.tsx";
import { HowItWorks } from "./how-it-works.tsx";
import { Problem } from "./problem.tsx";
import { SampleCheck } from "./sample-check.tsx";

/** The sections of the landing page, in the specification's order. */
export function Sections({ fromElsewhere = false }: { fromElsewhere?: boolean }) {
  const { hash } = useLocation();
  // Within the commit: no press may come between, which would be answered and repeated.
  useLayoutEffect(sectionsReady, []);
  useEffect(() => {
    // Who comes from another page was led to a section before it was there.
    if (fromElsewhere && hash !== "") showSection(hash.slice(1));
    // oxlint-disable-next-line react/exhaustive-deps -- Once, on arrival: later ways within the page scroll themselves.
  }, []);
  return (
    <SampleCheck>
      <div className="site-wrap sheet">
        <Hero />
        <Problem />
      </div>
      <Features />
      <div className="site-wrap sheet">
        <HowItWorks />
        <Benefits />
      </div>
      <DesignPartners />
      <div className="site-wrap sheet">
        <Faq />
      </div>
    </SampleCheck>
  );
}
