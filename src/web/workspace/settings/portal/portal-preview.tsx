import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { frameworks } from "#catalog/index.ts";
import { api } from "#web/api.ts";
import { longDate } from "#web/design/dates.ts";
import { Icon } from "#web/design/icon.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import type { PortalSettings } from "./portal-tab.tsx";
import "#web/marketing/portal.css";

interface PortalPreviewProps {
  companyId: string;
  companyName: string;
  draft: PortalSettings;
}

/** What a visitor would read now. */
export function PortalPreview({ companyId, companyName, draft }: PortalPreviewProps) {
  const preview = useQuery(
    api.portal.preview.queryOptions({
      input: { companyId, controls: draft.controls.toSorted() },
      placeholderData: keepPreviousData,
    }),
  );
  const named = frameworks.filter(({ key }) => draft.frameworks.includes(key)).map(({ name }) => name);
  return (
    <div className="portal-preview">
      <p className="portal-company">{companyName}</p>
      <p className="portal-title">{draft.title}</p>
      {draft.introduction && <p className="portal-words">{draft.introduction}</p>}
      {named.length > 0 && (
        <p>
          {companyName} works on {new Intl.ListFormat("en-US").format(named)}.
        </p>
      )}
      <Screen
        data={preview}
        loading={<SkeletonLines lines={5} />}
        empty={{
          when: ({ claims }) => claims.length === 0,
          show: <p className="quiet">No passing controls to show right now.</p>,
        }}
      >
        {({ claims }) =>
          [...Map.groupBy(claims, ({ domain }) => domain)].map(([domain, own]) => (
            <section key={domain} className="portal-domain">
              <h3>{domain}</h3>
              <ul>
                {own.map(({ id, title, asOf, until, basis }) => (
                  <li key={id} className="portal-claim">
                    <span className="portal-control">
                      <Icon of={Check} />
                      {title}
                    </span>
                    <span className="portal-times">
                      {basis}, {asOf && `as of ${longDate(asOf)}, `}until {longDate(until)}
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          ))
        }
      </Screen>
    </div>
  );
}
