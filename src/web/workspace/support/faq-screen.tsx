import { faqItems } from "#catalog/faq.ts";
import { PageHead } from "#web/design/page-head.tsx";
import { supportCrumb } from "./support-crumb.ts";

export const meta = () => [{ title: "FAQ - Exhibit" }];

/** The questions of the landing page, with their answers open. */
export default function FaqScreen() {
  return (
    <div className="page">
      <PageHead title="FAQ" crumbs={[supportCrumb]} />
      <div className="doc doc-questions">
        {faqItems.map(({ id, question, answer }) => (
          <section key={id} aria-labelledby={id}>
            <h2 id={id}>{question}</h2>
            <p>{answer}</p>
          </section>
        ))}
      </div>
    </div>
  );
}
