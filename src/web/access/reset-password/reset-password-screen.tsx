import { Suspense, lazy } from "react";
import { Link } from "react-router";
import { publicPage } from "#catalog/public-pages.ts";
import { Button } from "#web/design/button.tsx";
import { AccessPage } from "../access-page.tsx";
import { WaitingHeading } from "../waiting-heading.tsx";
import { ResetRequest } from "./reset-request.tsx";
import { useResetLink } from "./use-reset-link.ts";

const NewPassword = lazy(() => import("./new-password.tsx"));

export const meta = () => {
  const { title, description } = publicPage("/reset-password");
  return [{ title }, { name: "description", content: description }, { name: "robots", content: "noindex" }];
};

/** Asks for the mail that resets a password; with the token of that mail, for the new password. */
export default function ResetPasswordScreen() {
  const link = useResetLink();
  return (
    <AccessPage>
      {link.state === "none" && <ResetRequest />}
      {link.state === "checking" && <WaitingHeading text="Checking your link..." />}
      {link.state === "unchecked" && (
        <>
          <h1>We could not check the link</h1>
          <div className="oxford-rule below-20" />
          <Button kind="primary" onClick={link.again}>
            Try again
          </Button>
        </>
      )}
      {link.state === "good" && (
        <Suspense>
          <NewPassword email={link.email} token={link.token} />
        </Suspense>
      )}
      <p className="above-24">
        <Link className="link link-alone" to="/login">
          Back to Sign In
        </Link>
      </p>
    </AccessPage>
  );
}
