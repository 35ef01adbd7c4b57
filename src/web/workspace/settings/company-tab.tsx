import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { can } from "#domain/access.ts";
import type { CompanyRole } from "#domain/access.ts";
import { api } from "#web/api.ts";
import { SecondFactorNeeded } from "#web/design/states.tsx";
import { showSection } from "#web/show-section.ts";
import { useWorkspace } from "../company-context.tsx";
import type { Company } from "../company.ts";
import { Billing } from "./billing.tsx";
import { Auditors } from "./company/auditors.tsx";
import { CompanyFacts } from "./company/company-facts.tsx";
import { ExportEverything } from "./company/export-everything.tsx";
import { InvitationsToYou } from "./company/invitations-to-you.tsx";
import { LimitsUsage } from "./company/limits-usage.tsx";
import { LedgerKey } from "./company/ledger-key.tsx";
import { Ownership } from "./company/ownership.tsx";
import { PlanUsage } from "./company/plan-usage.tsx";
import { Team } from "./company/team.tsx";
import { Section } from "./section.tsx";
import { SecondFactorPolicy } from "./second-factor-policy.tsx";

interface Part {
  readonly id: string;
  readonly title: string;
  readonly wide?: true;
  readonly shows: (company: Company) => ReactNode;
  /** For whom it is; for everybody without it. */
  readonly isFor?: (role: CompanyRole) => boolean;
}

const parts: readonly Part[] = [
  { id: "company", title: "Company", shows: (company) => <CompanyFacts company={company} /> },
  { id: "team", title: "Team", wide: true, shows: (company) => <Team company={company} /> },
  {
    id: "auditors",
    title: "Auditors",
    wide: true,
    shows: (company) => <Auditors company={company} />,
    isFor: (role) => can(role, "auditors.manage"),
  },
  { id: "plan", title: "Plan", shows: (company) => <PlanUsage companyId={company.id} /> },
  {
    id: "usage",
    title: "Usage",
    wide: true,
    shows: ({ id }) => <LimitsUsage companyId={id} />,
    isFor: (role) => can(role, "limits.read"),
  },
  { id: "billing", title: "Billing", shows: () => <Billing /> },
  {
    id: "access",
    title: "Access",
    shows: (company) => <SecondFactorPolicy company={company} />,
    isFor: (role) => can(role, "company.changePolicy"),
  },
  { id: "ledger", title: "Ledger", shows: ({ id }) => <LedgerKey companyId={id} /> },
  { id: "export", title: "Export all data", shows: (company) => <ExportEverything company={company} /> },
  {
    id: "ownership",
    title: "Ownership",
    shows: (company) => <Ownership company={company} />,
    isFor: (role) => can(role, "company.delete"),
  },
];

/** Who is in the company and as what, what it is on, and how it is taken along, handed over and ended. */
export function CompanyTab() {
  const { company } = useWorkspace();
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) showSection(hash.slice(1));
  }, [hash]);
  const { data: session } = useQuery(api.session.current.queryOptions({ input: {}, staleTime: Infinity }));
  // Every part would say it of itself.
  if (company.secondFactorRequired && session?.hasSecondFactor === false) {
    return (
      <>
        <InvitationsToYou />
        <SecondFactorNeeded />
      </>
    );
  }
  const shown = parts.filter(({ isFor }) => isFor?.(company.role) ?? true);
  return (
    <>
      <InvitationsToYou />
      <nav className="settings-parts" aria-label="On this page">
        {shown.map(({ id, title }) => (
          <Link key={id} className="link link-alone" to={{ hash: id }} replace preventScrollReset>
            {title}
          </Link>
        ))}
      </nav>
      {shown.map(({ id, title, wide, shows }) => (
        <Section key={id} id={id} title={title} wide={wide ?? false}>
          {shows(company)}
        </Section>
      ))}
    </>
  );
}
