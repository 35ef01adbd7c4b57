import { useQuery } from "@tanstack/react-query";
import { Plus, Scale } from "lucide-react";
import { useEffect } from "react";
import { useLocation, useParams } from "react-router";
import { api } from "#web/api.ts";
import { Button, ButtonLink } from "#web/design/button.tsx";
import { PageHead } from "#web/design/page-head.tsx";
import { Screen } from "#web/design/screen.tsx";
import { WithPanel } from "#web/design/side-panel.tsx";
import { SkeletonRegister } from "#web/design/skeleton.tsx";
import { EmptyState } from "#web/design/states.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useCan, useWorkspace } from "../company-context.tsx";
import { useSelection } from "../use-selection.ts";
import { spokenNumber, withSpokenNumbers } from "../exhibit-numbers.ts";
import { AddEvidence } from "./add-evidence.tsx";
import type { Prefill } from "./add-evidence.tsx";
import { evidenceTypes } from "./evidence.ts";
import type { EvidenceItem } from "./evidence.ts";
import { onFile } from "./on-file.ts";
import { DropHint } from "./drop-hint.tsx";
import { EvidencePanel } from "./evidence-panel.tsx";
import { EvidenceTable } from "./evidence-table.tsx";
import { Pages } from "./pages.tsx";
import { ItemSelection } from "./selection.tsx";
import { StorageMap } from "./storage-map.tsx";
import { NoMatch, Toolbar } from "./toolbar.tsx";
import { UnderWay, WaitingFiles } from "./under-way.tsx";
import { useDrop } from "./use-drop.ts";
import { useTake } from "./use-take.ts";
import { useFilters, useLibrary } from "./use-library.ts";
import type { Filters } from "./use-library.ts";
import { useRowKeys } from "../use-row-keys.ts";
import "./evidence.css";
import "./storage-map.css";

export const meta = () => [{ title: "Evidence - Exhibit" }];

/**
 * Everything on file; `?item=` opens one beside the list. Under a project's address it is the same library, because
 * evidence is filed once and counts in every project, with the requirement ids of that project's framework.
 */
export default function EvidenceScreen() {
  const filters = useFilters();
  const library = useLibrary(filters);
  const project = useProjectOfAddress();
  const readsMatters = useCan("matters.read") && !project;
  const mayFile = useCan("evidence.file");
  const mayWithdraw = useCan("evidence.withdraw");
  const prefill = usePrefill(filters);
  // In the address, so that other pages can lead to it.
  const adding = mayFile && (filters.adding || prefill.led);
  const items = library.data?.items ?? [];
  const open = (id: string) => filters.set({ item: id }, { replace: Boolean(filters.item) });
  const add = (now: boolean, state?: unknown) =>
    filters.set({ add: now ? "1" : "", ...(now ? {} : { item: filters.item ?? "" }) }, { replace: !now, state });
  useItemOfNumber(filters);
  useFirstPage(filters, library.data);

  function close() {
    const opened = filters.item;
    filters.set({ item: "" }, { replace: true });
    requestAnimationFrame(() => document.getElementById(`item-${opened}`)?.focus());
  }

  const selection = useSelection(items);
  const selecting = mayWithdraw && filters.view === "list" && items.length > 0;

  const position = items.findIndex((item) => item.id === filters.item);
  const steps = {
    previous: position > 0 ? () => open(items[position - 1]!.id) : undefined,
    next: position >= 0 && position < items.length - 1 ? () => open(items[position + 1]!.id) : undefined,
  };
  useRowKeys(Boolean(filters.item) && !adding, steps);
  const { set } = filters;
  const take = useTake(() => set({ add: "1" }, { replace: false }));
  const hovering = useDrop(mayFile && !adding, take);

  const page = (
    <>
      <PageHead
        title={project ? "Project evidence" : "Evidence Library"}
        sub={library.data ? onFile(library.data) : " "}
        {...crumbsOf(project, items[position] && spokenNumber(items[position].exhibit))}
        actions={
          <>
            {readsMatters && (
              <ButtonLink icon={Scale} to="/dashboard/matters">
                Matters
              </ButtonLink>
            )}
            {mayFile && (
              <Button kind="primary" icon={Plus} onClick={() => add(true)}>
                Add Evidence
              </Button>
            )}
          </>
        }
      />
      {!adding && <UnderWay onOpen={() => add(true)} />}
      <WaitingFiles />
      <Toolbar filters={filters} onSelect={selecting && !selection.ids ? selection.begin : undefined} />
      {filters.view === "map" ? (
        <StorageMap />
      ) : (
        <Screen
          data={library}
          loading={<SkeletonRegister rows={12} columns={4} />}
          empty={{
            when: (found) => found.items.length === 0,
            show:
              filters.chosen.length > 0 || filters.after || filters.before ? (
                <NoMatch
                  filters={filters}
                  further={
                    library.data?.next
                      ? () => filters.set({ after: library.data.next ?? "", before: "" }, { replace: false })
                      : undefined
                  }
                />
              ) : (
                <NothingYet mayFile={mayFile} />
              ),
          }}
        >
          {(found) => (
            <>
              <EvidenceTable
                items={found.items}
                framework={project?.framework ?? (filters.of("framework") || undefined)}
                selected={filters.item}
                pick={selection.ids && selection.toggle}
                picked={selection.chosen}
                byExpiry={["current", "expiring", "expired"].includes(filters.of("freshness"))}
              />
              <ItemSelection selection={selection} withdrawn={filters.of("freshness") === "withdrawn"} />
              <Pages page={found} filters={filters} turning={library.isPlaceholderData} />
            </>
          )}
        </Screen>
      )}
      {hovering && <DropHint>Drop files to add them as evidence</DropHint>}
      {adding && <AddEvidence prefill={prefill.with} onClose={() => add(false)} />}
    </>
  );
  const panel = filters.item && (
    <EvidencePanel
      key={filters.item}
      itemId={filters.item}
      {...steps}
      onClose={close}
      onNewVersion={mayFile ? (item) => add(true, versionOf(item)) : undefined}
    />
  );
  return <WithPanel page={page} panel={panel} />;
}

function NothingYet({ mayFile }: { mayFile: boolean }) {
  return (
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
        ? "Add a document or import a scanner report. Each item gets a number, a seal and a ledger entry."
        : "Owners, admins and members can add evidence. Each item gets a number, a seal and a ledger entry."}
    </EmptyState>
  );
}

/** What another page, or the panel, wants the dialog to begin with: by the state of the navigation, or by the filter. */
function usePrefill(filters: Filters): { led: boolean; with: Prefill } {
  const state = (useLocation().state ?? {}) as Prefill & { readonly control?: string };
  const control = state.control ?? filters.of("control");
  const controls = state.controls ?? (control ? [control] : []);
  return {
    // A navigation may say what to add without an address of its own.
    led: state.control !== undefined || state.supersedes !== undefined,
    with: {
      type: evidenceTypes.find((kind) => kind.toLowerCase() === filters.of("type").toLowerCase()),
      ...state,
      controls,
    },
  };
}

function versionOf(item: EvidenceItem): Prefill {
  const { id, exhibit, name, matterId, controls, type } = item;
  return { controls, type, supersedes: { id, exhibit, name, matterId } };
}

/** `?exhibit=EX-000123` opens the item of that number. */
function useItemOfNumber({ exhibit, set }: Filters) {
  const { company } = useWorkspace();
  const found = useQuery({
    ...api.evidence.list.queryOptions({ input: { companyId: company.id, exhibit: exhibit ?? "" } }),
    enabled: exhibit !== null,
  });
  const answered = found.data !== undefined;
  const id = found.data?.items[0]?.id;
  useEffect(() => {
    if (exhibit === null || !answered) return;
    if (id === undefined) toast.info(`${withSpokenNumbers(exhibit)} does not exist, or you don't have access to it.`);
    set({ exhibit: "", item: id ?? "" }, { replace: true });
  });
}

/** Walking back ends at the beginning, which is shown as the first page and not as what was left of one. */
function useFirstPage({ before, set }: Filters, page: { previous: string | null } | undefined) {
  const atBeginning = before !== null && page?.previous === null;
  useEffect(() => {
    if (atBeginning) set({ before: "" }, { replace: true });
  });
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
