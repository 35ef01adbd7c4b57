import type { ControlWords } from "#domain/control-suggestions.ts";
import { controls } from "./controls/index.ts";

/** What people and tools call the matter of a control, where its own texts use other words. */
const alsoCalled: Readonly<Record<string, string>> = {
  "XC-01": "information security policy acknowledgment acknowledgement handbook acceptance policies set",
  "XC-02": "ciso charter board leadership minutes internal audit governance steering committee",
  "XC-03": "risk register threat treatment residual likelihood impact",
  "XC-04": "vendor supplier third party subprocessor dpa baa soc2 assurance procurement questionnaire",
  "XC-05": "background check nda screening onboarding hr employment contract conduct sanction",
  "XC-06": "awareness training phishing course completion lms elearning",
  "XC-07":
    "joiner mover leaver offboarding onboarding deprovisioning provisioning scim termination account access request",
  "XC-08": "mfa 2fa sso saml okta password authenticator factor webauthn session secret scanning",
  "XC-09": "admin administrator privileged root iam role permission rbac sudo pam segregation",
  "XC-10": "user access review recertification entitlement attestation quarterly",
  "XC-11": "asset inventory cmdb classification dataflow diagram sbom ropa",
  "XC-12": "encryption tls ssl kms cipher certificate aes key cryptography https hsts",
  "XC-13": "confidentiality matter ethical wall conflict sharing public bucket dlp masking privilege engagement",
  "XC-14": "retention disposal destruction wipe shredding dsar privacy notice deletion erasure gdpr",
  "XC-15": "laptop device mdm endpoint edr antivirus malware jamf intune kandji filevault bitlocker screen lock",
  "XC-16": "firewall security group network hardening cis benchmark segmentation vpn waf baseline port",
  "XC-17": "office badge visitor cctv door premises physical building data center",
  "XC-18": "pull request merge branch protection code review deploy pipeline ci cd change ticket sdlc release",
  "XC-19": "vulnerability patch pentest penetration scan cve dependabot nessus qualys snyk disclosure",
  "XC-20": "log siem cloudtrail audit trail alert monitoring guardduty splunk datadog detection",
  "XC-21": "incident response breach notification runbook postmortem tabletop exercise on call pagerduty",
  "XC-22": "backup restore recovery continuity disaster bcp drp rto rpo failover snapshot",
};

/** The words of the 22 controls, for suggestions: what a control is called and what proves it speak loudest. */
export const suggestionWords: readonly ControlWords[] = controls.map((control) => ({
  id: control.id,
  texts: [
    { text: control.title, weight: 3 },
    { text: alsoCalled[control.id] ?? "", weight: 2 },
    { text: control.expectedEvidence.map(({ title }) => title).join(" "), weight: 2 },
    { text: control.checks.map(({ title }) => title).join(" "), weight: 1 },
    { text: control.statement, weight: 1 },
    { text: control.checks.map(({ predicate }) => predicate).join(" "), weight: 0.5 },
  ],
}));
