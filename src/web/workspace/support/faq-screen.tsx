import { faqItems } from "#catalog/faq.ts";
import { promises } from "#catalog/promises.ts";
import { Mark } from "#web/design/mark.tsx";
import { PageHead } from "#web/design/page-head.tsx";
import { supportCrumb } from "./support-crumb.ts";
import "./support.css";

export const meta = () => [{ title: "FAQ - Exhibit" }];

const coming = new Set(promises.filter(({ status }) => status === "coming").map(({ sentence }) => sentence));

/** The questions of the landing page, with their answers open. */
export default function FaqScreen() {
  return (
    <div className="page">
      <PageHead title="FAQ" crumbs={[supportCrumb]} />
      <div className="doc">
        {faqItems.map(({ id, question, answer, restsOn }) => (
          <section key={id} aria-labelledby={id}>
            <h2 id={id}>{question}</h2>
            <p>
              {answer}{" "}
              {restsOn.some((sentence) => coming.has(sentence)) && (
                <Mark finding="needs evidence" size="small">
                  Coming soon
                </Mark>
              )}
            </p>
          </section>
        ))}
      </div>
    </div>
  );
}
