import { pageMeta } from "#web/marketing/page-meta.ts";
import { Benefits } from "./benefits.tsx";
import { DesignPartners } from "./design-partners.tsx";
import { Faq } from "./faq.tsx";
import { Features } from "./features.tsx";
import { Hero } from "./hero.tsx";
import { HowItWorks } from "./how-it-works.tsx";
import { Problem } from "./problem.tsx";
import { SampleCheck } from "./sample-check.tsx";

export const meta = () => pageMeta("/");

/** The landing page: its sections in the specification's order. */
export default function LandingPage() {
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
