import { faqItems } from "#catalog/faq.ts";
import { isComing } from "#catalog/capabilities/index.ts";
import { Mark } from "#web/design/mark.tsx";
import { PageHead } from "#web/design/page-head.tsx";
import { supportCrumb } from "./support-crumb.ts";
import "./support.css";

export const meta = () => [{ title: "FAQ - Exhibit" }];

/** The questions of the landing page, with their answers open. */
export default function FaqScreen() {
  return (
    <div className="page">
      <PageHead title="FAQ" crumbs={[supportCrumb]} />
      <div className="doc">
        {faqItems.map(({ id, question, answer, capabilities }) => (
          <section key={id} aria-labelledby={id}>
            <h2 id={id}>{question}</h2>
            <p>
              {answer}{" "}
              {isComing(capabilities) && (
                <Mark finding="needs evidence" size="small">
                  Partly coming
                </Mark>
              )}
            </p>
          </section>
        ))}
      </div>
    </div>
  );
}
