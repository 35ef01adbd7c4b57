import { BellOff } from "lucide-react";
import { Button, ButtonLink } from "#web/design/button.tsx";
import { PageHead } from "#web/design/page-head.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { EmptyState } from "#web/design/states.tsx";
import { useCan, useWorkspace } from "../company-context.tsx";
import { AlertRow } from "./alert-row.tsx";
import { useAlertActions, useAllAlerts } from "./use-alerts.ts";

export const meta = () => [{ title: "Alerts - Exhibit" }];

/** Every alert of the company, the newest first. */
export default function AlertsScreen() {
  const { company } = useWorkspace();
  const alerts = useAllAlerts(company.id);
  const actions = useAlertActions(company.id);
  const mayAcknowledge = useCan("alerts.acknowledge");
  const all = alerts.data?.pages.flatMap((page) => page.alerts) ?? [];
  return (
    <div className="page">
      <PageHead
        title="Alerts"
        sub="Controls that failed or lost their evidence, and evidence that expires soon."
        actions={
          <ButtonLink icon={BellOff} to="/dashboard/settings?tab=notifications">
            Notifications
          </ButtonLink>
        }
      />
      <Screen
        data={alerts}
        loading={<SkeletonLines lines={9} />}
        empty={{
          when: () => all.length === 0,
          show: (
            <EmptyState title="No alerts yet">
              When a control fails or its evidence expires soon, you see it here. Choose email alerts under Settings.
            </EmptyState>
          ),
        }}
      >
        {() => (
          <>
            <ul className="alert-list alert-page" aria-label="Alerts">
              {all.map((alert) => (
                <AlertRow key={alert.id} alert={alert} actions={actions} mayAcknowledge={mayAcknowledge} />
              ))}
            </ul>
            <div className="register-foot row centered gap-12">
              <span>Showing {all.length.toLocaleString("en-US")}</span>
              {alerts.hasNextPage && (
                <Button
                  size="small"
                  busy={alerts.isFetchingNextPage && "Loading..."}
                  onClick={() => void alerts.fetchNextPage()}
                >
                  Show more
                </Button>
              )}
            </div>
          </>
        )}
      </Screen>
    </div>
  );
}
