import { pageMeta } from "#web/marketing/page-meta.ts";

export const meta = () => pageMeta("/privacy");

/** The privacy policy. */
export default function PrivacyPage() {
  return (
    <div className="site-wrap">
      <h1 className="title-page">Privacy Policy</h1>
    </div>
  );
}
