import { pageMeta } from "#web/marketing/page-meta.ts";

export const meta = () => pageMeta("/waitlist");

/** The same form for the waitlist. */
export default function WaitlistPage() {
  return (
    <div className="site-wrap">
      <h1 className="title-page">Join the Waitlist</h1>
    </div>
  );
}
