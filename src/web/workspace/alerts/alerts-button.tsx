import { Bell } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { can } from "#domain/access.ts";
import { Icon } from "#web/design/icon.tsx";
import { lazily } from "#web/lazily.tsx";
import type { Company } from "../company.ts";
import { useOpenAlerts } from "./use-alerts.ts";
import "./alerts.css";

const AlertsPanel = lazily(() => import("./alerts-panel.tsx"));

/** The bell of the header: how many alerts are open, and a panel with them. */
export function AlertsButton({ company }: { company: Company }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const alerts = useOpenAlerts(company.id);
  const count = alerts.data?.count ?? 0;
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  useEffect(() => {
    if (!open) return;
    const elsewhere = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", elsewhere);
    return () => document.removeEventListener("pointerdown", elsewhere);
  }, [open]);
  return (
    <div
      className="menu alerts-menu"
      role="presentation"
      ref={root}
      onKeyDown={(event) => {
        if (event.key === "Escape" && open) close();
      }}
      onBlur={(event) => {
        // Tab goes on to what comes after the bell; what covers it would hide that.
        if (event.relatedTarget && !root.current?.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        className="button"
        data-kind="quiet"
        data-size="small"
        data-icon-only
        aria-label="Alerts"
        aria-describedby={count > 0 ? `${id}-count` : undefined}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon of={Bell} />
        {count > 0 && <span className="alerts-count" data-count={count} />}
      </button>
      {count > 0 && (
        <span className="visually-hidden" id={`${id}-count`}>
          {count} open
        </span>
      )}
      {open && (
        <section id={id} className="alerts-panel" aria-label="Alerts">
          <AlertsPanel
            companyId={company.id}
            mayAcknowledge={can(company.role, "alerts.acknowledge")}
            alerts={alerts}
            onClose={() => setOpen(false)}
          />
        </section>
      )}
    </div>
  );
}
