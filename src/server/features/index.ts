import type { Services } from "../services.ts";
import { alertPreferenceHandlers } from "./alert-preferences.ts";
import { alertHandlers } from "./alerts.ts";
import { apiTokenHandlers } from "./api-tokens.ts";
import { activityHandlers } from "./activity.ts";
import { auditHandlers } from "./audit.ts";
import { auditorHandlers } from "./auditors.ts";
import { companyHandlers } from "./companies.ts";
import { connectionHandlers } from "./connections.ts";
import { controlHandlers } from "./controls.ts";
import { debugHandlers } from "./debug.ts";
import { demoHandlers } from "./demo.ts";
import { evidenceHandlers } from "./evidence.ts";
import { exportHandlers } from "./exports.ts";
import { featureHandlers } from "./features.ts";
import { flagHandlers } from "./flags.ts";
import type { Handlers } from "./handlers.ts";
import { healthHandlers } from "./health.ts";
import { importHandlers } from "./imports.ts";
import { invitationHandlers } from "./invitations.ts";
import { ledgerHandlers } from "./ledger.ts";
import { limitHandlers } from "./limits.ts";
import { matterHandlers } from "./matters.ts";
import { memberHandlers } from "./members.ts";
import { onboardingHandlers } from "./onboarding.ts";
import { ownAccountHandlers } from "./own-account.ts";
import { passkeyHandlers } from "./passkeys.ts";
import { pipelineHandlers } from "./pipelines.ts";
import { portalHandlers } from "./portal.ts";
import { projectHandlers } from "./projects.ts";
import { requestHandlers } from "./requests.ts";
import { searchHandlers } from "./search.ts";
import { secondFactorHandlers } from "./second-factor.ts";
import { sessionHandlers } from "./session.ts";
import { webhookHandlers } from "./webhooks.ts";
import { uploadHandlers } from "./uploads.ts";
import { userHandlers } from "./users.ts";
import { supportHandlers } from "./support.ts";

/** A handler for each endpoint of the contract. */
export function createHandlers(services: Services): Handlers {
  return {
    session: sessionHandlers(services),
    secondFactor: secondFactorHandlers(services),
    passkeys: passkeyHandlers(services),
    ownAccount: ownAccountHandlers(services),
    demo: demoHandlers(services),
    requests: requestHandlers(services),
    companies: companyHandlers(services),
    members: memberHandlers(),
    invitations: invitationHandlers(services),
    onboarding: onboardingHandlers(services),
    projects: projectHandlers(services),
    controls: controlHandlers(services),
    evidence: evidenceHandlers(services),
    matters: matterHandlers(services),
    uploads: uploadHandlers(services),
    auditors: auditorHandlers(services),
    audit: auditHandlers(services),
    connections: connectionHandlers(services),
    imports: importHandlers(services),
    exports: exportHandlers(services),
    ledger: ledgerHandlers(services),
    limits: limitHandlers(services),
    flags: flagHandlers(),
    features: featureHandlers(),
    apiTokens: apiTokenHandlers(services),
    pipelines: pipelineHandlers(services),
    webhooks: webhookHandlers(services),
    alertPreferences: alertPreferenceHandlers(services),
    alerts: alertHandlers(services),
    portal: portalHandlers(services),
    users: userHandlers(services),
    health: healthHandlers(services),
    search: searchHandlers(),
    activity: activityHandlers(services),
    support: supportHandlers(services),
    debug: debugHandlers(services),
  };
}
