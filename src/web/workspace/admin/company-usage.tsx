import { useQuery } from "@tanstack/react-query";
import type * as z from "zod";
import { planOf } from "#catalog/plans.ts";
import type { contract } from "#contract/index.ts";
import { sayAmount } from "#domain/limit-words.ts";
import { fullness } from "#domain/limits.ts";
import { api } from "#web/api.ts";
import { Table, oneSection } from "#web/design/table.tsx";
import type { Column } from "#web/design/table.tsx";
import { Screen } from "#web/design/screen.tsx";
import { byteSize } from "#web/design/sizes.ts";
import { SkeletonLines } from "#web/design/skeleton.tsx";

type Usage = z.output<typeof contract.limits.companies.output>[number];

const columns: readonly Column<Usage>[] = [
  {
    key: "name",
    head: "Company",
    phone: "title",
    cell: ({ name }) => <b className="strong">{name}</b>,
  },
  {
    key: "plan",
    head: "Plan",
    phone: "hidden",
    cell: ({ plan }) => <span className="quiet">{planOf(plan).name}</span>,
  },
  { key: "fullest", head: "Nearest limit", phone: "left", cell: ({ fullest }) => <Nearest fullest={fullest} /> },
  {
    key: "items",
    head: "Items",
    phone: "hidden",
    align: "right",
    cell: ({ items }) => items.toLocaleString("en-US"),
  },
  { key: "bytes", head: "Stored", phone: "right", align: "right", cell: ({ bytes }) => byteSize(bytes) },
];

const noCompany = {
  when: (companies: readonly Usage[]) => companies.length === 0,
  show: <p className="quiet">No companies yet.</p>,
};

function Nearest({ fullest }: Pick<Usage, "fullest">) {
  if (!fullest) return <span className="quiet">None used</span>;
  const { name, unit, used, most } = fullest;
  return (
    <span className={fullness(used, most) === 0 ? "quiet" : "strong"}>
      {name}: {sayAmount(used, unit)} of {sayAmount(most, unit)}
    </span>
  );
}

/** What each company stores, and the limit it is nearest to; the fullest first. */
export function CompanyUsage() {
  const usage = useQuery(api.limits.companies.queryOptions({ input: {} }));
  return (
    <Screen data={usage} loading={<SkeletonLines lines={3} />} empty={noCompany}>
      {(companies) => (
        <Table
          label="Companies"
          marginHead="No."
          margin={(item) => String(companies.indexOf(item) + 1)}
          columns={columns}
          rowKey={({ id }) => id}
          sections={oneSection(companies)}
        />
      )}
    </Screen>
  );
}
