import { pageMeta } from "#web/marketing/page-meta.ts";
import { LegalDocument } from "./legal-document.tsx";
import { termsOfPayment } from "./terms-of-payment.tsx";
import { termsOfUse } from "./terms-of-use.tsx";

export const meta = () => pageMeta("/terms");

/** The terms of service. */
export default function TermsPage() {
  return (
    <LegalDocument
      title="Terms of Service"
      updated="May 8, 2025"
      lede="The agreement between you and us about the use of Exhibit: what it does, what it does not do, and who answers for what."
      sections={[...termsOfUse, ...termsOfPayment]}
    />
  );
}
