import type { EvidenceType } from "#catalog/types.ts";

/** An item of the sample company. */
export interface SampleItem {
  /** Days before the template's day, and the time of that day in UTC. */
  readonly daysAgo: number;
  readonly time: string;
  /** Those that it is filed under. */
  readonly controls: readonly string[];
  readonly place: "us" | "eu";
  readonly type: EvidenceType;
  readonly source: string;
  readonly name: string;
  /** What the file says: a sentence, or JSON. */
  readonly text: string;
}

// 44 items, an exhibit of the registers, and two reports that are imported make 47. What lies five days back or less is this week's at any time of
// the day and of the next, and what lies eight days back is not.
const table = `
140 | 10:12 | XC-10 | us | Report | Okta | Access review, last quarter but one | 12 accounts were reviewed by their managers. Two rights were removed the same day.
58 | 09:20 | XC-01 XC-02 XC-05 | eu | Policy | Google Workspace | Security handbook | Charter: the security owner, J. Lindqvist, reports to the managing partner every quarter. Supporting policies: access, cryptography, change, incident, continuity, vendor, retention and physical, each with its approver and date. Roles: what each job owes to security. Sanctions: what follows when somebody breaks a rule.
58 | 11:05 | XC-02 XC-03 | eu | Report | Google Workspace | Risk assessment report | Strand Audit, which runs none of our controls, assessed the program and rated 14 risks. Three are high, and each of them has an owner and a plan. Its penetration test of the client portal is attached, without a critical or high finding.
57 | 09:45 | XC-03 | eu | Document | Google Workspace | Risk register with treatment decisions | R-04: a lost laptop. Treatment: disks are encrypted, devices are wiped from afar. Owner: M. Okafor. Two low risks are accepted, and signed by the managing partner.
57 | 10:30 | XC-03 | eu | Document | Google Workspace | Register of legal and contract duties | Engagement letters, data processing agreements and bar rules, each with the person who watches over it.
55 | 09:10 | XC-07 | eu | Policy | Google Workspace | Access control policy | Access is asked for in a ticket, approved by the owner of the system, and ends on the last day of work.
55 | 09:25 | XC-12 | eu | Policy | Google Workspace | Cryptography and key management standard | Stored client data is encrypted with AES-256. Keys rotate every year. Their custodians are T. Silva and J. Lindqvist.
55 | 09:40 | XC-21 | eu | Policy | Google Workspace | Incident response plan | Whoever notices something calls the security owner at once. Clients are told within 72 hours.
54 | 14:00 | XC-15 | eu | Policy | Google Workspace | Acceptable use and device policy | Work is done on managed devices. Screens lock after five minutes.
54 | 14:10 | XC-18 | eu | Policy | Google Workspace | Secure development and change policy | Nobody merges their own change. Tests must pass first. Client data is never used in a test.
54 | 14:20 | XC-20 | eu | Policy | Google Workspace | Logging and monitoring standard | Sign-ins, changes of rights and reads of client files are logged and kept for a year.
52 | 10:00 | XC-04 | eu | Document | Google Workspace | Vendor list with risk ratings | Docuvault: high, holds client files, reviewed every year. Payline: low, holds invoices. The signed data terms of both are attached.
52 | 10:15 | XC-04 | eu | Policy | Google Workspace | Vendor management policy | No vendor gets client data before its assurance report was read and its terms were signed.
50 | 15:30 | XC-05 | eu | Report | Google Workspace | Background check completion records | All 12 people were screened before their first day with access.
50 | 15:45 | XC-05 | eu | Document | Google Workspace | Signed confidentiality agreements | 12 of 12 agreements and codes of conduct are signed and on file.
48 | 11:00 | XC-06 | eu | Document | Google Workspace | Security training outline | Phishing, client confidentiality, passwords and factors, reporting of incidents.
45 | 16:20 | XC-06 | us | Report | Google Workspace | Security training completion | 12 of 12 people completed this year's training.
40 | 09:30 | XC-11 | us | Document | Google Workspace | Data inventory and classification | Client files are restricted, billing is confidential, the website is public.
40 | 09:50 | XC-11 | us | Document | Google Workspace | Network and data-flow diagrams | One production network, reached through the load balancer and the VPN alone.
38 | 13:15 | XC-22 | us | Document | Google Workspace | Business continuity and recovery plan | Client files are back within eight hours, and no more than one hour of work is lost.
36 | 17:40 | XC-22 | us | Report | AWS | Restore test report | The database of the day before was restored in 41 minutes, and its rows were compared. Exports of Okta, Google Workspace, 1Password and Docuvault were read back in three hours.
35 | 12:00 | XC-21 | us | Report | Google Workspace | Incident exercise report | A lost laptop was played through. The call list was out of date and has been corrected. The register of incidents is attached: two in a year, both closed, one of them with a notice decision and the advice of counsel.
33 | 10:10 | XC-13 | us | Policy | Google Workspace | Information handling policy | Files of a matter are shared with the people of that matter and nobody else.
30 | 09:00 | XC-16 | us | Document | Google Workspace | Hardening standard and approved services | Servers are built from one image. Only the listed services may listen.
28 | 11:25 | XC-16 | us | Report | AWS | Firewall rule review | 38 rules were read. Four were removed, and one waits for its owner. The scans of the day, from inside and outside, are attached.
26 | 14:05 | XC-09 | us | Document | Okta | Approved administrator list | Three people administer the cloud account, two the identity provider.
24 | 14:30 | XC-09 | us | Document | Okta | Role and permission matrix | Who asks for a payment cannot release it. Who writes a change cannot approve it.
22 | 16:00 | XC-02 | us | Report | Google Workspace | Leadership review minutes | The partners went through open risks, incidents and this quarter's findings. The register of seven corrective actions is attached, each with an owner and a day.
20 | 10:45 | XC-08 | us | Policy | Google Workspace | Authentication and password standard | Every account has a second factor. Passwords have at least 12 characters.
18 | 09:00 | XC-11 XC-15 | us | Config | Google Workspace | Device compliance export | {"devices":12,"encrypted":12,"screenLockMinutes":5,"supported":12,"assigned":12,"lastCheckIn":"within 24 hours"}
16 | 09:00 | XC-22 | us | Config | AWS | Backup configuration export | {"plan":"daily","retentionDays":35,"copyToRegion":"us-west-2","vaultLocked":true}
14 | 09:00 | XC-20 | us | Config | AWS | Logging and alert configuration | {"trail":"all-regions","retentionDays":400,"alerts":["root sign-in","failed sign-ins","policy change","disabled trail","capacity"],"reviewOfTheMonth":{"by":"T. Silva","entries":412,"followedUp":3,"alerts":3}}
12 | 09:00 | XC-11 | us | Config | AWS | Cloud asset inventory | {"resources":214,"withOwner":214,"withClass":214}
10 | 13:30 | XC-21 | us | Document | Google Workspace | On-call roster and notice contacts | Week 1: M. Okafor. Week 2: J. Lindqvist. Counsel and insurer are listed with their numbers.
8 | 15:10 | XC-01 | us | Report | Google Workspace | Policy acknowledgment log | 12 of 12 people have acknowledged the current policies.
4 | 15:47 | XC-04 | us | Document | Google Workspace | Vendor assessment, Docuvault | Its SOC 2 report was read. One exception concerns a data center that is not used for us.
4 | 16:40 | XC-07 | us | Document | Okta | Access request, P. Osei | Asked for by litigation, approved by the owner of the file store, granted the next morning.
4 | 17:15 | XC-01 | us | Policy | Google Workspace | Information security policy v3.2 | What everybody who works here does to keep what clients entrust to us.
3 | 11:00 | XC-12 | us | Config | AWS | TLS policy, public endpoints | {"endpoints":6,"minimumVersion":"TLS 1.2","policy":"ELBSecurityPolicy-TLS13-1-2-2021-06","reviewedBy":"T. Silva","daysLeft":{"shortest":61}}
3 | 12:00 | XC-18 | us | Report | Jira | Change tickets approved, last week | 19 changes were merged. Each of them has a ticket and an approval by somebody else. None was an emergency.
3 | 16:22 | XC-13 | us | Document | Google Workspace | Engagement letter, confidentiality clause | What a client tells us stays with the people of the matter, also after it has ended.
1 | 09:00 | XC-20 | us | Config | AWS | Audit log integrity status | {"trail":"organization","validation":true,"digests":24,"missing":0}
1 | 09:05 | XC-18 | us | Config | GitHub | Branch protection rules, main | {"repositories":["client-portal","billing-export","infrastructure","intake-bot"],"branch":"main","requiredReviews":1,"requiredChecks":["test","lint"],"forcePush":false}
1 | 09:41 | XC-08 | us | Report | Okta | MFA enforcement report | 12 accounts, 10 enrolled. Without a second factor: svc-print, d.reyes.
`;

/** The sample company's items, oldest first. */
export const sampleItems: readonly SampleItem[] = table
  .trim()
  .split("\n")
  .map((line) => {
    const [daysAgo, time, controls, place, type, source, name, text] = line.split(" | ") as [
      string,
      string,
      string,
      "us" | "eu",
      EvidenceType,
      string,
      string,
      string,
    ];
    return { daysAgo: Number(daysAgo), time, controls: controls.split(" "), place, type, source, name, text };
  });
