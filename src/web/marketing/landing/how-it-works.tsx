import { said } from "#catalog/capabilities/index.ts";
import { publicTexts } from "#catalog/public-texts.ts";
import { Part, PartTitle } from "#web/marketing/part.tsx";
import { ProductPicture } from "./product-picture.tsx";
import type { PictureName } from "./pictures.ts";

interface Step {
  readonly title: string;
  /** The specification's sentence. */
  readonly promise: string;
  /** What the table of capabilities says of it. */
  readonly today: string;
  readonly picture: PictureName;
  readonly alt: string;
}

const steps: readonly Step[] = [
  {
    title: "Connect",
    promise: "Secure OAuth links to cloud services and practice-management tools, no agents.",
    today: said("noAgents", "practiceManagement"),
    picture: "integrations",
    alt: "Integrations of the sample company: a card for each service with its last run and its last 24 hours",
  },
  {
    title: "Collect",
    promise:
      "Continuous ingestion and encryption of logs, policy documents, change tickets and client-confidentiality controls.",
    today: said("streaming", "logs"),
    picture: "evidence",
    alt: "The sample company's evidence: numbered exhibits with their type, controls and date",
  },
  {
    title: "Protect",
    promise: "A dashboard with pass/fail status by control and alerts on compliance gaps.",
    today: said("alerts"),
    picture: "home",
    alt: "The sample company's dashboard: controls that pass, the status of each framework and what to do next",
  },
];

/** The three steps, each beside a photograph of the sample company's workspace. */
export function HowItWorks() {
  return (
    <Part id="how-it-works" number={3}>
      <PartTitle>{publicTexts.landing.howItWorks}</PartTitle>
      <p className="lede">{publicTexts.landing.threeSteps}</p>
      <ol className="steps" data-scrolls="steps stand side by side on a phone">
        {steps.map(({ title, promise, today, picture, alt }) => (
          <li key={title}>
            <div>
              <h3>{title}</h3>
              <p>{promise}</p>
              <p className="step-today">{today}</p>
            </div>
            <ProductPicture of={picture} alt={alt} />
          </li>
        ))}
      </ol>
    </Part>
  );
}
