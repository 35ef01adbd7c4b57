import { api, client, queryClient } from "#web/api.ts";
import { timeNow } from "#web/clock.ts";
import { changeShown } from "../shown-change.ts";
import type { Alert } from "./alert.ts";

const DAY_MS = 24 * 60 * 60_000;
const MUTED_DAYS = 7;

/** Sends no emails about a control for a week. */
export function muteForAWeek(companyId: string, control: Alert["control"]): Promise<void> {
  const until = new Date(timeNow().getTime() + MUTED_DAYS * DAY_MS).toISOString().slice(0, 10);
  return mute(companyId, control, { until, undo: null, done: `${control.title}: muted for a week` });
}

/** Sends emails about a control again, until it is muted anew. */
export function unmute(companyId: string, { control, mutedUntil }: Alert): Promise<void> {
  const undo = mutedUntil?.slice(0, 10) ?? null;
  return mute(companyId, control, { until: null, undo, done: `${control.title}: no longer muted` });
}

interface Muting {
  /** A day in UTC, or null for not muted; `undo` is how it was before. */
  readonly until: string | null;
  readonly undo: string | null;
  readonly done: string;
}

function mute(companyId: string, { id: controlId }: Alert["control"], { until, undo, done }: Muting): Promise<void> {
  const mutedUntil = until && `${until}T00:00:00.000Z`;
  const muted = (alert: Alert): Alert => (alert.control.id === controlId ? { ...alert, mutedUntil } : alert);
  return changeShown({
    within: api.alerts.key(),
    show() {
      queryClient.setQueryData(
        api.alerts.open.queryKey({ input: { companyId } }),
        (shown) => shown && { ...shown, open: shown.open.map(muted) },
      );
      queryClient.setQueriesData<{ pages: { alerts: Alert[] }[] }>(
        { queryKey: api.alerts.list.key() },
        (shown) =>
          shown && { ...shown, pages: shown.pages.map((page) => ({ ...page, alerts: page.alerts.map(muted) })) },
      );
    },
    send: () => client.alerts.mute({ companyId, controlId, until }),
    undo: () => client.alerts.mute({ companyId, controlId, until: undo }),
    done,
    failed: "The control's emails could not be muted",
  });
}
