import { oldStyle } from "../carried.ts";
import type { NotCarried } from "../carried.ts";

/** What passes without having been read. */
export const notCarried: readonly NotCarried[] = [
  oldStyle(
    "okta.session.mfa",
    "okta.session-rule:0pr1.requiresFactor removed",
    "okta.session-rule:0pr1.requiresFactor null",
  ),
  oldStyle("okta.admin-console.mfa", "okta.app-rule:0pr2 unread", "okta.app-rule:0pr2.policyId removed"),
  oldStyle(
    "okta.session.idle",
    "okta.session-rule:0pr1.maxIdleMinutes removed",
    "okta.session-rule:0pr1.persistentCookie removed",
  ),
  oldStyle(
    "okta.user.inactive",
    "okta.user:00u-ada.lastLoginOn invented",
    "okta.user:00u-rowan.status removed",
    "okta.user:00u-rowan.status invented",
    "okta.user:00u-sync.status removed",
    "okta.user:00u-sync.status invented",
  ),
  oldStyle("okta.user.gone-assigned", "okta.app:0oa2.assigned removed", "okta.app:0oa2.assigned null"),
  oldStyle(
    "okta.user.factors",
    "okta.factors:00u-ada.types[0] null",
    "okta.factors:00u-ada.types[0] invented",
    "okta.factors:00u-ada.types[1] null",
    "okta.factors:00u-ada.types[1] invented",
    "okta.user:00u-rowan.status removed",
    "okta.user:00u-rowan.status invented",
  ),
  oldStyle(
    "okta.admin.super-count",
    "okta.admin:00u-ada.roles[0].via removed",
    "okta.admin:00u-ada.roles[0].via invented",
    "okta.admin:00u-grace.roles[0].type removed",
    "okta.admin:00u-grace.roles[0].type invented",
  ),
  oldStyle(
    "okta.token.scoped",
    "okta.admin:00u-ada.roles[0].type removed",
    "okta.admin:00u-ada.roles[0].type invented",
    "okta.api-token:00T1.ownerId removed",
    "okta.api-token:00T1.network removed",
    "okta.api-token:00T1.network invented",
  ),
  oldStyle("okta.log.stream", "okta.log-stream:0oal1.name removed"),
];
