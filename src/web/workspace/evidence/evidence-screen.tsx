import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useParams } from "react-router";
import { api } from "#web/api.ts";
import { Button, ButtonLink } from "#web/design/button.tsx";
import { PageHead } from "#web/design/page-head.tsx";
import { Screen } from "#web/design/screen.tsx";
import { WithPanel } from "#web/design/side-panel.tsx";
import { SkeletonRegister } from "#web/design/skeleton.tsx";
import { EmptyState } from "#web/design/states.tsx";
import { useCan, useWorkspace } from "../company-context.tsx";
import { AddEvidence } from "./add-evidence.tsx";
import { EvidencePanel } from "./evidence-panel.tsx";
import { EvidenceRegister } from "./evidence-register.tsx";
import { StorageMap } from "./storage-map.tsx";
import { NoMatch, Toolbar } from "./toolbar.tsx";
import { useFilters, useLibrary } from "./use-library.ts";
import { spokenNumber } from "../exhibit-numbers.ts";

export const meta = () => [{ title: "Evidence - Exhibit" }];

/**
 * Everything on file; `?item=` opens one beside the list. Under a project's address it is the same library, because
 * evidence is filed once and counts in every project, with the requirement ids of that project's framework.
 */
export default function EvidenceScreen() {
  const filters = useFilters();
  const library = useLibrary(filters);
  const project = useProjectOfAddress();
  const mayFile = useCan("evidence.file");
  // In the address, so that other pages can lead to it.
  const adding = mayFile && filters.adding;
  const setAdding = (now: boolean) => filters.set({ add: now ? "1" : "" }, { replace: !now });
  const items = library.data?.pages.flatMap((page) => page.items) ?? [];
  const total = library.data?.pages[0]?.total;
  const filtered = Boolean(filters.text || filters.type || filters.control);
  const open = (id: string) => filters.set({ item: id }, { replace: Boolean(filters.item) });

  function close() {
    const opened = filters.item;
    filters.set({ item: "" }, { replace: true });
    requestAnimationFrame(() => document.getElementById(`item-${opened}`)?.focus());
  }

  const add = mayFile && (
    <Button kind="primary" icon={Plus} onClick={() => setAdding(true)}>
      Add Evidence
    </Button>
  );
  const page = (
    <>
      <PageHead
        title={project ? "Project evidence" : "Evidence Library"}
        sub={total === undefined ? " " : `${total.toLocaleString("en-US")} ${total === 1 ? "item" : "items"} on file`}
        {...crumbsOf(project, items.find(({ id }) => id === filters.item)?.exhibit)}
        actions={add}
      />
      <Toolbar filters={filters} />
      {filters.view === "map" ? (
        <StorageMap />
      ) : (
        <Screen
          data={library}
          loading={<SkeletonRegister rows={12} columns={4} />}
          empty={{
            when: () => items.length === 0,
            show: filtered ? (
              <NoMatch filters={filters} />
            ) : (
              <EmptyState
                title="No evidence yet"
                action={
                  mayFile && (
                    <ButtonLink size="small" to="/dashboard/integrations">
                      Import a Report
                    </ButtonLink>
                  )
                }
              >
                {mayFile
                  ? "Add a document, or import a scanner's report. Each item gets a number, a seal and a place in the ledger."
                  : "Owners, admins and members may add some. Each item gets a number, a seal and a place in the ledger."}
              </EmptyState>
            ),
          }}
        >
          {() => (
            <EvidenceRegister
              items={items}
              framework={project?.framework}
              selected={filters.item}
              more={library.hasNextPage ? () => void library.fetchNextPage() : undefined}
              loadingMore={library.isFetchingNextPage}
            />
          )}
        </Screen>
      )}
      {adding && <AddEvidence control={filters.control} type={filters.type} onClose={() => setAdding(false)} />}
    </>
  );
  const position = items.findIndex((item) => item.id === filters.item);
  const panel = filters.item && (
    <EvidencePanel
      key={filters.item}
      itemId={filters.item}
      previous={position > 0 ? () => open(items[position - 1]!.id) : undefined}
      next={position >= 0 && position < items.length - 1 ? () => open(items[position + 1]!.id) : undefined}
      onClose={close}
    />
  );
  return <WithPanel page={page} panel={panel} />;
}

function useProjectOfAddress() {
  const { company } = useWorkspace();
  const { projectId = "" } = useParams();
  const input = { companyId: company.id, projectId };
  const answer = useQuery({ ...api.projects.get.queryOptions({ input }), enabled: projectId !== "" });
  return projectId === "" ? undefined : answer.data?.project;
}

/** With an item open, the library is one of the pages above it. */
function crumbsOf(project: { id: string; name: string } | undefined, exhibit: string | undefined) {
  const above = project
    ? [
        { label: "Projects", to: "/dashboard/projects" },
        { label: project.name, to: `/dashboard/projects/${project.id}` },
      ]
    : [];
  if (exhibit === undefined) return project ? { crumbs: above } : {};
  const library = project
    ? { label: "Evidence", to: `/dashboard/projects/${project.id}/evidence` }
    : { label: "Evidence", to: "/dashboard/evidence" };
  return { crumbs: [...above, library], here: spokenNumber(exhibit) };
}
