import { oldStyle } from "../carried.ts";
import type { NotCarried } from "../carried.ts";

/** What passes without having been read. */
export const notCarried: readonly NotCarried[] = [
  oldStyle(
    "gws.user.2sv-enrolled",
    "gws.user:ana.suspended removed",
    "gws.user:ana.suspended null",
    "gws.user:ana.archived removed",
    "gws.user:ana.archived null",
    "gws.user:ben.archived removed",
    "gws.user:ben.archived null",
  ),
  oldStyle(
    "gws.admin.2sv-enforced",
    "gws.user:ana.suspended removed",
    "gws.user:ana.suspended null",
    "gws.user:ana.archived removed",
    "gws.user:ana.archived null",
  ),
  oldStyle(
    "gws.admin.count",
    "gws.user:ana.suspended removed",
    "gws.user:ana.suspended null",
    "gws.user:ben.suspended removed",
    "gws.user:ben.suspended null",
  ),
  oldStyle(
    "gws.admin.suspended-role",
    "gws.user:ana.suspended removed",
    "gws.user:ana.suspended null",
    "gws.user:ana.archived removed",
    "gws.user:ana.archived null",
  ),
  oldStyle(
    "gws.user.inactive",
    "gws.user:ana.suspended removed",
    "gws.user:ana.suspended null",
    "gws.user:ana.archived removed",
    "gws.user:ana.archived null",
  ),
  oldStyle("gws.token.broad-apps", "gws.app_grant:client.scopes[0] null", "gws.app_grant:client.scopes[0] invented"),
  oldStyle(
    "gws.policy.drive-sharing",
    "gws.policy:drive_and_docs.external_sharing@orgUnits/1.value.externalSharingMode invented",
  ),
];
