import type { Control } from "../types.ts";

export const people: readonly Control[] = [
  {
    id: "XC-05",
    slug: "staff-screening",
    title: "Staff screening and agreements",
    statement:
      "Employees and contractors are screened before they get access, to the depth their role needs and the law allows. They sign confidentiality and conduct terms, know their security duties, and face a stated sanction for breaking them.",
    why: "The people you hire hold the keys to client data; these records show you checked before handing them over.",
    domain: "People",
    cadence: "quarterly",
    checks: [
      {
        id: "people.screened-before-access",
        title: "Screening came before access",
        sources: ["okta", "entra", "google_workspace", "upload"],
        predicate:
          "For every person whose account was created in the last 365 days there is a screening record dated on or before creation, or a recorded exception that cites local law.",
      },
      {
        id: "people.terms-signed",
        title: "Confidentiality and conduct terms are signed",
        sources: ["okta", "entra", "google_workspace", "upload"],
        predicate:
          "Every active person has signed confidentiality terms and a code of conduct dated no later than seven days after account creation.",
      },
    ],
    expectedEvidence: [
      {
        id: "people.background-checks",
        type: "Report",
        title: "Background check completion records",
        validForDays: 365,
      },
      {
        id: "people.signed-confidentiality",
        type: "Document",
        title: "Signed confidentiality agreements and code of conduct",
        validForDays: 365,
      },
      {
        id: "people.job-descriptions",
        type: "Document",
        title: "Job descriptions with security duties",
        validForDays: 365,
      },
      { id: "people.sanction-policy", type: "Policy", title: "Sanction policy", validForDays: 365 },
    ],
    lead: {
      soc2: "CC1.4",
      hipaa: "164.308(a)(3)(ii)(B)",
      iso27001: "A.6.1",
      pcidss: "12.7.1",
      fedramp: "PS-3",
      fisma: "PS-3",
      nistcsf: "GV.RR-04",
      gdpr: "Art. 32(4)",
      ccpa: "1798.100(e)",
    },
    limits: [
      {
        framework: "fedramp",
        note: "Federal work may need agency-specific screening (PS-3) that a commercial check does not meet.",
      },
    ],
    requirements: {
      soc2: ["CC1.1", "CC1.4", "CC1.5"],
      hipaa: ["164.308(a)(1)(ii)(C)", "164.308(a)(3)(i)", "164.308(a)(3)(ii)(B)"],
      iso27001: ["A.5.4", "A.6.1", "A.6.2", "A.6.4", "A.6.5", "A.6.6"],
      pcidss: ["12.1.3", "12.7.1"],
      fedramp: ["PL-4", "PL-4(1)", "PS-2", "PS-3", "PS-6", "PS-7", "PS-8"],
      fisma: ["PL-4", "PL-4(1)", "PS-2", "PS-3", "PS-6", "PS-7", "PS-8"],
      nistcsf: ["GV.RR-04"],
      gdpr: ["Art. 28(3)(b)", "Art. 29", "Art. 32(4)"],
      ccpa: ["1798.100(e)"],
    },
  },
  {
    id: "XC-06",
    slug: "security-training",
    title: "Security training",
    statement:
      "Everyone completes security and privacy training within 30 days of joining and every year after. Developers and other specialists also complete training for their role.",
    why: "Many attacks begin by fooling a person, and every framework here expects people to be trained.",
    domain: "People",
    cadence: "annual",
    checks: [
      {
        id: "training.completed",
        title: "Training is complete",
        sources: ["okta", "entra", "google_workspace", "upload"],
        predicate:
          "Every active person has a completion record dated within the last 365 days, or joined fewer than 30 days ago.",
      },
      {
        id: "training.developers",
        title: "Developers completed secure coding training",
        sources: ["github", "upload"],
        predicate:
          "Every person with write access to a production repository has a secure coding completion record dated within the last 365 days.",
      },
      {
        id: "training.content",
        title: "Training covers the required topics",
        sources: ["upload"],
        predicate:
          "The current course outline names phishing, malware, sign-in alerts, password handling, data handling and how to report an incident.",
      },
    ],
    expectedEvidence: [
      { id: "training.completion-report", type: "Report", title: "Training completion report", validForDays: 365 },
      { id: "training.training-outline", type: "Document", title: "Training outline and materials", validForDays: 365 },
    ],
    lead: {
      soc2: "CC2.2",
      hipaa: "164.308(a)(5)(i)",
      iso27001: "A.6.3",
      pcidss: "12.6.3",
      fedramp: "AT-2",
      fisma: "AT-2",
      nistcsf: "PR.AT-01",
      gdpr: "Art. 39(1)(b)",
      ccpa: "11 CCR 7123(c)(13)",
    },
    limits: [
      {
        framework: "hipaa",
        note: "SP 800-66 treats malware, log-in monitoring and password management as training topics; XC-15, XC-20 and XC-08 hold the technical side.",
      },
    ],
    requirements: {
      soc2: ["CC1.4", "CC2.2"],
      hipaa: [
        "164.308(a)(5)(i)",
        "164.308(a)(5)(ii)(A)",
        "164.308(a)(5)(ii)(B)",
        "164.308(a)(5)(ii)(C)",
        "164.308(a)(5)(ii)(D)",
      ],
      iso27001: ["7.2", "7.3", "A.6.3"],
      pcidss: ["6.2.2", "8.3.8", "12.6.1", "12.6.2", "12.6.3", "12.6.3.1", "12.6.3.2"],
      fedramp: ["AT-2", "AT-2(2)", "AT-2(3)", "AT-3", "AT-4"],
      fisma: ["AT-2", "AT-2(2)", "AT-2(3)", "AT-3", "AT-4"],
      nistcsf: ["PR.AT-01", "PR.AT-02"],
      gdpr: ["Art. 32(4)", "Art. 39(1)(b)"],
      ccpa: ["11 CCR 7123(c)(12)", "11 CCR 7123(c)(13)", "1798.130(a)(6)"],
    },
  },
];
