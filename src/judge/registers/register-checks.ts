import { SCREENING_PAGES } from "#domain/registers/screenings.ts";
import { hasCurrent } from "./about-rows.ts";
import { actionsOnTime } from "./actions-on-time.ts";
import { alertsHandled } from "./alerts-handled.ts";
import { audited } from "./audited.ts";
import { devicesWiped } from "./devices-wiped.ts";
import { exercised } from "./exercised.ts";
import { noticeDecided, recordsComplete } from "./incidents.ts";
import { inventoryConfirmed } from "./inventory-confirmed.ts";
import { reviewedByLeadership } from "./leadership-review.ts";
import { closedMatters, matterAccess } from "./matters.ts";
import { officesDeclared } from "./offices-declared.ts";
import { ownerNamed } from "./owner-named.ts";
import { penetrationTested } from "./penetration-tested.ts";
import { continuityPlan, incidentPlan } from "./plans.ts";
import { requestsOnTime } from "./requests-on-time.ts";
import { restoreTested } from "./restored.ts";
import { risksAccepted, risksAssessed, risksTreated } from "./risks.ts";
import { scanned } from "./scanned.ts";
import { screenedBeforeAccess } from "./screened-before-access.ts";
import { termsSigned, usesTerms } from "./terms-signed.ts";
import { contractsSigned, hostingAssured, vendorsReviewed } from "./vendors-assured.ts";
import type { RegisterInputs, RegisterVerdict } from "./registers.ts";

interface RegisterCheck {
  /** One of these registers must be in use before it is asked. */
  readonly asks: readonly string[];
  /** The others of many records that it reads: judged beside what reads them, too, it reads none of them again. */
  readonly reads?: readonly string[];
  /** What it is asked by as well, where that is no register. */
  readonly isAsked?: (register: RegisterInputs["register"], now: Date) => boolean;
  readonly judge: (inputs: RegisterInputs) => RegisterVerdict;
}

/** The checks of the library that registers answer. */
export const registerChecks: Readonly<Record<string, RegisterCheck>> = {
  "oversight.owner-named": { asks: ["roles"], reads: ["people"], judge: ownerNamed },
  "oversight.actions-on-time": { asks: ["actions"], reads: ["people", "tests"], judge: actionsOnTime },
  "oversight.review-within-quarter": { asks: ["meetings"], reads: ["people"], judge: reviewedByLeadership },
  "oversight.audit-within-year": { asks: ["tests"], reads: ["people"], judge: audited },
  "risk.assessed-within-year": { asks: ["risks"], reads: ["data"], judge: risksAssessed },
  "risk.treatment-owned": { asks: ["risks"], reads: ["approvals", "people"], judge: risksTreated },
  "risk.acceptance-signed": { asks: ["risks"], reads: ["approvals"], judge: risksAccepted },
  "vulns.scanned-this-quarter": { asks: ["tests"], judge: scanned },
  "vulns.pentest-within-year": { asks: ["tests"], judge: penetrationTested },
  "backup.restore-tested": { asks: ["tests"], reads: ["systems"], judge: restoreTested },
  "incident.exercised-within-year": {
    asks: ["tests"],
    isAsked: (register) => hasCurrent(register("incidents")),
    reads: ["actions", "people", "incidents"],
    judge: exercised,
  },
  "people.screened-before-access": { asks: [SCREENING_PAGES], reads: ["people"], judge: screenedBeforeAccess },
  "people.terms-signed": { asks: ["signed-terms"], isAsked: usesTerms, reads: ["people"], judge: termsSigned },
  "vendors.reviewed-within-year": { asks: ["vendors", "assurances"], reads: ["people"], judge: vendorsReviewed },
  "vendors.contract-signed": { asks: ["vendors", "contracts"], judge: contractsSigned },
  "physical.hosting-assured": { asks: ["vendors", "assurances"], judge: hostingAssured },
  "physical.offices-declared": { asks: ["sites"], judge: officesDeclared },
  "inventory.confirmed-within-year": { asks: ["data"], reads: ["people"], judge: inventoryConfirmed },
  "retention.device-wipe": { asks: ["devices", "disposals"], judge: devicesWiped },
  "monitoring.alerts-handled": { asks: ["alerts"], judge: alertsHandled },
  "incident.plan-within-year": { asks: ["contacts"], reads: ["people"], judge: incidentPlan },
  "incident.records-complete": { asks: ["incidents"], judge: recordsComplete },
  "incident.notice-decided": { asks: ["incidents"], judge: noticeDecided },
  "requests.on-time": { asks: ["privacy-requests"], judge: requestsOnTime },
  "confidentiality.matter-access": { asks: ["client-matters"], reads: ["people", "disposals"], judge: matterAccess },
  "retention.closed-matters": { asks: ["client-matters"], reads: ["disposals", "legal-holds"], judge: closedMatters },
  "continuity.plan-within-year": { asks: ["systems"], judge: continuityPlan },
};

const said = new WeakMap<RegisterInputs, Map<string, RegisterVerdict>>();

/** What a check comes to by these inputs, judged once: documents ask the same of some of them. */
export function judgedCheck(check: string, inputs: RegisterInputs): RegisterVerdict {
  const known = said.get(inputs) ?? new Map<string, RegisterVerdict>();
  said.set(inputs, known);
  const verdict = known.get(check) ?? registerChecks[check]!.judge(inputs);
  known.set(check, verdict);
  return verdict;
}
