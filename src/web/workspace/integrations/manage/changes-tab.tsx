import { useInfiniteQuery } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { Mark } from "#web/design/mark.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { useWorkspace } from "../../company-context.tsx";
import type { Outcome, ResourceChange } from "../connection.ts";
import { outcomes } from "../outcomes.ts";
import { between } from "./between.ts";
import type { TabProps } from "./manage-panel.tsx";

/** Which resources changed, and between which two collections, newest first. */
export function ChangesTab({ connection }: TabProps) {
  const { company } = useWorkspace();
  const changes = useInfiniteQuery(
    api.connections.changes.infiniteOptions({
      input: (after: string | undefined) => ({
        companyId: company.id,
        connectionId: connection.id,
        ...(after === undefined ? {} : { after }),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
  );
  return (
    <Screen
      data={changes}
      loading={<SkeletonLines lines={8} />}
      empty={{
        when: ({ pages }) => pages[0]?.changes.length === 0,
        show: <p className="quiet">No resources have changed since the first collection.</p>,
      }}
    >
      {({ pages }) => (
        <>
          <ul className="lines" aria-label="Changes, newest first">
            {pages
              .flatMap((page) => page.changes)
              .map((change) => (
                <li key={change.id}>
                  <Change change={change} />
                </li>
              ))}
          </ul>
          {changes.hasNextPage && (
            <Button
              size="small"
              busy={changes.isFetchingNextPage && "Loading..."}
              onClick={() => void changes.fetchNextPage()}
            >
              Show earlier changes
            </Button>
          )}
        </>
      )}
    </Screen>
  );
}

const before: Readonly<Record<Outcome, string>> = {
  pass: "It passed before.",
  fail: "It failed before.",
  unknown: "It was unknown before.",
  "not applicable": "It did not apply before.",
};

function Change({ change }: { change: ResourceChange }) {
  const { label, type, was, became, observed, wanted, checkTitle } = change;
  return (
    <>
      <div className="apart">
        <b className="narrows wraps firm">
          {label} <span className="light faint">{type}</span>
        </b>
        {became && (
          <Mark finding={outcomes[became].finding} size="small">
            {outcomes[became].word}
          </Mark>
        )}
      </div>
      <p className="quiet">{checkTitle}</p>
      {became === null ? (
        <p>It was deleted.</p>
      ) : (
        <dl className="check-facts">
          <dt>Found</dt>
          <dd>{observed}</dd>
          <dt>Expected</dt>
          <dd className="quiet">{wanted}</dd>
        </dl>
      )}
      <p className="fine faint">
        {was === null ? "It is new." : before[was]} Changed {between(change)}.
      </p>
    </>
  );
}
