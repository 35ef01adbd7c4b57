import { Link, useSearchParams } from "react-router";
import { registerTime } from "#web/design/dates.ts";
import { Button } from "#web/design/button.tsx";
import { Register, oneSection } from "#web/design/register.tsx";
import type { Column } from "#web/design/register.tsx";
import { RequirementTags } from "#web/design/requirement-tags.tsx";
import { shortNumber } from "../exhibit-numbers.ts";
import type { EvidenceItem } from "./evidence.ts";
import { useControls } from "./use-library.ts";

interface EvidenceRegisterProps {
  items: readonly EvidenceItem[];
  /** Shows this framework's requirement ids instead of our control ids. */
  framework: string | undefined;
  selected: string | null;
  more: (() => void) | undefined;
  loadingMore: boolean;
}

/** The items, newest first, under their numbers. */
export function EvidenceRegister({ items, framework, selected, more, loadingMore }: EvidenceRegisterProps) {
  const controls = useControls().data ?? [];
  const idsOf = (item: EvidenceItem) => {
    if (!framework) return item.controls;
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
          <ItemLink item={item} />
          <span className="not-phone block text-xs text-ink-3">{item.source}</span>
        </>
      ),
    },
    {
      key: "controls",
      head: framework ? "Requirements" : "Controls",
      phone: "left",
      cell: (item) => <RequirementTags ids={idsOf(item)} limit={3} />,
    },
    { key: "type", head: "Type", phone: "hidden", cell: (item) => <span className="text-ink-2">{item.type}</span> },
    {
      key: "collected",
      head: "Collected",
      align: "right",
      phone: "right",
      cell: (item) => (
        <time className="whitespace-nowrap text-ink-2" dateTime={item.collectedAt}>
          {registerTime(item.collectedAt)}
        </time>
      ),
    },
  ];
  return (
    <>
      <Register
        label="Evidence"
        marginHead="EX"
        margin={(item) => shortNumber(item.exhibit)}
        columns={columns}
        rowKey={(item) => item.id}
        selected={selected ?? undefined}
        sections={oneSection(items)}
      />
      <div className="register-foot flex items-center gap-3">
        <span>Showing {items.length.toLocaleString("en-US")}</span>
        {more && (
          <Button size="small" busy={loadingMore && "Loading..."} onClick={more}>
            Show more
          </Button>
        )}
      </div>
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
