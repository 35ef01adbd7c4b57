import type * as z from "zod";
import type { contract } from "#contract/index.ts";

export type Alert = z.output<typeof contract.alerts.list.output>["alerts"][number];

/** What a person reads of each kind. */
export const kindWords: Readonly<Record<Alert["kind"], string>> = {
  failing: "Control failing",
  expired: "Control needs evidence",
  expiring: "Evidence expiring soon",
};

/** The control's page. */
export const pageOfAlert = ({ control }: Alert) => `/dashboard/controls/${control.id}`;
