import type { Control } from "../types.ts";

export const access: readonly Control[] = [
  {
    id: "XC-07",
    slug: "account-lifecycle",
    title: "Account lifecycle",
    statement:
      "Each person has their own account. Access is approved before it is given, changed when the role changes, and removed within 24 hours of departure; unused accounts are disabled after 90 days.",
    why: "Forgotten accounts are an easy way in, and auditors test for them every time.",
    domain: "Access",
    cadence: "daily",
    checks: [
      {
        id: "accounts.leavers-disabled",
        title: "Leavers have no active accounts",
        sources: ["okta", "entra", "google_workspace", "github", "aws", "gcp", "azure", "clio"],
        predicate:
          "No account belonging to a person with a recorded end date is active more than 24 hours after that date.",
      },
      {
        id: "accounts.one-person-each",
        title: "No shared human accounts",
        sources: ["okta", "entra", "google_workspace", "github", "aws", "gcp", "azure", "clio"],
        predicate:
          "Every active human account maps to exactly one active person, except accounts on the approved exception list.",
      },
      {
        id: "accounts.approved",
        title: "New access was approved",
        sources: ["jira"],
        predicate:
          "Every account or role granted in the last 90 days links to a request approved by someone other than the person receiving access.",
      },
      {
        id: "accounts.inactive-disabled",
        title: "Inactive accounts are disabled",
        sources: ["okta", "entra", "google_workspace", "github", "aws", "gcp", "azure"],
        predicate: "No active human account has gone more than 90 days without a sign-in.",
      },
    ],
    expectedEvidence: [
      { id: "accounts.access-control-policy", type: "Policy", title: "Access control policy", validForDays: 365 },
      {
        id: "accounts.leaver-checklist",
        type: "Document",
        title: "Joiner, mover and leaver checklist",
        validForDays: 365,
      },
    ],
    lead: {
      soc2: "CC6.2",
      hipaa: "164.308(a)(3)(ii)(C)",
      iso27001: "A.5.16",
      pcidss: "8.2.5",
      fedramp: "AC-2",
      fisma: "AC-2",
      nistcsf: "PR.AA-01",
      gdpr: "Art. 32(1)(b)",
      ccpa: "11 CCR 7123(c)(3)",
    },
    limits: [
      {
        framework: "pcidss",
        note: "8.2.5 asks for immediate removal of leavers; 24 hours is the outer limit of this check, not the target.",
      },
    ],
    requirements: {
      soc2: ["CC6.1", "CC6.2", "CC6.3"],
      hipaa: [
        "164.308(a)(3)(i)",
        "164.308(a)(3)(ii)(A)",
        "164.308(a)(3)(ii)(C)",
        "164.308(a)(4)(ii)(B)",
        "164.308(a)(4)(ii)(C)",
        "164.312(a)(2)(i)",
      ],
      iso27001: ["A.5.11", "A.5.16", "A.5.18", "A.6.5"],
      pcidss: ["7.2.3", "8.2.1", "8.2.2", "8.2.4", "8.2.5", "8.2.6", "8.2.7"],
      fedramp: ["AC-2", "AC-2(1)", "AC-2(3)", "IA-2", "IA-4", "PS-4", "PS-5"],
      fisma: ["AC-2", "AC-2(1)", "AC-2(3)", "IA-2", "IA-4", "PS-4", "PS-5"],
      nistcsf: ["PR.AA-01", "PR.AA-05"],
      gdpr: ["Art. 5(1)(f)", "Art. 32(1)(b)", "Art. 32(4)"],
      ccpa: ["11 CCR 7123(c)(3)"],
    },
  },
  {
    id: "XC-08",
    slug: "strong-authentication",
    title: "Strong authentication",
    statement:
      "Multi-factor authentication is enforced for every person on every system in scope. Password, lockout and session rules meet the strictest framework in use, and secrets are never kept in code.",
    why: "A stolen password alone should never be enough to reach client data.",
    domain: "Access",
    cadence: "hourly",
    checks: [
      {
        id: "auth.mfa-enforced",
        title: "MFA is enforced for everyone",
        sources: ["okta", "entra", "google_workspace", "github"],
        predicate:
          "A policy requires a second factor for every active human account with no exempt group outside the approved list, and every such account is enrolled.",
      },
      {
        id: "auth.cloud-mfa",
        title: "Cloud sign-ins need MFA",
        sources: ["aws", "gcp", "azure"],
        predicate:
          "The root or owner account and every human account that can sign in to the cloud console has multi-factor authentication.",
      },
      {
        id: "auth.password-rules",
        title: "Password rules meet the bar",
        sources: ["okta", "entra", "google_workspace"],
        predicate:
          "Minimum length is at least 12, the last four passwords are refused, and an account locks after no more than 10 failed attempts for at least 30 minutes or until it is reset.",
      },
      {
        id: "auth.session-limit",
        title: "Sessions end",
        sources: ["okta", "entra", "google_workspace"],
        predicate:
          "The sign-in policy requires a new sign-in after no more than 24 hours, or 12 hours for administrators.",
      },
      {
        id: "auth.no-secrets-in-code",
        title: "No secrets in code",
        sources: ["github"],
        predicate:
          "Secret scanning is on for every active repository and no secret alert has been open for more than seven days.",
      },
      {
        id: "auth.keys-rotated",
        title: "Access keys are rotated",
        sources: ["aws", "gcp", "azure"],
        predicate: "No long-lived access key is older than 90 days, and the root account has none.",
      },
    ],
    expectedEvidence: [
      {
        id: "auth.sign-in-policy-export",
        type: "Config",
        title: "Identity provider sign-in policy export",
        validForDays: 92,
      },
      {
        id: "auth.authentication-standard",
        type: "Policy",
        title: "Authentication and password standard",
        validForDays: 365,
      },
    ],
    lead: {
      soc2: "CC6.1",
      hipaa: "164.312(d)",
      iso27001: "A.8.5",
      pcidss: "8.4.2",
      fedramp: "IA-2(1)",
      fisma: "IA-2(1)",
      nistcsf: "PR.AA-03",
      gdpr: "Art. 32(1)(b)",
      ccpa: "11 CCR 7123(c)(1)",
    },
    limits: [
      {
        framework: "fedramp",
        note: "FedRAMP also expects phishing-resistant factors and validated cryptographic modules; this check does not prove either.",
      },
      {
        framework: "pcidss",
        note: "8.5.1 needs proof that the MFA system cannot be replayed or bypassed, beyond enrollment counts.",
      },
    ],
    requirements: {
      soc2: ["CC6.1", "CC6.6"],
      hipaa: ["164.308(a)(5)(ii)(D)", "164.312(d)"],
      iso27001: ["A.5.17", "A.8.5"],
      pcidss: [
        "8.3.1",
        "8.3.4",
        "8.3.6",
        "8.3.7",
        "8.3.8",
        "8.3.9",
        "8.3.11",
        "8.4.1",
        "8.4.2",
        "8.4.3",
        "8.5.1",
        "8.6.2",
        "8.6.3",
      ],
      fedramp: ["AC-7", "IA-2", "IA-2(1)", "IA-2(2)", "IA-2(8)", "IA-5", "IA-5(1)", "IA-5(7)", "IA-11"],
      fisma: ["AC-7", "IA-2", "IA-2(1)", "IA-2(2)", "IA-2(8)", "IA-5", "IA-5(1)", "IA-11"],
      nistcsf: ["PR.AA-01", "PR.AA-03"],
      gdpr: ["Art. 5(1)(f)", "Art. 32(1)(b)"],
      ccpa: ["11 CCR 7123(c)(1)"],
    },
  },
  {
    id: "XC-09",
    slug: "least-privilege",
    title: "Least privilege",
    statement:
      "Access is denied unless a role needs it. Administrator rights are limited to a named list, conflicting duties are split between people, and service accounts have only the permissions they use.",
    why: "If one account is taken over, this decides whether you lose one file or everything.",
    domain: "Access",
    cadence: "hourly",
    checks: [
      {
        id: "privilege.admins-listed",
        title: "Every administrator is on the approved list",
        sources: ["okta", "entra", "google_workspace", "github", "aws", "gcp", "azure", "clio"],
        predicate: "Each account holding an administrator or owner role appears on the approved administrator list.",
      },
      {
        id: "privilege.no-wildcards",
        title: "No unlimited permissions",
        sources: ["aws", "gcp", "azure"],
        predicate:
          "No custom policy attached to a user, group or service account allows all actions on all resources, and no human account holds a basic owner or editor role on production.",
      },
      {
        id: "privilege.default-deny",
        title: "Default access is none",
        sources: ["github", "google_workspace", "entra"],
        predicate:
          "The organization's default repository permission is none or read, and new shared drives and sites are private by default.",
      },
      {
        id: "privilege.service-accounts",
        title: "Service accounts cannot sign in",
        sources: ["aws", "gcp", "azure", "okta", "entra", "google_workspace"],
        predicate: "No service account has a console password or interactive sign-in.",
      },
      {
        id: "privilege.root-unused",
        title: "Root is not used",
        sources: ["aws", "gcp", "azure"],
        predicate:
          "The root or break-glass account has not signed in during the last 90 days except in a recorded emergency.",
      },
    ],
    expectedEvidence: [
      {
        id: "privilege.role-matrix",
        type: "Document",
        title: "Role and permission matrix with separated duties",
        validForDays: 365,
      },
      { id: "privilege.administrator-list", type: "Document", title: "Approved administrator list", validForDays: 92 },
    ],
    lead: {
      soc2: "CC6.3",
      hipaa: "164.312(a)(1)",
      iso27001: "A.8.2",
      pcidss: "7.2.2",
      fedramp: "AC-6",
      fisma: "AC-6",
      nistcsf: "PR.AA-05",
      gdpr: "Art. 25(2)",
      ccpa: "11 CCR 7123(c)(3)",
    },
    limits: [
      {
        framework: "fedramp",
        note: "AC-6 enhancements in the Moderate and High baselines go further than these checks.",
      },
    ],
    requirements: {
      soc2: ["CC6.1", "CC6.3"],
      hipaa: ["164.308(a)(4)(i)", "164.308(a)(4)(ii)(B)", "164.312(a)(1)"],
      iso27001: ["A.5.3", "A.5.15", "A.8.2", "A.8.3", "A.8.18"],
      pcidss: ["7.2.1", "7.2.2", "7.2.5", "7.2.6", "7.3.1", "7.3.2", "7.3.3", "8.6.1"],
      fedramp: ["AC-2(7)", "AC-3", "AC-5", "AC-6", "AC-6(1)", "AC-6(2)", "AC-6(5)", "AC-6(10)"],
      fisma: ["AC-3", "AC-5", "AC-6", "AC-6(1)", "AC-6(2)", "AC-6(5)", "AC-6(10)"],
      nistcsf: ["PR.AA-05"],
      gdpr: ["Art. 5(1)(f)", "Art. 25(2)", "Art. 29", "Art. 32(1)(b)"],
      ccpa: ["11 CCR 7123(c)(3)"],
    },
  },
  {
    id: "XC-10",
    slug: "access-review",
    title: "Quarterly access review",
    statement:
      "Every quarter the owner of each system confirms who has access and why. Access that is no longer needed is removed within 14 days.",
    why: "It catches the access everyone forgot, and reviewers sign for what remains.",
    domain: "Access",
    cadence: "quarterly",
    checks: [
      {
        id: "review.done-this-quarter",
        title: "Every system was reviewed this quarter",
        sources: ["upload"],
        predicate:
          "For each system in scope a review completed within the last 92 days lists every account, a keep or remove decision, and a reviewer who did not review their own access.",
      },
      {
        id: "review.removals-done",
        title: "Removals were carried out",
        sources: ["jira", "okta", "entra", "google_workspace", "github", "aws", "gcp", "azure", "clio"],
        predicate:
          "Every remove decision older than 14 days has a closed ticket, and the access is absent at the source.",
      },
      {
        id: "review.service-accounts",
        title: "Service accounts were reviewed",
        sources: ["upload"],
        predicate: "The latest review covers application and service accounts.",
      },
    ],
    expectedEvidence: [
      { id: "review.review-sign-off", type: "Report", title: "Quarterly access review sign-off", validForDays: 92 },
    ],
    lead: {
      soc2: "CC6.2",
      hipaa: "164.308(a)(4)(ii)(C)",
      iso27001: "A.5.18",
      pcidss: "7.2.4",
      fedramp: "AC-2",
      fisma: "AC-2",
      nistcsf: "PR.AA-05",
      gdpr: "Art. 32(1)(d)",
      ccpa: "11 CCR 7123(c)(3)",
    },
    limits: [{ framework: "pcidss", note: "7.2.4 asks for six-monthly review of user access; quarterly meets it." }],
    requirements: {
      soc2: ["CC6.2", "CC6.3"],
      hipaa: ["164.308(a)(3)(ii)(B)", "164.308(a)(4)(ii)(C)"],
      iso27001: ["A.5.18", "A.8.2"],
      pcidss: ["7.2.4", "7.2.5.1", "8.2.6"],
      fedramp: ["AC-2", "AC-2(3)", "AC-6(7)"],
      fisma: ["AC-2", "AC-2(3)", "AC-6(7)"],
      nistcsf: ["PR.AA-05"],
      gdpr: ["Art. 25(2)", "Art. 32(1)(d)"],
      ccpa: ["11 CCR 7123(c)(3)"],
    },
  },
];
