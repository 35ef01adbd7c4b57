import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { Losses } from "./losses.tsx";

/** What stopped signing, by the code of the failure: what happened, and what mends it. */
const stops = {
  "anchor-lost": {
    happened:
      "Exhibit keeps a separate record of its last signature. The record is missing or damaged, so we cannot check that a new signature would match the last one.",
    remedy: "restores the record from a copy or accepts its loss",
  },
  "ledger-forked": {
    happened:
      "The ledger does not match its last signature. The database is outdated or was changed. A new signature would contradict the earlier one.",
    remedy: "restores the newest backup or accepts the loss of signed entries",
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
        <p className="measure">{happened}</p>
        <p className="measure">
          You cannot export bundles until this is fixed. Your evidence is safe, you can add more, and earlier bundles
          still verify.
        </p>
        <p className="measure">
          Signing resumes when the operator of this installation {remedy}. Send them this guide:{" "}
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
