import { pageMeta } from "#web/marketing/page-meta.ts";

export const meta = () => pageMeta("/promises");

/** Each promise of the landing page, and what is behind it. */
export default function PromisesPage() {
  return (
    <div className="site-wrap">
      <h1 className="title-page">How we keep our promises</h1>
    </div>
  );
}
