import { inGroups } from "./in-groups.ts";
import type { Requirement } from "../types.ts";

/** SOC 2 - Core Startup Set, 2017 Trust Services Criteria, points of focus revised 2022. Criteria text is AICPA copyright: ids and our own short titles only. */
export const soc2: readonly Requirement[] = inGroups({
  "CC1 Control environment": [
    { id: "CC1.1", title: "Integrity and ethical values shown in practice", category: "security" },
    { id: "CC1.2", title: "Board oversees internal control independently", category: "security" },
    { id: "CC1.3", title: "Structure, reporting lines and authority set", category: "security" },
    { id: "CC1.4", title: "Competent people hired, developed and kept", category: "security" },
    { id: "CC1.5", title: "People held accountable for control duties", category: "security" },
  ],
  "CC2 Information and communication": [
    { id: "CC2.1", title: "Quality information used to run controls", category: "security" },
    { id: "CC2.2", title: "Control information communicated internally", category: "security" },
    { id: "CC2.3", title: "Control matters communicated to outside parties", category: "security" },
  ],
  "CC3 Risk assessment": [
    { id: "CC3.1", title: "Objectives stated clearly enough to assess risk", category: "security" },
    { id: "CC3.2", title: "Risks identified and analyzed", category: "security" },
    { id: "CC3.3", title: "Potential for fraud considered", category: "security" },
    { id: "CC3.4", title: "Significant changes identified and assessed", category: "security" },
  ],
  "CC4 Monitoring": [
    { id: "CC4.1", title: "Controls evaluated on an ongoing or separate basis", category: "security" },
    { id: "CC4.2", title: "Deficiencies reported to those who must act", category: "security" },
  ],
  "CC5 Control activities": [
    { id: "CC5.1", title: "Controls chosen to reduce risks", category: "security" },
    { id: "CC5.2", title: "General controls over technology chosen", category: "security" },
    { id: "CC5.3", title: "Controls deployed through policies and procedures", category: "security" },
  ],
  "CC6 Logical and physical access": [
    { id: "CC6.1", title: "Logical access protections over information assets", category: "security" },
    { id: "CC6.2", title: "Users registered and authorized before access", category: "security" },
    { id: "CC6.3", title: "Access granted, changed and removed by role", category: "security" },
    { id: "CC6.4", title: "Physical access to facilities restricted", category: "security" },
    { id: "CC6.5", title: "Assets released only after data is unrecoverable", category: "security" },
    { id: "CC6.6", title: "Protection against threats from outside the boundary", category: "security" },
    { id: "CC6.7", title: "Data movement restricted and protected", category: "security" },
    { id: "CC6.8", title: "Unauthorized or malicious software prevented or detected", category: "security" },
  ],
  "CC7 System operations": [
    { id: "CC7.1", title: "Weak configurations and new vulnerabilities detected", category: "security" },
    { id: "CC7.2", title: "Systems monitored for anomalies", category: "security" },
    { id: "CC7.3", title: "Security events evaluated as possible incidents", category: "security" },
    { id: "CC7.4", title: "Incidents answered through a defined program", category: "security" },
    { id: "CC7.5", title: "Recovery from identified incidents", category: "security" },
  ],
  "CC8 Change management": [{ id: "CC8.1", title: "Changes authorized, tested and approved", category: "security" }],
  "CC9 Risk mitigation": [
    { id: "CC9.1", title: "Business disruption risks mitigated", category: "security" },
    { id: "CC9.2", title: "Vendor and partner risks managed", category: "security" },
  ],
  "A Availability": [
    { id: "A1.1", title: "Capacity watched and managed", category: "availability" },
    { id: "A1.2", title: "Environment, backup and recovery infrastructure maintained", category: "availability" },
    { id: "A1.3", title: "Recovery plan tested", category: "availability" },
  ],
  "C Confidentiality": [
    { id: "C1.1", title: "Confidential information identified and protected", category: "confidentiality" },
    { id: "C1.2", title: "Confidential information disposed of", category: "confidentiality" },
  ],
  "PI Processing integrity": [
    { id: "PI1.1", title: "Processing objectives defined and communicated", category: "processing_integrity" },
    { id: "PI1.2", title: "Inputs complete and accurate", category: "processing_integrity" },
    { id: "PI1.3", title: "Processing performed as intended", category: "processing_integrity" },
    { id: "PI1.4", title: "Outputs delivered complete, accurate and on time", category: "processing_integrity" },
    { id: "PI1.5", title: "Stored inputs and outputs kept complete and accurate", category: "processing_integrity" },
  ],
  "P Privacy": [
    { id: "P1.1", title: "Privacy notice given and kept current", category: "privacy" },
    { id: "P2.1", title: "Choices and consent offered", category: "privacy" },
    { id: "P3.1", title: "Collection matches stated privacy objectives", category: "privacy" },
    { id: "P3.2", title: "Explicit consent obtained where needed", category: "privacy" },
    { id: "P4.1", title: "Use limited to stated purposes", category: "privacy" },
    { id: "P4.2", title: "Personal information kept only as committed", category: "privacy" },
    { id: "P4.3", title: "Personal information disposed of securely", category: "privacy" },
    { id: "P5.1", title: "People can see their personal information", category: "privacy" },
    { id: "P5.2", title: "Personal information corrected on request", category: "privacy" },
    { id: "P6.1", title: "Disclosure to third parties with consent", category: "privacy" },
    { id: "P6.2", title: "Authorized disclosures kept on record", category: "privacy" },
    { id: "P6.3", title: "Record of unauthorized disclosures", category: "privacy" },
    { id: "P6.4", title: "Privacy commitments obtained from vendors", category: "privacy" },
    { id: "P6.5", title: "Vendors commit to notify of disclosures", category: "privacy" },
    { id: "P6.6", title: "Breach notices sent to affected parties", category: "privacy" },
    { id: "P6.7", title: "Accounting of held and disclosed data on request", category: "privacy" },
    { id: "P7.1", title: "Personal information kept accurate and relevant", category: "privacy" },
    { id: "P8.1", title: "Privacy complaints handled and monitored", category: "privacy" },
  ],
});
