import { ArrowLeft, X } from "lucide-react";
import { Fragment, useEffect, useId, useRef } from "react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { usePanelAlone } from "./use-phone.ts";

/** A page whose rows open a panel beside it; where there is no room for both, the open panel takes the page. */
export function WithPanel({ page, panel }: { page: ReactNode; panel: ReactNode }) {
  return (
    <div className="with-panel" data-open={panel ? true : undefined}>
      <div className="page">{page}</div>
      {panel}
    </div>
  );
}

interface SidePanelProps {
  /** The region's accessible name. */
  label: string;
  /** Where the way back leads when the panel has the page for itself. */
  backTo: string;
  onClose: () => void;
  /** Buttons at the end of the bar. */
  actions?: ReactNode;
  /** Buttons at its beginning, such as previous and next. */
  steps?: ReactNode;
  children: ReactNode;
}

/** The details of one row. Escape inside it closes it. */
export function SidePanel({ label, backTo, onClose, actions, steps, children }: SidePanelProps) {
  const alone = usePanelAlone();
  return (
    <aside
      className="panel"
      aria-label={label}
      onKeyDown={(event) => {
        // A dialog that was opened from here is closed by it alone.
        const inDialog = event.target instanceof Element && event.target.closest("dialog") !== null;
        if (event.key === "Escape" && !event.defaultPrevented && !inDialog) onClose();
      }}
    >
      <div className="panel-sticky">
        <div className="panel-bar">
          {alone ? (
            <Button kind="quiet" size="small" icon={ArrowLeft} onClick={onClose}>
              {backTo}
            </Button>
          ) : (
            steps
          )}
          <span className="grows" />
          {/* Named, so that a dialog opened from here stays open while the panel turns into a page. */}
          <Fragment key="actions">{actions}</Fragment>
          {!alone && (
            <Button kind="quiet" size="small" icon={X} iconOnly onClick={onClose}>
              Close
            </Button>
          )}
        </div>
        {children}
      </div>
    </aside>
  );
}

/**
 * The panel's title takes the focus when it opens, so a reader begins there. Where the list makes room for it, it is the
 * page's h1.
 */
export function PanelTitle({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLHeadingElement>(null);
  const Heading = usePanelAlone() ? "h1" : "h2";
  useEffect(() => ref.current?.focus(), []);
  return (
    <Heading ref={ref} tabIndex={-1} className="panel-title">
      {children}
    </Heading>
  );
}

/** Heads a part of a panel: a level below the panel's title, which is the page's own where the panel has it for itself. */
export function PanelHeading({ id, children }: { id?: string | undefined; children: ReactNode }) {
  const Heading = usePanelAlone() ? "h2" : "h3";
  return <Heading id={id}>{children}</Heading>;
}

/** A part of a panel under its own rule, and a region of its name to a screen reader. */
export function PanelSection({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className="panel-section" aria-labelledby={id}>
      <div className="panel-section-head">
        <PanelHeading id={id}>{title}</PanelHeading>
        {aside}
      </div>
      {children}
    </section>
  );
}
