import { Lock } from "lucide-react";
import { Link, useSearchParams } from "react-router";
import { registerTime } from "#web/design/dates.ts";
import { Icon } from "#web/design/icon.tsx";
import { Table, oneSection } from "#web/design/table.tsx";
import type { Column } from "#web/design/table.tsx";
import { RequirementTags } from "#web/design/requirement-tags.tsx";
import { shortNumber } from "../exhibit-numbers.ts";
import { useControlLabels } from "../use-control-labels.ts";
import type { EvidenceItem } from "./evidence.ts";
import { timeLeft } from "./time-left.ts";
import { useControls } from "./use-library.ts";

interface EvidenceRegisterProps {
  items: readonly EvidenceItem[];
  /** Shows this framework's requirement ids instead of our control ids. */
  framework: string | undefined;
  selected: string | null;
  /** Chooses a row or gives it up; undefined while nobody chooses. */
  pick: ((id: string) => void) | undefined;
  picked: readonly EvidenceItem[];
  /** The list is narrowed by how long items still count, so each row says it. */
  byExpiry: boolean;
}

/** One page of the items under their numbers. */
export function EvidenceTable({ items, framework, selected, pick, picked, byExpiry }: EvidenceRegisterProps) {
  const controls = useControls().data ?? [];
  const labelOf = useControlLabels();
  const idsOf = (item: EvidenceItem) => {
    if (!framework) return item.controls.map(labelOf);
    const filed = controls.filter((control) => item.controls.includes(control.id));
    return filed.flatMap((control) => control.requirements[framework] ?? []);
  };
  const columns: readonly Column<EvidenceItem>[] = [
    {
      key: "name",
      head: "Item",
      phone: "title",
      cell: (item) => (
        <>
          {pick && (
            <input
              type="checkbox"
              className="row-pick"
              aria-label={`Select ${item.name}`}
              checked={picked.includes(item)}
              onChange={() => pick(item.id)}
            />
          )}
          <ItemLink item={item} /> <Standing item={item} />
          <span className="not-phone own-line fine faint">{item.source}</span>
        </>
      ),
    },
    {
      key: "controls",
      head: framework ? "Requirements" : "Controls",
      phone: "left",
      cell: (item) => <RequirementTags ids={idsOf(item)} limit={3} />,
    },
    { key: "type", head: "Type", phone: "hidden", cell: (item) => <span className="quiet">{item.type}</span> },
    {
      key: "collected",
      head: byExpiry ? "Valid until (UTC)" : "Collected (UTC)",
      align: "right",
      phone: "right",
      cell: (item) => {
        const at = byExpiry ? item.validUntil : item.collectedAt;
        return (
          <time className="one-line quiet" dateTime={at}>
            {registerTime(at)}
          </time>
        );
      },
    },
  ];
  return (
    <Table
      label="Evidence"
      marginHead="EX"
      margin={(item) => shortNumber(item.exhibit)}
      columns={columns}
      rowKey={(item) => item.id}
      selected={selected ?? undefined}
      sections={oneSection(items)}
    />
  );
}

/** What sets an item apart: privilege as a redaction bar, and whether it still counts. */
function Standing({ item }: { item: EvidenceItem }) {
  const left = timeLeft(item.validUntil);
  return (
    <>
      {item.matterId && (
        <span className="privileged-bar">
          <Icon of={Lock} size={11} />
          Privileged
        </span>
      )}
      {item.withdrawn ? (
        <span className="standing">{item.erased ? "Erased" : "Withdrawn"}</span>
      ) : item.superseded ? (
        <span className="standing">Superseded</span>
      ) : (
        left.state !== "current" && (
          <span className="standing" data-state={left.state}>
            {left.words}
          </span>
        )
      )}
    </>
  );
}

function ItemLink({ item }: { item: EvidenceItem }) {
  const [search] = useSearchParams();
  const target = new URLSearchParams(search);
  target.set("item", item.id);
  return (
    <Link className="row-action" id={`item-${item.id}`} to={`?${target}`} preventScrollReset>
      {item.name}
    </Link>
  );
}
