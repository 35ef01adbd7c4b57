import type { Services } from "./services.ts";
import { acceptedFailureHandlers } from "../accepted-failures/handlers.ts";
import { alertPreferenceHandlers } from "../alert-preferences/handlers.ts";
import { alertHandlers } from "../alerts/handlers.ts";
import { apiTokenHandlers } from "../api-tokens/handlers.ts";
import { activityHandlers } from "../activity/handlers.ts";
import { auditHandlers } from "../audit/handlers.ts";
import { auditorHandlers } from "../auditors/handlers.ts";
import { companyHandlers } from "../companies/handlers.ts";
import { connectionHandlers } from "../connections/handlers.ts";
import { controlHandlers } from "../controls/handlers.ts";
import { debugHandlers } from "../debug/handlers.ts";
import { demoHandlers } from "../demo/handlers.ts";
import { evidenceHandlers } from "../evidence/handlers.ts";
import { exportHandlers } from "../exports/handlers.ts";
import { featureHandlers } from "../flags/feature-handlers.ts";
import { flagHandlers } from "../flags/handlers.ts";
import type { Handlers } from "../endpoints/handler.ts";
import { healthHandlers } from "../health/handlers.ts";
import { importHandlers } from "../imports/handlers.ts";
import { invitationHandlers } from "../invitations/handlers.ts";
import { ledgerHandlers } from "../ledger/handlers.ts";
import { linkedFileHandlers } from "../linked-files/handlers.ts";
import { limitHandlers } from "../limits/handlers.ts";
import { manualTestHandlers } from "../manual-tests/handlers.ts";
import { legalHoldHandlers } from "../legal-holds/handlers.ts";
import { matterHandlers } from "../matters/handlers.ts";
import { memberHandlers } from "../members/handlers.ts";
import { onboardingHandlers } from "../onboarding/handlers.ts";
import { ownAccountHandlers } from "../own-account/handlers.ts";
import { signInProviderHandlers } from "../own-account/sign-in-providers.ts";
import { passkeyHandlers } from "../passkeys/handlers.ts";
import { pipelineHandlers } from "../pipelines/handlers.ts";
import { portalHandlers } from "../portal/handlers.ts";
import { printedDocumentHandlers } from "../printed-documents/handlers.ts";
import { projectHandlers } from "../projects/handlers.ts";
import { contactTestHandlers } from "../contact-tests/handlers.ts";
import { prefilledReviewHandlers } from "../prefilled-reviews/handlers.ts";
import { proposalHandlers } from "../proposals/handlers.ts";
import { policyHandlers } from "../policies/handlers.ts";
import { accountHandlers } from "../registers/account-handlers.ts";
import { reviewHandlers } from "../reviews/handlers.ts";
import { taskHandlers } from "../tasks/handlers.ts";
import { registerHandlers } from "../registers/handlers.ts";
import { requestHandlers } from "../requests/handlers.ts";
import { searchHandlers } from "../search/handlers.ts";
import { secondFactorHandlers } from "../second-factor/handlers.ts";
import { sessionHandlers } from "../session/handlers.ts";
import { webhookHandlers } from "../webhooks/handlers.ts";
import { uploadHandlers } from "../uploads/handlers.ts";
import { userHandlers } from "../users/handlers.ts";
import { documentHandlers } from "../documents/handlers.ts";
import { staffHandlers } from "../staff/handlers.ts";
import { readOwnClocks } from "../staff/person-clocks.ts";
import { trainingHandlers } from "../staff/training-handlers.ts";
import { systemHandlers } from "../systems/handlers.ts";
import { supportHandlers } from "../support/handlers.ts";

/** A handler for each endpoint of the contract. */
export function createHandlers(services: Services): Handlers {
  return {
    session: sessionHandlers(services),
    secondFactor: secondFactorHandlers(services),
    passkeys: passkeyHandlers(services),
    ownAccount: ownAccountHandlers(services),
    signInProviders: signInProviderHandlers(services),
    demo: demoHandlers(services),
    requests: requestHandlers(services),
    companies: companyHandlers(services),
    members: memberHandlers(),
    invitations: invitationHandlers(services),
    onboarding: onboardingHandlers(services),
    projects: projectHandlers(services),
    controls: controlHandlers(services),
    manualTests: manualTestHandlers(services),
    acceptedFailures: acceptedFailureHandlers(services),
    evidence: evidenceHandlers(services),
    legalHolds: legalHoldHandlers(),
    matters: matterHandlers(services),
    documents: documentHandlers(services),
    printedDocuments: printedDocumentHandlers(services),
    systems: systemHandlers(services),
    accounts: accountHandlers(services),
    registers: registerHandlers({ ...services, ownClocks: readOwnClocks }),
    proposals: proposalHandlers(services),
    prefilledReviews: prefilledReviewHandlers(services),
    contactTests: contactTestHandlers(services),
    staff: staffHandlers(services),
    training: trainingHandlers(services),
    policies: policyHandlers(services),
    reviews: reviewHandlers(services),
    tasks: taskHandlers(services),
    uploads: uploadHandlers(services),
    linkedFiles: linkedFileHandlers(services),
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
    search: searchHandlers(services),
    activity: activityHandlers(services),
    support: supportHandlers(services),
    debug: debugHandlers(services),
  };
}
