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
      lede="Tell us who you are and where you work. We read and answer every request."
      receipt={(email) => (
        <>
          We received your request. We'll reply to <b>{email}</b>.
        </>
      )}
      steps={[
        "You get an email that confirms your request.",
        "We read it and reply to the same address.",
        "You create your company and add your first evidence.",
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
