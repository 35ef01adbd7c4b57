import { pageMeta } from "#web/marketing/page-meta.ts";

export const meta = () => pageMeta("/request-access");

/** The form that asks for early access. */
export default function RequestAccessPage() {
  return (
    <div className="site-wrap">
      <h1 className="title-page">Request Early Access</h1>
    </div>
  );
}
