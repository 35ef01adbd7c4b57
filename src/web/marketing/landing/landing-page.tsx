import { pageMeta } from "#web/marketing/page-meta.ts";

export const meta = () => pageMeta("/");

/** What an anonymous visitor meets first. */
export default function LandingPage() {
  return (
    <div className="site-wrap">
      <h1 className="title-page">Get audit-ready and legally protected without the headache</h1>
    </div>
  );
}
