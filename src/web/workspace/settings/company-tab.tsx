import { useQuery } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { CopyButton } from "#web/design/copy-button.tsx";
import { longDate } from "#web/design/dates.ts";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { useCan, useWorkspace } from "../company-context.tsx";
import { Billing } from "./billing.tsx";
import { Section } from "./section.tsx";
import { SecondFactorPolicy } from "./second-factor-policy.tsx";

/** Which company this is, what it asks of its members, and the key by which anyone can check its ledger. */
export function CompanyTab() {
  const { company } = useWorkspace();
  const mayChangePolicy = useCan("company.changePolicy");
  return (
    <>
      <Section title="Company">
        <dl className="facts">
          <dt>Name</dt>
          <dd>{company.name}</dd>
          <dt>Address</dt>
          <dd className="mono">{company.slug}</dd>
          <dt>Your role</dt>
          <dd className="capitalize">{company.role}</dd>
          <dt>Evidence in</dt>
          <dd>{company.storageLocation.displayName}</dd>
          <dt>Since</dt>
          <dd>{longDate(company.createdAt)}</dd>
        </dl>
      </Section>
      {mayChangePolicy && (
        <Section title="Access">
          <SecondFactorPolicy company={company} />
        </Section>
      )}
      <Section title="Billing">
        <Billing />
      </Section>
      <Section title="Ledger">
        <Ledger companyId={company.id} />
      </Section>
    </>
  );
}

function Ledger({ companyId }: { companyId: string }) {
  const ledger = useQuery(api.ledger.checkpoint.queryOptions({ input: { companyId } }));
  return (
    <Screen data={ledger} loading={<SkeletonLines lines={3} />} empty={null}>
      {({ key, size, root }) => (
        <>
          <p className="max-w-[62ch] text-ink-2">
            Everything filed and every administrative act is an entry of this company's append-only ledger. Give this
            key to an auditor on another way, by telephone or in a contract: with it they can verify a bundle offline,
            without trusting us.
          </p>
          <div className="mt-3 flex items-center gap-2 border border-rule bg-sunken px-3 py-2">
            <code className="mono min-w-0 flex-1 break-all" aria-label="Verification key">
              {key}
            </code>
            <CopyButton text={key} name="Copy verification key" />
          </div>
          <dl className="facts mt-4">
            <dt>Entries</dt>
            <dd>{size.toLocaleString("en-US")}</dd>
            <dt>Signed root</dt>
            <dd className="mono break-all">{root}</dd>
          </dl>
        </>
      )}
    </Screen>
  );
}
