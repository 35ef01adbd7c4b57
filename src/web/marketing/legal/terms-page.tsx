import { publicTexts } from "#catalog/public-texts.ts";
import { pageMeta } from "#web/marketing/page-meta.ts";
import { LegalDocument } from "./legal-document.tsx";
import { termsOfPayment } from "./terms-of-payment.tsx";
import { termsOfUse } from "./terms-of-use.tsx";
import "./legal.css";

export const meta = () => pageMeta("/terms");

/** The terms of service. */
export default function TermsPage() {
  return (
    <LegalDocument
      title="Terms of Service"
      updated={publicTexts.legal.updated}
      lede="The agreement between you and us about the use of Exhibit: what it does, what it does not do, and who answers for what."
      sections={[...termsOfUse, ...termsOfPayment]}
    />
  );
}
