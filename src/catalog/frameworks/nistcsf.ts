import { inGroups } from "./in-groups.ts";
import type { Requirement } from "../types.ts";

/** NIST CSF, 2.0 (26 February 2024). Federal work, public domain: official outcome text used as the title. */
export const nistcsf: readonly Requirement[] = inGroups({
  "GV.OC Organizational Context": [
    {
      id: "GV.OC-01",
      title: "The organizational mission is understood and informs cybersecurity risk management",
      function: "Govern",
    },
    {
      id: "GV.OC-02",
      title:
        "Internal and external stakeholders are understood, and their needs and expectations regarding cybersecurity risk management are understood and considered",
      function: "Govern",
    },
    {
      id: "GV.OC-03",
      title:
        "Legal, regulatory, and contractual requirements regarding cybersecurity - including privacy and civil liberties obligations - are understood and managed",
      function: "Govern",
    },
    {
      id: "GV.OC-04",
      title:
        "Critical objectives, capabilities, and services that external stakeholders depend on or expect from the organization are understood and communicated",
      function: "Govern",
    },
    {
      id: "GV.OC-05",
      title: "Outcomes, capabilities, and services that the organization depends on are understood and communicated",
      function: "Govern",
    },
  ],
  "GV.RM Risk Management Strategy": [
    {
      id: "GV.RM-01",
      title: "Risk management objectives are established and agreed to by organizational stakeholders",
      function: "Govern",
    },
    {
      id: "GV.RM-02",
      title: "Risk appetite and risk tolerance statements are established, communicated, and maintained",
      function: "Govern",
    },
    {
      id: "GV.RM-03",
      title:
        "Cybersecurity risk management activities and outcomes are included in enterprise risk management processes",
      function: "Govern",
    },
    {
      id: "GV.RM-04",
      title: "Strategic direction that describes appropriate risk response options is established and communicated",
      function: "Govern",
    },
    {
      id: "GV.RM-05",
      title:
        "Lines of communication across the organization are established for cybersecurity risks, including risks from suppliers and other third parties",
      function: "Govern",
    },
    {
      id: "GV.RM-06",
      title:
        "A standardized method for calculating, documenting, categorizing, and prioritizing cybersecurity risks is established and communicated",
      function: "Govern",
    },
    {
      id: "GV.RM-07",
      title:
        "Strategic opportunities (i.e., positive risks) are characterized and are included in organizational cybersecurity risk discussions",
      function: "Govern",
    },
  ],
  "GV.RR Roles, Responsibilities, and Authorities": [
    {
      id: "GV.RR-01",
      title:
        "Organizational leadership is responsible and accountable for cybersecurity risk and fosters a culture that is risk-aware, ethical, and continually improving",
      function: "Govern",
    },
    {
      id: "GV.RR-02",
      title:
        "Roles, responsibilities, and authorities related to cybersecurity risk management are established, communicated, understood, and enforced",
      function: "Govern",
    },
    {
      id: "GV.RR-03",
      title:
        "Adequate resources are allocated commensurate with the cybersecurity risk strategy, roles, responsibilities, and policies",
      function: "Govern",
    },
    { id: "GV.RR-04", title: "Cybersecurity is included in human resources practices", function: "Govern" },
  ],
  "GV.PO Policy": [
    {
      id: "GV.PO-01",
      title:
        "Policy for managing cybersecurity risks is established based on organizational context, cybersecurity strategy, and priorities and is communicated and enforced",
      function: "Govern",
    },
    {
      id: "GV.PO-02",
      title:
        "Policy for managing cybersecurity risks is reviewed, updated, communicated, and enforced to reflect changes in requirements, threats, technology, and organizational mission",
      function: "Govern",
    },
  ],
  "GV.OV Oversight": [
    {
      id: "GV.OV-01",
      title: "Cybersecurity risk management strategy outcomes are reviewed to inform and adjust strategy and direction",
      function: "Govern",
    },
    {
      id: "GV.OV-02",
      title:
        "The cybersecurity risk management strategy is reviewed and adjusted to ensure coverage of organizational requirements and risks",
      function: "Govern",
    },
    {
      id: "GV.OV-03",
      title:
        "Organizational cybersecurity risk management performance is evaluated and reviewed for adjustments needed",
      function: "Govern",
    },
  ],
  "GV.SC Cybersecurity Supply Chain Risk Management": [
    {
      id: "GV.SC-01",
      title:
        "A cybersecurity supply chain risk management program, strategy, objectives, policies, and processes are established and agreed to by organizational stakeholders",
      function: "Govern",
    },
    {
      id: "GV.SC-02",
      title:
        "Cybersecurity roles and responsibilities for suppliers, customers, and partners are established, communicated, and coordinated internally and externally",
      function: "Govern",
    },
    {
      id: "GV.SC-03",
      title:
        "Cybersecurity supply chain risk management is integrated into cybersecurity and enterprise risk management, risk assessment, and improvement processes",
      function: "Govern",
    },
    { id: "GV.SC-04", title: "Suppliers are known and prioritized by criticality", function: "Govern" },
    {
      id: "GV.SC-05",
      title:
        "Requirements to address cybersecurity risks in supply chains are established, prioritized, and integrated into contracts and other types of agreements with suppliers and other relevant third parties",
      function: "Govern",
    },
    {
      id: "GV.SC-06",
      title:
        "Planning and due diligence are performed to reduce risks before entering into formal supplier or other third-party relationships",
      function: "Govern",
    },
    {
      id: "GV.SC-07",
      title:
        "The risks posed by a supplier, their products and services, and other third parties are understood, recorded, prioritized, assessed, responded to, and monitored over the course of the relationship",
      function: "Govern",
    },
    {
      id: "GV.SC-08",
      title:
        "Relevant suppliers and other third parties are included in incident planning, response, and recovery activities",
      function: "Govern",
    },
    {
      id: "GV.SC-09",
      title:
        "Supply chain security practices are integrated into cybersecurity and enterprise risk management programs, and their performance is monitored throughout the technology product and service life cycle",
      function: "Govern",
    },
    {
      id: "GV.SC-10",
      title:
        "Cybersecurity supply chain risk management plans include provisions for activities that occur after the conclusion of a partnership or service agreement",
      function: "Govern",
    },
  ],
  "ID.AM Asset Management": [
    {
      id: "ID.AM-01",
      title: "Inventories of hardware managed by the organization are maintained",
      function: "Identify",
    },
    {
      id: "ID.AM-02",
      title: "Inventories of software, services, and systems managed by the organization are maintained",
      function: "Identify",
    },
    {
      id: "ID.AM-03",
      title:
        "Representations of the organization's authorized network communication and internal and external network data flows are maintained",
      function: "Identify",
    },
    { id: "ID.AM-04", title: "Inventories of services provided by suppliers are maintained", function: "Identify" },
    {
      id: "ID.AM-05",
      title: "Assets are prioritized based on classification, criticality, resources, and impact on the mission",
      function: "Identify",
    },
    {
      id: "ID.AM-07",
      title: "Inventories of data and corresponding metadata for designated data types are maintained",
      function: "Identify",
    },
    {
      id: "ID.AM-08",
      title: "Systems, hardware, software, services, and data are managed throughout their life cycles",
      function: "Identify",
    },
  ],
  "ID.RA Risk Assessment": [
    {
      id: "ID.RA-01",
      title: "Vulnerabilities in assets are identified, validated, and recorded",
      function: "Identify",
    },
    {
      id: "ID.RA-02",
      title: "Cyber threat intelligence is received from information sharing forums and sources",
      function: "Identify",
    },
    {
      id: "ID.RA-03",
      title: "Internal and external threats to the organization are identified and recorded",
      function: "Identify",
    },
    {
      id: "ID.RA-04",
      title: "Potential impacts and likelihoods of threats exploiting vulnerabilities are identified and recorded",
      function: "Identify",
    },
    {
      id: "ID.RA-05",
      title:
        "Threats, vulnerabilities, likelihoods, and impacts are used to understand inherent risk and inform risk response prioritization",
      function: "Identify",
    },
    {
      id: "ID.RA-06",
      title: "Risk responses are chosen, prioritized, planned, tracked, and communicated",
      function: "Identify",
    },
    {
      id: "ID.RA-07",
      title: "Changes and exceptions are managed, assessed for risk impact, recorded, and tracked",
      function: "Identify",
    },
    {
      id: "ID.RA-08",
      title: "Processes for receiving, analyzing, and responding to vulnerability disclosures are established",
      function: "Identify",
    },
    {
      id: "ID.RA-09",
      title: "The authenticity and integrity of hardware and software are assessed prior to acquisition and use",
      function: "Identify",
    },
    { id: "ID.RA-10", title: "Critical suppliers are assessed prior to acquisition", function: "Identify" },
  ],
  "ID.IM Improvement": [
    { id: "ID.IM-01", title: "Improvements are identified from evaluations", function: "Identify" },
    {
      id: "ID.IM-02",
      title:
        "Improvements are identified from security tests and exercises, including those done in coordination with suppliers and relevant third parties",
      function: "Identify",
    },
    {
      id: "ID.IM-03",
      title: "Improvements are identified from execution of operational processes, procedures, and activities",
      function: "Identify",
    },
    {
      id: "ID.IM-04",
      title:
        "Incident response plans and other cybersecurity plans that affect operations are established, communicated, maintained, and improved",
      function: "Identify",
    },
  ],
  "PR.AA Identity Management, Authentication, and Access Control": [
    {
      id: "PR.AA-01",
      title: "Identities and credentials for authorized users, services, and hardware are managed by the organization",
      function: "Protect",
    },
    {
      id: "PR.AA-02",
      title: "Identities are proofed and bound to credentials based on the context of interactions",
      function: "Protect",
    },
    { id: "PR.AA-03", title: "Users, services, and hardware are authenticated", function: "Protect" },
    { id: "PR.AA-04", title: "Identity assertions are protected, conveyed, and verified", function: "Protect" },
    {
      id: "PR.AA-05",
      title:
        "Access permissions, entitlements, and authorizations are defined in a policy, managed, enforced, and reviewed, and incorporate the principles of least privilege and separation of duties",
      function: "Protect",
    },
    {
      id: "PR.AA-06",
      title: "Physical access to assets is managed, monitored, and enforced commensurate with risk",
      function: "Protect",
    },
  ],
  "PR.AT Awareness and Training": [
    {
      id: "PR.AT-01",
      title:
        "Personnel are provided with awareness and training so that they possess the knowledge and skills to perform general tasks with cybersecurity risks in mind",
      function: "Protect",
    },
    {
      id: "PR.AT-02",
      title:
        "Individuals in specialized roles are provided with awareness and training so that they possess the knowledge and skills to perform relevant tasks with cybersecurity risks in mind",
      function: "Protect",
    },
  ],
  "PR.DS Data Security": [
    {
      id: "PR.DS-01",
      title: "The confidentiality, integrity, and availability of data-at-rest are protected",
      function: "Protect",
    },
    {
      id: "PR.DS-02",
      title: "The confidentiality, integrity, and availability of data-in-transit are protected",
      function: "Protect",
    },
    {
      id: "PR.DS-10",
      title: "The confidentiality, integrity, and availability of data-in-use are protected",
      function: "Protect",
    },
    { id: "PR.DS-11", title: "Backups of data are created, protected, maintained, and tested", function: "Protect" },
  ],
  "PR.PS Platform Security": [
    { id: "PR.PS-01", title: "Configuration management practices are established and applied", function: "Protect" },
    {
      id: "PR.PS-02",
      title: "Software is maintained, replaced, and removed commensurate with risk",
      function: "Protect",
    },
    {
      id: "PR.PS-03",
      title: "Hardware is maintained, replaced, and removed commensurate with risk",
      function: "Protect",
    },
    {
      id: "PR.PS-04",
      title: "Log records are generated and made available for continuous monitoring",
      function: "Protect",
    },
    { id: "PR.PS-05", title: "Installation and execution of unauthorized software are prevented", function: "Protect" },
    {
      id: "PR.PS-06",
      title:
        "Secure software development practices are integrated, and their performance is monitored throughout the software development life cycle",
      function: "Protect",
    },
  ],
  "PR.IR Technology Infrastructure Resilience": [
    {
      id: "PR.IR-01",
      title: "Networks and environments are protected from unauthorized logical access and usage",
      function: "Protect",
    },
    {
      id: "PR.IR-02",
      title: "The organization's technology assets are protected from environmental threats",
      function: "Protect",
    },
    {
      id: "PR.IR-03",
      title: "Mechanisms are implemented to achieve resilience requirements in normal and adverse situations",
      function: "Protect",
    },
    { id: "PR.IR-04", title: "Adequate resource capacity to ensure availability is maintained", function: "Protect" },
  ],
  "DE.CM Continuous Monitoring": [
    {
      id: "DE.CM-01",
      title: "Networks and network services are monitored to find potentially adverse events",
      function: "Detect",
    },
    {
      id: "DE.CM-02",
      title: "The physical environment is monitored to find potentially adverse events",
      function: "Detect",
    },
    {
      id: "DE.CM-03",
      title: "Personnel activity and technology usage are monitored to find potentially adverse events",
      function: "Detect",
    },
    {
      id: "DE.CM-06",
      title: "External service provider activities and services are monitored to find potentially adverse events",
      function: "Detect",
    },
    {
      id: "DE.CM-09",
      title:
        "Computing hardware and software, runtime environments, and their data are monitored to find potentially adverse events",
      function: "Detect",
    },
  ],
  "DE.AE Adverse Event Analysis": [
    {
      id: "DE.AE-02",
      title: "Potentially adverse events are analyzed to better understand associated activities",
      function: "Detect",
    },
    { id: "DE.AE-03", title: "Information is correlated from multiple sources", function: "Detect" },
    { id: "DE.AE-04", title: "The estimated impact and scope of adverse events are understood", function: "Detect" },
    {
      id: "DE.AE-06",
      title: "Information on adverse events is provided to authorized staff and tools",
      function: "Detect",
    },
    {
      id: "DE.AE-07",
      title: "Cyber threat intelligence and other contextual information are integrated into the analysis",
      function: "Detect",
    },
    {
      id: "DE.AE-08",
      title: "Incidents are declared when adverse events meet the defined incident criteria",
      function: "Detect",
    },
  ],
  "RS.MA Incident Management": [
    {
      id: "RS.MA-01",
      title:
        "The incident response plan is executed in coordination with relevant third parties once an incident is declared",
      function: "Respond",
    },
    { id: "RS.MA-02", title: "Incident reports are triaged and validated", function: "Respond" },
    { id: "RS.MA-03", title: "Incidents are categorized and prioritized", function: "Respond" },
    { id: "RS.MA-04", title: "Incidents are escalated or elevated as needed", function: "Respond" },
    { id: "RS.MA-05", title: "The criteria for initiating incident recovery are applied", function: "Respond" },
  ],
  "RS.AN Incident Analysis": [
    {
      id: "RS.AN-03",
      title:
        "Analysis is performed to establish what has taken place during an incident and the root cause of the incident",
      function: "Respond",
    },
    {
      id: "RS.AN-06",
      title:
        "Actions performed during an investigation are recorded, and the records' integrity and provenance are preserved",
      function: "Respond",
    },
    {
      id: "RS.AN-07",
      title: "Incident data and metadata are collected, and their integrity and provenance are preserved",
      function: "Respond",
    },
    { id: "RS.AN-08", title: "An incident's magnitude is estimated and validated", function: "Respond" },
  ],
  "RS.CO Incident Response Reporting and Communication": [
    { id: "RS.CO-02", title: "Internal and external stakeholders are notified of incidents", function: "Respond" },
    {
      id: "RS.CO-03",
      title: "Information is shared with designated internal and external stakeholders",
      function: "Respond",
    },
  ],
  "RS.MI Incident Mitigation": [
    { id: "RS.MI-01", title: "Incidents are contained", function: "Respond" },
    { id: "RS.MI-02", title: "Incidents are eradicated", function: "Respond" },
  ],
  "RC.RP Incident Recovery Plan Execution": [
    {
      id: "RC.RP-01",
      title:
        "The recovery portion of the incident response plan is executed once initiated from the incident response process",
      function: "Recover",
    },
    { id: "RC.RP-02", title: "Recovery actions are selected, scoped, prioritized, and performed", function: "Recover" },
    {
      id: "RC.RP-03",
      title: "The integrity of backups and other restoration assets is verified before using them for restoration",
      function: "Recover",
    },
    {
      id: "RC.RP-04",
      title:
        "Critical mission functions and cybersecurity risk management are considered to establish post-incident operational norms",
      function: "Recover",
    },
    {
      id: "RC.RP-05",
      title:
        "The integrity of restored assets is verified, systems and services are restored, and normal operating status is confirmed",
      function: "Recover",
    },
    {
      id: "RC.RP-06",
      title:
        "The end of incident recovery is declared based on criteria, and incident-related documentation is completed",
      function: "Recover",
    },
  ],
  "RC.CO Incident Recovery Communication": [
    {
      id: "RC.CO-03",
      title:
        "Recovery activities and progress in restoring operational capabilities are communicated to designated internal and external stakeholders",
      function: "Recover",
    },
    {
      id: "RC.CO-04",
      title: "Public updates on incident recovery are shared using approved methods and messaging",
      function: "Recover",
    },
  ],
});
