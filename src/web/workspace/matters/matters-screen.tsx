import { useQuery } from "@tanstack/react-query";
import { Scale } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { PageHead } from "#web/design/page-head.tsx";
import { Table } from "#web/design/table.tsx";
import type { Column } from "#web/design/table.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonRegister } from "#web/design/skeleton.tsx";
import { EmptyState } from "#web/design/states.tsx";
import { useCan, useWorkspace } from "../company-context.tsx";
import { basisWords, counted } from "./matter.ts";
import type { Matter } from "./matter.ts";
import { OpenMatter } from "./open-matter.tsx";

export const meta = () => [{ title: "Matters - Exhibit" }];

const columns: readonly Column<Matter>[] = [
  {
    key: "name",
    head: "Matter",
    phone: "title",
    cell: ({ id, name }) => (
      <Link className="row-action" to={`/dashboard/matters/${id}`}>
        {name}
      </Link>
    ),
  },
  { key: "basis", head: "Privilege", phone: "line", cell: ({ basis }) => basisWords[basis] },
  {
    key: "access",
    head: "Access list",
    phone: "left",
    cell: ({ people, onAccessList }) =>
      `${counted(people, "person", "people")}${onAccessList ? ", including you" : ""}`,
  },
  {
    key: "items",
    head: "Items",
    align: "right",
    phone: "right",
    cell: ({ items }) => (items === null ? <span className="faint">Hidden</span> : items.toLocaleString("en-US")),
  },
  {
    key: "opened",
    head: "Opened",
    align: "right",
    phone: "hidden",
    roomy: true,
    cell: ({ createdAt }) => longDate(createdAt),
  },
];

/** The legal matters whose access list one is on, and for an owner those they keep. */
export default function MattersScreen() {
  const { company } = useWorkspace();
  const mayOpen = useCan("matters.manage");
  const [opening, setOpening] = useState(false);
  const matters = useQuery(api.matters.list.queryOptions({ input: { companyId: company.id } }));
  return (
    <div className="page">
      <PageHead
        title="Matters"
        crumbs={[{ label: "Evidence", to: "/dashboard/evidence" }]}
        sub="Items under a matter are privileged. Only people on its access list can see them, and every view is recorded. They count for no control until an owner on the list waives the privilege."
        actions={
          mayOpen && (
            <Button kind="primary" icon={Scale} onClick={() => setOpening(true)}>
              Open Matter
            </Button>
          )
        }
      />
      <Screen
        data={matters}
        loading={<SkeletonRegister rows={3} columns={4} />}
        empty={{
          when: (all) => all.length === 0,
          show: (
            <EmptyState title="No matters yet">
              {mayOpen
                ? "Open a matter to add privileged evidence, then choose who can see it."
                : "You are not on the access list of any matter. Owners open matters and manage access lists."}
            </EmptyState>
          ),
        }}
      >
        {(all) => (
          <Table
            label="Matters"
            marginHead="No."
            margin={(matter) => String(all.indexOf(matter) + 1)}
            columns={columns}
            rowKey={({ id }) => id}
            sections={[
              { title: "", rows: all.filter(({ closedAt }) => closedAt === null) },
              { title: "Closed", rows: all.filter(({ closedAt }) => closedAt !== null) },
            ].filter(({ rows }) => rows.length > 0)}
          />
        )}
      </Screen>
      {opening && <OpenMatter companyId={company.id} onClose={() => setOpening(false)} />}
    </div>
  );
}
