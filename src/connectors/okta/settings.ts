import * as z from "zod";
import type { SettingField } from "../connector.ts";

/** What a company may say about its Okta organization. */
export const settings = z.object({
  /** Logins that may belong to programs. They are proposed for Approvals and leave nothing out themselves. */
  serviceAccounts: z.array(z.string().trim().min(1).max(200)).max(1_000).default([]),
});

export const settingFields: readonly SettingField[] = [
  {
    name: "serviceAccounts",
    label: "Propose service accounts",
    help: "Users that belong to programs and not to people, one login a line. Each counts as one once somebody else approves it under Approvals.",
    kind: "lines",
  },
];
