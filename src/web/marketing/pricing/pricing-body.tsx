import { publicTexts } from "#catalog/public-texts.ts";
import { Link } from "react-router";
import { said } from "#catalog/capabilities/index.ts";
import { inFull } from "#catalog/capabilities/conditions.ts";
import { Part, PartTitle } from "#web/marketing/part.tsx";
import { BillingPeriod } from "./billing-period.tsx";
import { ContactButton } from "./contact-button.tsx";
import { FeeSchedule } from "./fee-schedule.tsx";
import { Added, Included } from "./included.tsx";

/** The four plans, as the fee schedule of a law firm, and what each of them includes. */
export function PricingBody() {
  return (
    <>
      <div className="site-wrap sheet">
        <section className="part">
          <div className="part-number" />
          <div className="part-body pricing-head">
            <h1 className="title-part">Pricing</h1>
            <p className="lede">Four plans, each at a flat price for the whole company. Cancel anytime.</p>
          </div>
        </section>
        <div className="part">
          <div className="part-number" />
          <div className="part-body fees">
            <BillingPeriod />
            <FeeSchedule />
            <p className="fees-note">
              Prices are flat and in US dollars. {said("limits", "earlyAccess", "billing")}{" "}
              {inFull("severalFrameworks")}{" "}
              <Link className="link" to="/promises">
                How we keep our promises
              </Link>
            </p>
          </div>
        </div>
        <Part number={5}>
          <PartTitle>Every plan includes</PartTitle>
          <Included />
          <h3 className="included-more">Larger plans add</h3>
          <Added />
        </Part>
      </div>
      <div className="partners">
        <div className="site-wrap sheet">
          <Part number={6}>
            <PartTitle>See how we file, seal and verify an item</PartTitle>
            <p className="lede">
              We walk you through a sample company at your pace and answer questions from your auditor or counsel.
            </p>
            <ContactButton subject="A demo of Exhibit" size="large">
              {publicTexts.pricing.demo}
            </ContactButton>
          </Part>
        </div>
      </div>
    </>
  );
}
