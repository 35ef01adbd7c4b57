import { Link } from "react-router";
import { Notice } from "#web/design/states.tsx";

/** Somebody came to /login who is signed in: nothing is taken from them, and the way on is one press. */
export default function SignedInAlready({ email }: { email: string }) {
  return (
    <div className="below-24">
      <Notice
        action={
          <Link className="link link-alone" to="/dashboard">
            Go to the dashboard
          </Link>
        }
      >
        You are signed in as <b className="wraps strong">{email}</b>.
      </Notice>
    </div>
  );
}
