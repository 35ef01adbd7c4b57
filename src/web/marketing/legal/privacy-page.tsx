import { publicTexts } from "#catalog/public-texts.ts";
import { pageMeta } from "#web/marketing/page-meta.ts";
import { LegalDocument } from "./legal-document.tsx";
import { privacyRights } from "./privacy-rights.tsx";
import { privacyUse } from "./privacy-use.tsx";
import "./legal.css";
import "../plain.css";
import "../portal.css";

export const meta = () => pageMeta("/privacy");

/** The privacy policy. */
export default function PrivacyPage() {
  return (
    <LegalDocument
      title="Privacy Policy"
      updated={publicTexts.legal.updated}
      lede="What we know about you, why we know it, where it is kept, and what you can ask us to do with it."
      sections={[...privacyUse, ...privacyRights]}
    />
  );
}
