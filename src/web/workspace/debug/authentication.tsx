import { RefreshCw } from "lucide-react";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { Button } from "#web/design/button.tsx";
import { exactTime } from "#web/design/dates.ts";
import { AppError } from "#web/app-error.ts";

type DebugSession = z.output<typeof contract.debug.session.output>;

interface AuthenticationProps {
  session: {
    readonly data: DebugSession | undefined;
    readonly error: unknown;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
}

/** Who the server says is asking, and how they showed it. */
export function Authentication({ session: { data, error, isFetching, refetch } }: AuthenticationProps) {
  return (
    <section className="above-20" aria-labelledby="authentication">
      <div className="row centered spread gap-16">
        <h2 id="authentication" className="title-card">
          Authentication
        </h2>
        <Button size="small" icon={RefreshCw} busy={isFetching && "Refreshing..."} onClick={() => void refetch()}>
          Refresh
        </Button>
      </div>
      {error ? (
        <p role="alert" className="above-12 failing">
          {whatFailed(error)}
        </p>
      ) : (
        data && (
          <dl className="facts debug-facts above-12">
            <Fact term="User id" value={data.userId} code />
            <Fact term="Email" value={data.email} />
            <Fact term="Session" value={data.session} code />
            <Fact term="Signed in by" value={data.method} />
            <Fact term="Second factor" value={data.hasSecondFactor ? "Yes" : "No"} />
            <Fact term="Platform admin" value={data.platformAdmin ? "Yes" : "No"} />
            <Fact term="Since" value={exactTime(data.authenticatedAt)} />
            <Fact term="Expires" value={exactTime(data.expiresAt)} />
            <Fact term="Access token" value="None here: the session is a cookie that scripts cannot read" />
          </dl>
        )
      )}
    </section>
  );
}

/** The specification's sentences (section 8). */
function whatFailed(error: unknown): string {
  if (!(error instanceof AppError)) return `Error checking auth: ${String(error)}`;
  if (error.code === "signed-out") return "No active session found";
  return error.status === 0 ? `Error checking auth: ${error.message}` : `Session error: ${error.message}`;
}

function Fact({ term, value, code }: { term: string; value: string; code?: boolean }) {
  return (
    <>
      <dt>{term}</dt>
      <dd className={code ? "mono" : undefined}>{value}</dd>
    </>
  );
}
