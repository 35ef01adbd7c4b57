import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { AlertRow } from "./alert-row.tsx";
import { useAlertActions } from "./use-alerts.ts";
import type { useOpenAlerts } from "./use-alerts.ts";

interface AlertsPanelProps {
  companyId: string;
  mayAcknowledge: boolean;
  alerts: ReturnType<typeof useOpenAlerts>;
  onClose: () => void;
}

/** What is open, the gravest first, then what ended lately. */
export default function AlertsPanel({ companyId, mayAcknowledge, alerts, onClose }: AlertsPanelProps) {
  const actions = useAlertActions(companyId);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const row = { actions, mayAcknowledge, onLeave: onClose };
  return (
    <>
      <div className="alerts-panel-head">
        <h2 className="title-card" ref={title} tabIndex={-1}>
          Alerts
        </h2>
        <Link className="link link-alone" to="/dashboard/alerts" onClick={onClose}>
          See all
        </Link>
      </div>
      <Screen data={alerts} loading={<SkeletonLines lines={4} />} empty={null}>
        {({ open, recent }) => (
          <>
            {open.length === 0 && (
              <p className="alerts-none">No open alerts. No controls are failing and no evidence expires soon.</p>
            )}
            {open.length > 0 && (
              <ul className="alert-list" aria-label="Open alerts">
                {open.map((alert) => (
                  <AlertRow key={alert.id} alert={alert} {...row} />
                ))}
              </ul>
            )}
            {recent.length > 0 && (
              <>
                <h3 className="alerts-heading">Recently closed</h3>
                <ul className="alert-list" aria-label="Recently closed alerts">
                  {recent.map((alert) => (
                    <AlertRow key={alert.id} alert={alert} {...row} />
                  ))}
                </ul>
              </>
            )}
          </>
        )}
      </Screen>
    </>
  );
}
