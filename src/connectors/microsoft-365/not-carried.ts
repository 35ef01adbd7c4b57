import { oldStyle } from "../carried.ts";
import type { NotCarried } from "../carried.ts";

/** What passes without having been read. */
export const notCarried: readonly NotCarried[] = [
  oldStyle(
    "ms.ca.mfa-all",
    "ms.security_defaults:tenant.isEnabled removed",
    "ms.security_defaults:tenant.isEnabled null",
    "ms.ca_policy:policy.excluded removed",
    "ms.ca_policy:policy.excluded null",
  ),
  oldStyle(
    "ms.ca.legacy-blocked",
    "ms.security_defaults:tenant.isEnabled removed",
    "ms.security_defaults:tenant.isEnabled null",
    "ms.ca_policy:policy.excluded removed",
    "ms.ca_policy:policy.excluded null",
  ),
  oldStyle(
    "ms.admin.global-count",
    "ms.role_assignment:role of ana.principalId removed",
    "ms.role_assignment:role of ben.principalId removed",
    "step conditional-access incomplete",
  ),
  oldStyle(
    "ms.admin.cloud-only",
    "ms.user:ana.onPremisesSyncEnabled removed",
    "ms.user:ana.onPremisesSyncEnabled null",
  ),
  oldStyle("ms.policy.user-consent", "ms.authorization_policy:tenant.permissionGrantPolicies[0] invented"),
  oldStyle(
    "ms.user.inactive",
    "ms.user:ana.userType removed",
    "ms.user:ana.userType invented",
    "ms.user:ana.accountEnabled removed",
    "ms.user:ana.accountEnabled null",
    "ms.user:ben.userType removed",
    "ms.user:ben.userType invented",
    "ms.user:ben.accountEnabled removed",
    "ms.user:ben.accountEnabled null",
  ),
  oldStyle("ms.guest.inactive", "ms.user:guest.accountEnabled removed", "ms.user:guest.accountEnabled null"),
  oldStyle(
    "ms.app.secret-expiry",
    "ms.application:app.secrets[0].startsOn removed",
    "ms.application:app.secrets[0].startsOn invented",
    "ms.application:app.secrets[0].endsOn removed",
    "ms.application:app.secrets[0].endsOn invented",
  ),
  oldStyle(
    "ms.risk.users",
    "ms.risky_user:ana@example.com.riskLevel removed",
    "ms.risky_user:ana@example.com.riskLevel invented",
    "ms.risky_user:ana@example.com.updatedOn removed",
    "ms.risky_user:ana@example.com.updatedOn invented",
  ),
  oldStyle("ms.audit.flowing", "ms.audit:tenant.newestOn removed", "ms.audit:tenant.newestOn invented"),
];
