import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Provider } from "#catalog/providers.ts";
import { vendorPage } from "#catalog/vendor-pages.ts";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { CopyButton } from "#web/design/copy-button.tsx";
import { SearchInput } from "#web/design/input.tsx";
import { Mark } from "#web/design/mark.tsx";
import { VisuallyHidden } from "#web/design/visually-hidden.tsx";
import { useWorkspace } from "../../company-context.tsx";
import type { ConnectionCheck, ConnectionDetails, OpenResource, ResourceChange } from "../connection.ts";
import { count } from "../connection.ts";
import { outcomes } from "../outcomes.ts";
import { between } from "./between.ts";

const PAGE = 50;
/** As many as the server sends. */
const MOST = 1_000;

interface OpenResourcesProps {
  connection: ConnectionDetails;
  provider: Provider;
  check: ConnectionCheck;
  /** What the list of checks is searched for; a list of resources begins with it where it speaks of them. */
  search: string;
}

/** The exact resources that fail or are not decided, with what was observed against what is wanted. */
export function OpenResources({ connection, provider, check, search }: OpenResourcesProps) {
  const matches = (resource: OpenResource, words: string) =>
    resource.label.toLowerCase().includes(words.trim().toLowerCase());
  const [filter, setFilter] = useState(check.open.some((item) => matches(item, search)) ? search : "");
  const [pages, setPages] = useState(1);
  const changes = useChanges(connection.id, check.id);
  const found = check.open.filter((item) => matches(item, filter));
  const list = found.map(({ label, observed, wanted }) => `${label}\t${observed}\t${wanted}`).join("\n");
  return (
    <div className="open-resources">
      <div className="row centered spread gap-12">
        <b className="strong">
          {check.open.length >= MOST
            ? `Showing the first ${MOST.toLocaleString("en-US")} of ${(check.failing + check.unknown).toLocaleString("en-US")}`
            : found.length < check.open.length
              ? `${found.length.toLocaleString("en-US")} of ${count(check.open.length, "resource")}`
              : count(check.open.length, "resource")}
        </b>
        <CopyButton text={list} name="Copy the list" />
      </div>
      {(check.open.length > 10 || filter !== "") && (
        <SearchInput
          label={`Filter resources of ${check.title}`}
          placeholder="Filter"
          value={filter}
          onChange={(event) => {
            setFilter(event.target.value);
            setPages(1);
          }}
        />
      )}
      {found.length === 0 && <p className="quiet">No resources match.</p>}
      <ul className="lines" aria-label={`Resources of ${check.title}`}>
        {found.slice(0, pages * PAGE).map((item) => (
          <li key={`${item.type} ${item.id}`}>
            <Resource
              resource={item}
              change={changes.get(`${item.type} ${item.label}`)}
              page={pageOf(provider, connection, item)}
              vendor={provider.name}
            />
          </li>
        ))}
      </ul>
      {found.length > pages * PAGE && (
        <Button size="small" onClick={() => setPages(pages + 1)}>
          Show {Math.min(PAGE, found.length - pages * PAGE)} more of {found.length.toLocaleString("en-US")}
        </Button>
      )}
    </div>
  );
}

interface ResourceProps {
  resource: OpenResource;
  change: ResourceChange | undefined;
  /** The vendor's own page of it. */
  page: string | undefined;
  vendor: string;
}

function Resource({ resource, change, page, vendor }: ResourceProps) {
  const { finding, word } = outcomes[resource.outcome];
  return (
    <>
      <div className="apart">
        <b className="narrows wraps firm">
          {resource.label} <span className="light faint">{resource.type}</span>
        </b>
        {resource.outcome !== "fail" && (
          <Mark finding={finding} size="small">
            {word}
          </Mark>
        )}
      </div>
      <dl className="check-facts">
        <dt>Found</dt>
        <dd>{resource.observed}</dd>
        <dt>Expected</dt>
        <dd className="quiet">{resource.wanted}</dd>
      </dl>
      {change && <p className="fine faint">{sayChange(change)}</p>}
      {page && (
        <a className="link link-alone fine" href={page} target="_blank" rel="noreferrer">
          Open at {vendor}
          <VisuallyHidden>: {resource.label}, in a new tab</VisuallyHidden>
        </a>
      )}
    </>
  );
}

/** A made-up account of the demo has no pages anywhere. */
function pageOf({ key }: Provider, connection: ConnectionDetails, resource: OpenResource): string | undefined {
  return connection.method === "sample" ? undefined : vendorPage(key, resource, connection);
}

/** `It passed before, and changed between 14:00 and 15:00 UTC on May 14.` */
function sayChange({ was, after, before }: ResourceChange): string {
  const time = between({ after, before });
  if (was === "pass") return `It passed before, and changed ${time}.`;
  return was === null ? `It is new: first seen ${time}.` : `It changed ${time}.`;
}

/** The newest change of each resource that the check is about. */
function useChanges(connectionId: string, checkId: string): ReadonlyMap<string, ResourceChange> {
  const { company } = useWorkspace();
  const input = { companyId: company.id, connectionId, checkId, limit: 200 };
  const { data } = useQuery(api.connections.changes.queryOptions({ input }));
  const newest = new Map<string, ResourceChange>();
  for (const change of data?.changes ?? []) {
    const key = `${change.type} ${change.label}`;
    if (!newest.has(key)) newest.set(key, change);
  }
  return newest;
}
