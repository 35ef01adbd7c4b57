import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api } from "#web/api.ts";
import { CopyButton } from "#web/design/copy-button.tsx";
import { longDate } from "#web/design/dates.ts";
import { PageHead } from "#web/design/page-head.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { useWorkspace } from "../company-context.tsx";
import { Billing } from "./billing.tsx";

export const meta = () => [{ title: "Settings - Exhibit" }];

/** Who is signed in, which company this is, and the key by which anyone can check its ledger. */
export default function SettingsScreen() {
  const { person, company } = useWorkspace();
  return (
    <div className="page">
      <PageHead title="Settings" />
      <Section title="Profile">
        <dl className="facts">
          <dt>Name</dt>
          <dd>
            {person.firstName} {person.lastName}
          </dd>
          <dt>Email</dt>
          <dd>{person.email}</dd>
          <dt>Role</dt>
          <dd className="capitalize">{company.role}</dd>
        </dl>
      </Section>
      <Section title="Company">
        <dl className="facts">
          <dt>Name</dt>
          <dd>{company.name}</dd>
          <dt>Address</dt>
          <dd className="mono">{company.slug}</dd>
          <dt>Evidence in</dt>
          <dd>{company.storageLocation.displayName}</dd>
          <dt>Since</dt>
          <dd>{longDate(company.createdAt)}</dd>
        </dl>
      </Section>
      <Section title="Billing">
        <Billing />
      </Section>
      <Section title="Ledger">
        <Ledger companyId={company.id} />
      </Section>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="settings-section">
      <h2 className="title-card">{title}</h2>
      <div className="min-w-0">{children}</div>
    </section>
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
