import { pageMeta } from "#web/marketing/page-meta.ts";

export const meta = () => pageMeta("/terms");

/** The terms of service. */
export default function TermsPage() {
  return (
    <div className="site-wrap">
      <h1 className="title-page">Terms of Service</h1>
    </div>
  );
}
