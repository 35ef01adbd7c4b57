import { Link } from "react-router";
import { pageMeta } from "#web/marketing/page-meta.ts";
import { AccessRequest } from "./access-request.tsx";

export const meta = () => pageMeta("/waitlist");

/** The same form for the waitlist. */
export default function WaitlistPage() {
  return (
    <AccessRequest
      kind="waitlist"
      lede="Add your name. We email you when a place opens."
      receipt={(email) => (
        <>
          You are on the list. We'll email <b>{email}</b> when a place opens.
        </>
      )}
      steps={[
        "You get an email that confirms your place.",
        "You can submit again to update your details. You keep your place.",
        "We email you at the same address when a place opens.",
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
