import type { Framework } from "./types.ts";

/** In the order in which the product shows them. */
export const frameworks: readonly Framework[] = [
  {
    key: "soc2",
    name: "SOC 2 - Core Startup Set",
    version: "2017 Trust Services Criteria, points of focus revised 2022",
    authority: "AICPA Assurance Services Executive Committee",
    citation:
      "AICPA, TSP Section 100, 2017 Trust Services Criteria for Security, Availability, Processing Integrity, Confidentiality, and Privacy (With Revised Points of Focus - 2022)",
    description: "An independent CPA's report on whether a service organization's controls are designed and working.",
    rights: "Criteria text is AICPA copyright: ids and our own short titles only.",
    scopeNote:
      "The Core Startup Set is the Security category (CC1.1-CC9.2). A, C, PI and P are listed so that evidence is labeled if a report adds them.",
    available: true,
    requirementCount: 61,
  },
  {
    key: "hipaa",
    name: "HIPAA",
    version: "Security Rule as amended through 2013, the text in force in November 2026",
    authority: "U.S. Department of Health and Human Services, Office for Civil Rights",
    citation: "45 CFR Part 164 Subpart C, sections 164.308-164.316; Subpart D, sections 164.404-164.414",
    description:
      "U.S. law on safeguarding electronic health information held by covered entities and their business associates.",
    rights: "Federal regulation, public domain: official titles used.",
    scopeNote:
      "Subpart D (breach notification) is listed beside the Security Rule because incident evidence answers it. The January 2025 proposal to remove the addressable category had not become final in the sources read.",
    available: true,
    requirementCount: 78,
  },
  {
    key: "iso27001",
    name: "ISO 27001",
    version: "ISO/IEC 27001:2022 with Amendment 1:2024",
    authority: "ISO and IEC",
    citation:
      "ISO/IEC 27001:2022, Information security management systems - Requirements, clauses 4 to 10 and Annex A; Amd 1:2024",
    description: "The international standard against which a security management system is certified.",
    rights: "Standard text is ISO/IEC copyright: ids and our own short titles only.",
    scopeNote:
      "Clauses 4-10 are mandatory for certification; Annex A controls are chosen or excluded in the Statement of Applicability.",
    available: true,
    requirementCount: 123,
  },
  {
    key: "pcidss",
    name: "PCI DSS",
    version: "4.0.1 (June 2024)",
    authority: "PCI Security Standards Council",
    citation:
      "Payment Card Industry Data Security Standard: Requirements and Testing Procedures, v4.0.1, June 2024; Requirements 1-12, Appendices A1 and A2",
    description:
      "The card brands' rules for anyone who stores, processes or transmits payment card data or can affect its security.",
    rights: "Standard text is PCI SSC copyright: ids and our own short titles only.",
    scopeNote:
      "Appendix A3 (supplemental validation for entities a card brand or acquirer designates) is left out: two public id lists disagree on one of its numbers. Requirements that applied only until 31 March 2025 carry superseded_by.",
    available: true,
    requirementCount: 326,
  },
  {
    key: "fedramp",
    name: "FedRAMP",
    version: "Rev 5 baselines (NIST SP 800-53 Rev 5), with the Rev5 classes of the Consolidated Rules for 2026",
    authority: "U.S. General Services Administration, FedRAMP",
    citation:
      "FedRAMP Rev 5 Low, Moderate and High baselines (OSCAL 2.1.0, 24 September 2024); FedRAMP Consolidated Rules for 2026, rule FRC-CSF-BSL, version 2026.07.14.01",
    description: "The U.S. government's security authorization for cloud services sold to federal agencies.",
    rights: "Federal work, public domain: official titles used.",
    scopeNote:
      "levels gives the 2024 Low, Moderate and High baselines; classes gives the Consolidated Rules lists for Class B, C and D, which equal those baselines without CA-5. FedRAMP takes no new Rev5 applications after 11 June 2027. The LI-SaaS baseline has the same 156 ids as Low.",
    available: true,
    requirementCount: 410,
    levels: ["low", "moderate", "high"],
    classes: ["B", "C", "D"],
  },
  {
    key: "fisma",
    name: "FISMA",
    version: "NIST SP 800-53B baselines for SP 800-53 Rev 5 (release 5.1.1)",
    authority: "NIST, for federal agencies under OMB Circular A-130",
    citation:
      "Federal Information Security Modernization Act of 2014; FIPS 199 and 200; NIST SP 800-53B, Control Baselines for Information Systems and Organizations; NIST OSCAL content 5.1.1+u4",
    description:
      "The U.S. law and NIST baselines that federal agencies and their contractors apply to information systems.",
    rights: "Federal work, public domain: official titles used.",
    scopeNote:
      "The privacy level is the separate SP 800-53B privacy baseline, added when a system processes personal information.",
    available: true,
    requirementCount: 423,
    levels: ["low", "moderate", "high", "privacy"],
  },
  {
    key: "nistcsf",
    name: "NIST CSF",
    version: "2.0 (26 February 2024)",
    authority: "National Institute of Standards and Technology",
    citation: "NIST CSWP 29, The NIST Cybersecurity Framework (CSF) 2.0, 26 February 2024",
    description: "NIST's voluntary outcomes for governing, preventing, detecting and recovering from cyber risk.",
    rights: "Federal work, public domain: official outcome text used as the title.",
    scopeNote: "106 subcategories; the framework is voluntary and is not certified.",
    available: true,
    requirementCount: 106,
  },
  {
    key: "gdpr",
    name: "GDPR",
    version: "Regulation (EU) 2016/679",
    authority: "European Union",
    citation: "Regulation (EU) 2016/679 of 27 April 2016 (General Data Protection Regulation), selected articles",
    description: "EU law on handling the personal data of people in the Union.",
    rights: "EU legislation, reuse permitted: short titles follow the article headings.",
    scopeNote:
      "Coming soon for projects. Articles that put duties on a controller or processor; paragraph ids where a control answers one paragraph.",
    available: false,
    requirementCount: 58,
  },
  {
    key: "ccpa",
    name: "CCPA",
    version: "Civil Code as amended by the CPRA; regulations including those in force from 1 January 2026",
    authority: "State of California; California Privacy Protection Agency",
    citation:
      "California Civil Code sections 1798.100-1798.199.100; California Code of Regulations, title 11, sections 7000-7304 and Articles 9 and 10; Civil Code sections 1798.81.5 and 1798.82",
    description: "California law giving residents rights over personal information that businesses collect.",
    rights: "State law and regulations, public domain: our own short titles.",
    scopeNote:
      "Coming soon for projects. Cybersecurity audit sections apply only above the thresholds of section 7120.",
    available: false,
    requirementCount: 62,
  },
];
