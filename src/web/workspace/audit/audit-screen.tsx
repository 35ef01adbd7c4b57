import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { api } from "#web/api.ts";
import { longDate } from "#web/design/dates.ts";
import { PageHead } from "#web/design/page-head.tsx";
import { Table, oneSection } from "#web/design/table.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonRegister } from "#web/design/skeleton.tsx";
import { EmptyState } from "#web/design/states.tsx";
import { Tabs } from "#web/design/tabs.tsx";
import type { Tab } from "#web/design/tabs.tsx";
import { useWorkspace } from "../company-context.tsx";
import type { AuditScope } from "./audit.ts";
import { Comments } from "./comments.tsx";
import { Registers } from "./registers/registers.tsx";
import { Requests } from "./requests.tsx";
import { Samples } from "./samples.tsx";
import "./audit.css";

export const meta = () => [{ title: "Audit - Exhibit" }];

type Part = "requests" | "comments" | "registers" | "samples";

/** What auditors and the company say to each other; an auditor begins here, and finds what they may read. */
export default function AuditScreen() {
  const { company } = useWorkspace();
  const auditing = company.role === "auditor";
  const scope = useQuery(api.audit.scope.queryOptions({ input: { companyId: company.id } }));
  const endsAt = scope.data?.endsAt;
  return (
    <div className="page">
      <PageHead
        title="Audit"
        sub={
          auditing
            ? `You can view controls, evidence and sealed registers of ${company.name}${endsAt ? ` until ${longDate(endsAt)}` : ""}. Everything you view is recorded.`
            : "Requests, comments and samples from your auditors. They only see the projects you share, and no privileged items."
        }
      />
      <Screen
        data={scope}
        loading={<SkeletonRegister rows={3} columns={3} />}
        empty={{
          when: ({ projects }) => projects.length === 0,
          show: auditing ? (
            <p className="padded-24 quiet">You have no project to audit right now.</p>
          ) : (
            <EmptyState
              title="No project to audit yet"
              action={
                <Link className="link" to="/dashboard/projects/new">
                  Create a project
                </Link>
              }
            >
              Create a project, then invite its auditor in Settings. Their requests, comments and samples appear here.
            </EmptyState>
          ),
        }}
      >
        {(shown) => (
          <>
            {auditing && <Projects scope={shown} />}
            <Parts scope={shown} />
          </>
        )}
      </Screen>
    </div>
  );
}

function Projects({ scope: { projects } }: { scope: AuditScope }) {
  return (
    <section className="matter-part" aria-labelledby="projects">
      <h2 id="projects" className="title-card">
        Projects
      </h2>
      <Table
        label="Projects"
        marginHead="No."
        margin={(project) => String(projects.indexOf(project) + 1)}
        columns={[
          {
            key: "name",
            head: "Project",
            phone: "title",
            cell: ({ id, name }) => (
              <Link className="row-action" to={`/dashboard/projects/${id}`}>
                {name}
              </Link>
            ),
          },
          { key: "framework", head: "Framework", phone: "left", cell: ({ frameworkName }) => frameworkName },
        ]}
        rowKey={({ id }) => id}
        sections={oneSection(projects)}
      />
    </section>
  );
}

function Parts({ scope }: { scope: AuditScope }) {
  const { company } = useWorkspace();
  const [search, setSearch] = useSearchParams();
  const seesSamples = company.role === "auditor" || company.role === "owner" || company.role === "admin";
  const tabs: readonly Tab<Part>[] = [
    { key: "requests", label: "Requests" },
    { key: "comments", label: "Comments" },
    { key: "registers", label: "Registers" },
    ...(seesSamples ? [{ key: "samples" as const, label: "Samples" }] : []),
  ];
  const chosen = tabs.find(({ key }) => key === search.get("part"))?.key ?? "requests";
  const choose = (part: Part) => setSearch(part === "requests" ? {} : { part }, { preventScrollReset: true });
  return (
    <div className="matter-part">
      <Tabs label="Audit" tabs={tabs} chosen={chosen} onChoose={choose}>
        {chosen === "requests" && <Requests scope={scope} />}
        {chosen === "comments" && <Comments scope={scope} />}
        {chosen === "registers" && <Registers scope={scope} />}
        {chosen === "samples" && <Samples scope={scope} />}
      </Tabs>
    </div>
  );
}
