import { pageMeta } from "#web/marketing/page-meta.ts";

export const meta = () => pageMeta("/pricing");

/** The four plans. */
export default function PricingPage() {
  return (
    <div className="site-wrap">
      <h1 className="title-page">Pricing</h1>
    </div>
  );
}
