import { Suspense, lazy, useState } from "react";
import { Button } from "#web/design/button.tsx";
import { isAboutSignIn, ourSentence } from "../mailed-sentence.ts";

const ResendDialog = lazy(() => import("./resend-dialog.tsx"));

/** A link did not work: what is said about it, and how to get another where that helps. */
export default function AuthenticationError({ said }: { said: string }) {
  const message = ourSentence(said);
  const [asking, setAsking] = useState(false);
  return (
    <div className="failed below-24" role="alert">
      <h2>Authentication Error</h2>
      <p>{message}</p>
      {!isAboutSignIn(message) && (
        <Button size="small" onClick={() => setAsking(true)}>
          Resend confirmation email
        </Button>
      )}
      {asking && (
        <Suspense>
          <ResendDialog onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </div>
  );
}
