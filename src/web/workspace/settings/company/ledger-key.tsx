import { useQuery } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { CopyButton } from "#web/design/copy-button.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { Losses } from "./losses.tsx";
import { SigningStopped, stopOf } from "./signing-stopped.tsx";

/** The key by which anyone can check the company's ledger, and what it has signed last. */
export function LedgerKey({ companyId }: { companyId: string }) {
  const ledger = useQuery(api.ledger.checkpoint.queryOptions({ input: { companyId } }));
  const stop = ledger.data === undefined ? stopOf(ledger.error) : undefined;
  if (stop) return <SigningStopped companyId={companyId} stop={stop} onRetry={() => void ledger.refetch()} />;
  return (
    <Screen data={ledger} loading={<SkeletonLines lines={3} />} empty={null}>
      {({ key, size, root, losses }) => (
        <>
          <p className="measure quiet">
            The append-only ledger records all evidence and every admin action. Give this key to your auditor
            separately, by phone or in a contract. With it and{" "}
            <a className="link" href="/verify.html">
              our verifier
            </a>
            , they can verify a bundle offline without trusting us.
          </p>
          <div className="shown-value above-12">
            <code className="mono narrows grows breaks" aria-label="Verification key">
              {key}
            </code>
            <CopyButton text={key} name="Copy verification key" />
          </div>
          <Losses losses={losses} />
          <dl className="facts above-16">
            <dt>Entries</dt>
            <dd>{size.toLocaleString("en-US")}</dd>
            <dt>Signed root</dt>
            <dd className="mono breaks">{root}</dd>
          </dl>
        </>
      )}
    </Screen>
  );
}
