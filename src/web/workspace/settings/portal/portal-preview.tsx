import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { frameworks } from "#catalog/index.ts";
import { api } from "#web/api.ts";
import { longDate } from "#web/design/dates.ts";
import { Glyph } from "#web/design/glyph.tsx";
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
    <div className="portal-preview" data-color={draft.color}>
      <p className="portal-firm">
        {draft.logo && <img className="portal-logo" src={draft.logo} alt="" />}
        <b>{companyName}</b>
      </p>
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
                {own.map(({ id, title, statement, asOf, until, basis }) => (
                  <li key={id} className="portal-claim">
                    <Glyph of="passing" size={16} />
                    <div>
                      <b className="portal-control">{title}</b>
                      <p className="portal-statement">{statement}</p>
                      <p className="portal-times">
                        {basis}, {asOf && `as of ${longDate(asOf)}, `}until {longDate(until)}
                      </p>
                    </div>
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
