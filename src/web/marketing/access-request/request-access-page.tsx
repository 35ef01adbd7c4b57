import { Link } from "react-router";
import { publicTexts } from "#catalog/public-texts.ts";
import { pageMeta } from "#web/marketing/page-meta.ts";
import { AccessRequest } from "./access-request.tsx";

export const meta = () => pageMeta("/request-access");

/** The form that asks for early access. */
export default function RequestAccessPage() {
  return (
    <AccessRequest
      kind="access"
      lede="Tell us who you are and where you work. A person reads every request and answers it."
      receipt={(email) => (
        <>
          Your request is with us. We answer at <b>{email}</b>.
        </>
      )}
      steps={[
        "You get an email that says we have your request.",
        "A person reads it and writes to you at the same address.",
        "You create your company and file its first item of evidence.",
      ]}
      aside={
        <>
          Already have an account?{" "}
          <Link className="link" to="/login">
            {publicTexts.requestAccess.signIn}
          </Link>
        </>
      }
    />
  );
}
