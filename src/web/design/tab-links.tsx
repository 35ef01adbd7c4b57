import { useEffect, useRef } from "react";
import { Link } from "react-router";

export interface TabLink {
  readonly to: string;
  readonly label: string;
  readonly count?: number | undefined;
}

interface TabLinksProps {
  label: string;
  links: readonly TabLink[];
  /** The `to` of the page that is open. */
  here: string;
  /** Drawn as a segmented control, for pages within one tab. */
  segmented?: boolean;
}

/** What looks like tabs and is links, because each leads to a page with an address of its own. */
export function TabLinks({ label, links, here, segmented }: TabLinksProps) {
  const list = useRef<HTMLElement>(null);
  // Where there is no room for all, the open one is in sight; only the row itself scrolls for it, never the page.
  useEffect(() => {
    const row = list.current;
    const open = row?.querySelector<HTMLElement>("[aria-current]");
    if (row && open) row.scrollLeft = open.offsetLeft - row.offsetLeft - (row.clientWidth - open.clientWidth) / 2;
  }, [here]);
  return (
    <nav
      ref={list}
      aria-label={label}
      className={segmented ? "segmented" : "tabs"}
      data-scrolls="more pages than there is room for"
    >
      {links.map(({ to, label: name, count }) => (
        <Link
          key={to}
          to={to}
          className={segmented ? undefined : "tab"}
          aria-current={to === here ? "page" : undefined}
        >
          {name}
          {count !== undefined && <span className="tab-count">{count.toLocaleString("en-US")}</span>}
        </Link>
      ))}
    </nav>
  );
}
