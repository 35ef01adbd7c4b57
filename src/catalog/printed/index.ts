import type { PrintedDocument } from "#domain/printed/layout.ts";
import { registerOfList } from "#domain/registers/screenings.ts";
import { accessReview } from "./access-review.ts";
import { acknowledgmentLog } from "./acknowledgment-log.ts";
import { administratorList } from "./administrator-list.ts";
import { backgroundChecks } from "./background-checks.ts";
import { correctiveActions } from "./corrective-actions.ts";
import { dataInventory } from "./data-inventory.ts";
import { deviceRecord } from "./device-record.ts";
import { emergencyChanges } from "./emergency-changes.ts";
import { exerciseReport } from "./exercise-report.ts";
import { incidentRegister } from "./incident-register.ts";
import { internalAudit } from "./internal-audit.ts";
import { jobDescriptions } from "./job-descriptions.ts";
import { keyCustodians } from "./key-custodians.ts";
import { leadershipMinutes } from "./leadership-minutes.ts";
import { leaverChecklist } from "./leaver-checklist.ts";
import { legalDuties } from "./legal-duties.ts";
import { logReview } from "./log-review.ts";
import { maintenanceRecord } from "./maintenance-record.ts";
import { matterAccessList } from "./matter-access.ts";
import { networkDiagrams } from "./network-diagrams.ts";
import { onCallRoster } from "./on-call-roster.ts";
import { privacyRequestLog } from "./privacy-request-log.ts";
import { restoreTest } from "./restore-test.ts";
import { riskAssessment } from "./risk-assessment.ts";
import { riskRegister } from "./risk-register.ts";
import { roleMatrix } from "./role-matrix.ts";
import { signedTermsDocument } from "./signed-terms.ts";
import { systemReviews } from "./system-reviews.ts";
import { statementOfApplicability } from "./statement-of-applicability.ts";
import { trainingCompletion } from "./training-completion.ts";
import { trainingOutline } from "./training-outline.ts";
import { vendorList } from "./vendor-list.ts";
import { visitorLog } from "./visitor-log.ts";

/** Every expected document that is printed from registers, policies, training and reviews. */
export const printedDocuments: readonly PrintedDocument[] = [
  acknowledgmentLog,
  leadershipMinutes,
  internalAudit,
  correctiveActions,
  riskAssessment,
  riskRegister,
  statementOfApplicability,
  legalDuties,
  vendorList,
  backgroundChecks,
  signedTermsDocument,
  jobDescriptions,
  trainingCompletion,
  trainingOutline,
  leaverChecklist,
  roleMatrix,
  administratorList,
  accessReview,
  dataInventory,
  networkDiagrams,
  deviceRecord,
  keyCustodians,
  incidentRegister,
  onCallRoster,
  privacyRequestLog,
  matterAccessList,
  visitorLog,
  maintenanceRecord,
  emergencyChanges,
  ...systemReviews,
  logReview,
  exerciseReport,
  restoreTest,
];

const byDocument = new Map(printedDocuments.map((printed) => [printed.document, printed]));

/** How an expected document is printed; undefined for one that people file. */
export function findPrinted(document: string): PrintedDocument | undefined {
  return byDocument.get(document);
}

/** The documents that a register is printed in. */
export function printedFrom(register: string): readonly PrintedDocument[] {
  return printedDocuments.filter(({ tables }) => tables.some(({ list }) => registerOfList(list) === register));
}
