import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { Losses } from "./losses.tsx";

/** What stopped signing, by the code of the failure: what happened, and what mends it. */
const stops = {
  "anchor-lost": {
    happened:
      "Exhibit keeps a record of what it signed last, apart from your evidence. That record is missing or damaged. Without it nobody can know that a new signature would agree with the last one.",
    remedy: "brings the record back from a copy, or accepts that it is lost",
  },
  "ledger-forked": {
    happened:
      "This ledger does not continue what was signed last: the database is an old one, or it was changed. A signature now would contradict an earlier one.",
    remedy: "restores the newest backup, or accepts that what was signed is lost",
  },
} as const;

export type SigningStop = keyof typeof stops;

/** The code as the reason of a stop; undefined for any other failure. */
export function stopOf(error: unknown): SigningStop | undefined {
  const code = (error as { code?: string } | null)?.code ?? "";
  return code in stops ? (code as SigningStop) : undefined;
}

/** Tells that a ledger is not signed, why, and what is to be done; and the losses that were accepted before. */
export function SigningStopped({
  companyId,
  stop,
  onRetry,
}: {
  companyId: string;
  stop: SigningStop;
  onRetry: () => void;
}) {
  const losses = useQuery(api.ledger.losses.queryOptions({ input: { companyId } }));
  const { happened, remedy } = stops[stop];
  return (
    <>
      <div className="failed" role="alert">
        <h2>Signing has stopped</h2>
        <p className="max-w-[62ch]">{happened}</p>
        <p className="max-w-[62ch]">
          So nothing new is signed, and no bundle can be exported. Everything on file is safe, you can file more, and
          bundles that you handed out still verify.
        </p>
        <p className="max-w-[62ch]">
          Signing goes on by itself once whoever runs this installation {remedy}. Tell them, and send them this guide:{" "}
          <Link className="link" to="/dashboard/support/docs/when-signing-stops">
            When signing stops
          </Link>
          .
        </p>
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      </div>
      <Losses losses={losses.data?.losses ?? []} />
    </>
  );
}
