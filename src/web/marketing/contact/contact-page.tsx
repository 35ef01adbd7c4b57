import { pageMeta } from "#web/marketing/page-meta.ts";

export const meta = () => pageMeta("/contact");

/** The contact form. */
export default function ContactPage() {
  return (
    <div className="site-wrap">
      <h1 className="title-page">Contact</h1>
    </div>
  );
}
