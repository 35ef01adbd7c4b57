import { said } from "#catalog/capabilities/index.ts";
import { Link } from "react-router";
import { PartTitle } from "#web/marketing/part.tsx";
import { CollectionArt } from "./collection-art.tsx";
import { Crosswalk } from "./crosswalk.tsx";
import { FeatureCard } from "./feature-card.tsx";
import { PrivilegeArt } from "./privilege-art.tsx";
import { ReuseArt } from "./reuse-art.tsx";
import { SetupArt } from "./setup-art.tsx";

/** The four features, and the crosswalk that makes "once" true. */
export function Features() {
  return (
    <section id="features" aria-label="Features">
      <div className="site-wrap sheet features-sheet">
        <div className="part">
          <div className="part-number" aria-hidden="true">
            2
          </div>
          <div className="part-body">
            <PartTitle>File it once. Rely on it everywhere.</PartTitle>
            <div className="features" data-scrolls="features stand side by side on a phone">
              <FeatureCard
                tag="Exhibit A"
                title="Hourly evidence collection"
                text={`Hourly automated evidence collection from cloud and development tools. ${said("hourly")}`}
              >
                <CollectionArt />
              </FeatureCard>
              <FeatureCard
                tag="Exhibit B"
                title="Tag once, reuse"
                text={`Evidence tagged once and reused across SOC 2, HIPAA, ISO 27001, PCI, FedRAMP and NIST. ${said("library")}`}
              >
                <ReuseArt />
              </FeatureCard>
              <FeatureCard
                tag="Exhibit C"
                title="Government-grade security"
                text={`With attorney-client privilege protection. ${said("privilege", "encryption")}`}
              >
                <PrivilegeArt />
              </FeatureCard>
              <FeatureCard
                tag="Exhibit D"
                title="Guided setup"
                text={`Guided setup of about 90 minutes to a first control report. ${said("setup")}`}
              >
                <SetupArt />
              </FeatureCard>
            </div>
            <p className="features-note">
              Figures on this page are samples. See what Exhibit does and does not do, and the test behind each promise:{" "}
              <Link className="link" to="/promises">
                How we keep our promises
              </Link>
            </p>
          </div>
        </div>
      </div>
      <Crosswalk />
    </section>
  );
}
