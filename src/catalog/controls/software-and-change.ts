import type { Control } from "../types.ts";

export const softwareAndChange: readonly Control[] = [
  {
    id: "XC-18",
    slug: "change-control",
    title: "Change control and secure development",
    statement:
      "Changes to production code and infrastructure are requested, reviewed by someone other than the author, tested and approved before release. Development, test and production are separate, and live client data is not used for testing.",
    why: "It keeps one mistake, or one dishonest person, from reaching clients unseen.",
    domain: "Software and change",
    cadence: "hourly",
    checks: [
      {
        id: "change.review-required",
        title: "Review is required before merge",
        sources: ["github"],
        predicate:
          "On the default branch of every production repository a rule requires at least one approving review, applies to administrators, and blocks force pushes.",
      },
      {
        id: "change.reviewed",
        title: "Merged changes were reviewed",
        sources: ["github"],
        predicate:
          "Every pull request merged to a production default branch in the last 30 days was approved by someone other than its author, or is in the emergency change list with a later review.",
      },
      {
        id: "change.tests-required",
        title: "Tests must pass",
        sources: ["github"],
        predicate: "The same rule requires at least one status check, and code scanning is on.",
      },
      {
        id: "change.ticketed",
        title: "Changes trace to a request",
        sources: ["jira", "github"],
        predicate: "Every production change in the last 30 days links to an issue that records its reason and impact.",
      },
      {
        id: "change.release-roles",
        title: "Only the pipeline deploys",
        sources: ["aws", "gcp", "azure", "github"],
        predicate:
          "No human account can write to production outside the release pipeline, except named emergency accounts.",
      },
      {
        id: "code.static-analysis",
        title: "Static analysis reports nothing open",
        sources: ["upload"],
        predicate:
          "The latest report of every static analyzer in use finished its scan, lists the rules it ran, and has no open result.",
        ours: true,
      },
    ],
    expectedEvidence: [
      { id: "change.change-policy", type: "Policy", title: "Secure development and change policy", validForDays: 365 },
      { id: "change.emergency-reviews", type: "Report", title: "Emergency change reviews", validForDays: 92 },
      { id: "change.test-data-rule", type: "Document", title: "Test data rule", validForDays: 365 },
    ],
    lead: {
      soc2: "CC8.1",
      hipaa: "164.308(a)(8)",
      iso27001: "A.8.32",
      pcidss: "6.5.1",
      fedramp: "CM-3",
      fisma: "CM-3",
      nistcsf: "PR.PS-06",
      gdpr: "Art. 25(1)",
      ccpa: "11 CCR 7123(c)(14)",
    },
    limits: [
      {
        framework: "hipaa",
        note: "No specification names change control; it answers evaluation after operational change and access to programs for testing.",
      },
      {
        framework: "pcidss",
        note: "Payment page scripts (6.4.3, 11.6.1) and requirement re-confirmation (6.5.2) are not covered.",
      },
    ],
    requirements: {
      soc2: ["CC5.2", "CC6.8", "CC8.1"],
      hipaa: ["164.308(a)(8)", "164.310(a)(2)(iii)"],
      iso27001: [
        "A.5.8",
        "A.8.4",
        "A.8.19",
        "A.8.25",
        "A.8.26",
        "A.8.27",
        "A.8.28",
        "A.8.29",
        "A.8.31",
        "A.8.32",
        "A.8.33",
      ],
      pcidss: ["1.2.2", "6.2.1", "6.2.3", "6.2.3.1", "6.2.4", "6.5.1", "6.5.3", "6.5.4", "6.5.5"],
      fedramp: ["CM-3", "CM-3(2)", "CM-4", "CM-5", "SA-3", "SA-8", "SA-10", "SA-11", "SA-15"],
      fisma: ["CM-3", "CM-3(2)", "CM-4", "CM-5", "SA-3", "SA-8", "SA-10", "SA-11", "SA-15"],
      nistcsf: ["ID.RA-07", "PR.PS-01", "PR.PS-06"],
      gdpr: ["Art. 25(1)", "Art. 32(1)(b)"],
      ccpa: ["11 CCR 7123(c)(14)"],
    },
  },
  {
    id: "XC-19",
    slug: "vulnerability-management",
    title: "Vulnerability and patch management",
    statement:
      "Code, systems and networks are scanned for weaknesses, at least quarterly and after significant change. Critical ones are fixed within 14 days and high ones within 30; an independent penetration test is done every year, and outsiders can report weaknesses.",
    why: "Published weaknesses are attacked soon after they appear; this shows that you close them.",
    domain: "Software and change",
    cadence: "daily",
    checks: [
      {
        id: "vulns.dependencies",
        title: "Dependency alerts are fixed in time",
        sources: ["github"],
        predicate:
          "No open critical dependency alert is older than 14 days and no high one is older than 30, in any production repository.",
      },
      {
        id: "vulns.cloud-findings",
        title: "Cloud findings are fixed in time",
        sources: ["aws", "gcp", "azure"],
        predicate:
          "No open critical finding from the provider's scanner is older than 14 days and no high one is older than 30.",
      },
      {
        id: "vulns.patched",
        title: "Servers are patched",
        sources: ["aws", "gcp", "azure"],
        predicate:
          "Every managed instance installed critical patches within 30 days of release and runs a supported version.",
      },
      {
        id: "vulns.scanned-this-quarter",
        title: "Scans are current",
        sources: ["upload"],
        predicate: "Internal and external scan reports dated within the last 92 days cover every system in scope.",
      },
      {
        id: "vulns.pentest-within-year",
        title: "Penetration test is current",
        sources: ["upload"],
        predicate:
          "An independent penetration test report dated within the last 365 days shows no unresolved critical or high finding.",
      },
      {
        id: "vulns.disclosure-contact",
        title: "Outsiders can report weaknesses",
        sources: ["upload"],
        predicate: "A published contact for security reports was answered in a test within the last 365 days.",
      },
    ],
    expectedEvidence: [
      { id: "vulns.penetration-test", type: "Report", title: "Penetration test report and retest", validForDays: 365 },
      {
        id: "vulns.scan-reports",
        type: "Report",
        title: "Quarterly internal and external scan reports",
        validForDays: 92,
      },
      { id: "vulns.patch-policy", type: "Policy", title: "Vulnerability and patch policy", validForDays: 365 },
    ],
    lead: {
      soc2: "CC7.1",
      hipaa: "164.308(a)(1)(ii)(B)",
      iso27001: "A.8.8",
      pcidss: "6.3.3",
      fedramp: "RA-5",
      fisma: "RA-5",
      nistcsf: "ID.RA-01",
      gdpr: "Art. 32(1)(d)",
      ccpa: "11 CCR 7123(c)(6)",
    },
    limits: [
      {
        framework: "pcidss",
        note: "11.3.2 needs external scans by an Approved Scanning Vendor; 11.3.1.2 needs authenticated internal scans, and 11.4.5 needs segmentation tests. The last two are not covered.",
      },
      { framework: "fedramp", note: "FedRAMP sets its own scan frequency and remediation times." },
    ],
    requirements: {
      soc2: ["CC3.2", "CC4.1", "CC7.1"],
      hipaa: ["164.308(a)(1)(ii)(A)", "164.308(a)(1)(ii)(B)", "164.308(a)(8)"],
      iso27001: ["A.5.6", "A.8.8"],
      pcidss: [
        "6.3.1",
        "6.3.2",
        "6.3.3",
        "11.3.1",
        "11.3.1.1",
        "11.3.1.3",
        "11.3.2",
        "11.3.2.1",
        "11.4.1",
        "11.4.2",
        "11.4.3",
        "11.4.4",
        "12.3.4",
      ],
      fedramp: ["CA-8", "RA-5", "RA-5(2)", "RA-5(5)", "RA-5(11)", "SA-22", "SI-2", "SI-2(2)", "SI-5"],
      fisma: ["CA-8", "RA-5", "RA-5(2)", "RA-5(5)", "RA-5(11)", "SA-22", "SI-2", "SI-2(2)", "SI-5"],
      nistcsf: ["ID.IM-02", "ID.RA-01", "ID.RA-02", "ID.RA-06", "ID.RA-08", "PR.PS-02"],
      gdpr: ["Art. 32(1)(b)", "Art. 32(1)(d)"],
      ccpa: ["11 CCR 7123(c)(5)", "11 CCR 7123(c)(6)"],
    },
  },
];
