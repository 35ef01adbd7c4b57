import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { Link } from "react-router";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { api } from "#web/api.ts";
import { longDate } from "#web/design/dates.ts";
import { Icon } from "#web/design/icon.tsx";
import { Menu, MenuItem } from "#web/design/menu.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonRegister } from "#web/design/skeleton.tsx";
import { Table, oneSection } from "#web/design/table.tsx";
import type { Column } from "#web/design/table.tsx";
import { useWorkspace } from "./company-context.tsx";
import { addressInMatter } from "./program/registers.ts";
import type { Register } from "./program/registers.ts";
import type { Matter } from "./matters/matter.ts";

type MatterRecord = z.output<typeof contract.matters.records.output>[number];

interface MatterRecordsProps {
  matter: Matter;
  /** Registers whose records may belong to a matter, and that the person may write. */
  registers: readonly Register[];
  onNew: (register: string) => void;
}

/** Records of registers that belong to the matter: counsel's own, beside the business records that everybody reads. */
export function MatterRecords({ matter, registers, onNew }: MatterRecordsProps) {
  const { company } = useWorkspace();
  const input = { companyId: company.id, matterId: matter.id };
  const records = useQuery(api.matters.records.queryOptions({ input }));
  const columns: Column<MatterRecord>[] = [
    {
      key: "title",
      head: "Record",
      phone: "title",
      written: true,
      cell: ({ id, register, title }) => (
        <Link className="link" to={`${addressInMatter(matter.id, register)}record=${id}`} id={`record-${id}`}>
          {title}
        </Link>
      ),
    },
    { key: "kind", head: "Kind", phone: "left", cell: ({ kind }) => kind.charAt(0).toUpperCase() + kind.slice(1) },
    {
      key: "about",
      head: "Business record",
      phone: "line",
      written: true,
      cell: ({ about }) => (about ? `${about.number}, ${about.title}` : "None"),
    },
    {
      key: "changed",
      head: "Last changed",
      phone: "line",
      written: true,
      cell: ({ changedBy, changedAt, ended }) => `${changedBy}, ${longDate(changedAt)}${ended ? ". Withdrawn" : ""}`,
    },
  ];
  return (
    <>
      <p className="quiet below-8">
        Incidents, holds, client matters and disposals of this matter. They decide no check, send no notice and hold
        nothing.
      </p>
      <Screen
        data={records}
        loading={<SkeletonRegister rows={3} columns={3} />}
        empty={{ when: (all) => all.length === 0, show: <p className="quiet">No records yet.</p> }}
      >
        {(all) => (
          <Table
            label="Records"
            marginHead="No."
            margin={({ number }) => number.slice(number.indexOf("-") + 1)}
            columns={columns}
            rowKey={({ id }) => id}
            sections={oneSection(all)}
          />
        )}
      </Screen>
      {matter.closedAt === null && registers.length > 0 && (
        <Menu
          label="Add record"
          trigger={
            <>
              <Icon of={Plus} /> Add record
            </>
          }
          triggerClass="button"
          align="left"
        >
          {registers.map(({ key, singular }) => (
            <MenuItem key={key} onSelect={() => onNew(key)}>
              {`Add ${singular}`}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}
