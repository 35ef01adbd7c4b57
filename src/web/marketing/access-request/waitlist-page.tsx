import { Link } from "react-router";
import { pageMeta } from "#web/marketing/page-meta.ts";
import { AccessRequest } from "./access-request.tsx";

export const meta = () => pageMeta("/waitlist");

/** The same form for the waitlist. */
export default function WaitlistPage() {
  return (
    <AccessRequest
      kind="waitlist"
      lede="Put your name down. We write when a place is open, and not before."
      receipt={(email) => (
        <>
          Your name is on the list. We write to <b>{email}</b> when a place is open.
        </>
      )}
      steps={[
        "You get an email that says you are on the list.",
        "You keep your place: asking again changes your details and not your turn.",
        "When a place is open, we write to you at the same address.",
      ]}
      aside={
        <>
          Ready to start now?{" "}
          <Link className="link" to="/request-access">
            Request early access
          </Link>
        </>
      }
    />
  );
}
