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

// 20 policies, 8 papers that came from others, 5 exports, 12 exhibits of the registers and two reports that are imported make 47. What lies five days back or less is this week's at any time of
// the day and of the next, and what lies eight days back is not.
const table = `
140 | 10:12 | XC-10 | us | Report | Okta | Access review, last quarter but one | 12 accounts were reviewed by their managers. Two rights were removed the same day.
58 | 09:20 | XC-01 XC-02 XC-05 | eu | Policy | Google Workspace | Security handbook | Supporting policies: access, cryptography, change, incident, continuity, vendor, retention and physical, each with its approver and date. Roles: what each job owes to security.
58 | 09:40 | XC-02 | eu | Policy | Google Workspace | Security program charter | The security owner, J. Lindqvist, reports to the managing partner every quarter.
58 | 09:55 | XC-05 | eu | Policy | Google Workspace | Sanction policy | What follows when somebody breaks a rule.
55 | 09:10 | XC-07 XC-09 | eu | Policy | Google Workspace | Access control policy | Access is asked for in a ticket, approved by the owner of the system, and ends on the last day of work.
55 | 09:25 | XC-12 | eu | Policy | Google Workspace | Cryptography and key management standard | Stored client data is encrypted with AES-256. Keys rotate every year. Their custodians are T. Silva and J. Lindqvist.
55 | 09:40 | XC-21 | eu | Policy | Google Workspace | Incident response plan | Whoever notices something calls the security owner at once. Clients are told within 72 hours.
55 | 10:05 | XC-14 | eu | Policy | Google Workspace | Retention and disposal schedule | Files of a matter are kept for seven years after it is closed, and then destroyed.
54 | 14:00 | XC-15 | eu | Policy | Google Workspace | Acceptable use and device policy | Work is done on managed devices. Screens lock after five minutes.
54 | 14:10 | XC-18 | eu | Policy | Google Workspace | Secure development and change policy | Nobody merges their own change. Tests must pass first.
54 | 14:15 | XC-18 | eu | Policy | Google Workspace | Test data rule | Client data is never used in a test.
54 | 14:20 | XC-20 | eu | Policy | Google Workspace | Logging and monitoring standard | Sign-ins, changes of rights and reads of client files are logged and kept for a year.
54 | 14:30 | XC-19 | eu | Policy | Google Workspace | Vulnerability and patch policy | Critical weaknesses are fixed within seven days, high ones within thirty.
52 | 10:15 | XC-04 | eu | Policy | Google Workspace | Vendor management policy | No vendor gets client data before its assurance report was read and its terms were signed.
52 | 10:40 | XC-17 | eu | Policy | Google Workspace | Physical security policy and office plan | Visitors are signed in. The room with the equipment is locked, and two people have its key.
46 | 11:00 | XC-13 XC-14 | eu | Document | Docuvault | Matter list, Docuvault | {"matters":4,"open":3,"confidential":3}
44 | 11:10 | XC-14 | us | Policy | Google Workspace | Privacy notice | What we keep about people, why, and whom they may ask.
45 | 15:30 | XC-05 XC-06 | us | Document | BambooHR | Staff records: screenings, terms and training | All 12 signed confidentiality terms and the code of conduct on their first day. New people were screened before their first day with access. 12 of 12 completed this year's training of KnowBe4: phishing, client confidentiality, passwords and factors, reporting of incidents.
40 | 13:15 | XC-22 | us | Policy | Google Workspace | Business continuity and recovery plan | Client files are back within eight hours, and no more than one hour of work is lost.
33 | 10:10 | XC-13 | us | Policy | Google Workspace | Information handling policy | Files of a matter are shared with the people of that matter and nobody else.
30 | 09:00 | XC-16 | us | Policy | Google Workspace | Hardening standard and approved services | Servers are built from one image. Only the listed services may listen.
27 | 11:05 | XC-02 XC-03 XC-11 XC-12 XC-16 XC-19 XC-21 XC-22 | us | Report | Strand Audit | Assessment report, Strand Audit | Strand Audit, which runs none of our controls, assessed the program. Attached: its penetration test of the client portal without a critical or high finding, scans from inside and outside, the reading of 38 firewall rules and of the ciphers of six endpoints, the diagrams, the records of a phished password, the restore of a database that it watched in 41 minutes with exports of four systems in three hours, and the exercise of a lost laptop, after which the call list was corrected.
25 | 09:15 | XC-04 XC-17 | us | Report | Google Workspace | Hosting assurance, AWS and Google | Independent reports of both, which cover buildings, power and fire. No exception concerns us.
20 | 10:45 | XC-08 | us | Policy | Google Workspace | Authentication and password standard | Every account has a second factor. Passwords have at least 12 characters.
18 | 09:00 | XC-11 XC-14 XC-15 | us | Config | Google Workspace | Device compliance export | {"devices":12,"encrypted":12,"screenLockMinutes":5,"supported":12,"assigned":12,"lastCheckIn":"within 24 hours"}
16 | 09:00 | XC-22 | us | Config | AWS | Backup configuration export | {"plan":"daily","retentionDays":35,"copyToRegion":"us-west-2","vaultLocked":true}
14 | 09:00 | XC-20 | us | Config | AWS | Logging and alert configuration | {"trail":"all-regions","retentionDays":400,"alerts":["root sign-in","failed sign-ins","policy change","disabled trail","capacity"],"reviewOfTheMonth":{"by":"T. Silva","entries":412,"followedUp":3,"alerts":3}}
4 | 15:47 | XC-04 | us | Document | Google Workspace | Vendor assessment, Docuvault | Its SOC 2 report was read. One exception concerns a data center that is not used for us.
4 | 16:10 | XC-04 | us | Document | Google Workspace | Data terms of vendors, signed | Docuvault, Amazon Web Services, Google Workspace and Okta, each with its security duties and how soon it tells us of a breach.
4 | 17:15 | XC-01 | us | Policy | Google Workspace | Information security policy v3.2 | What everybody who works here does to keep what clients entrust to us.
3 | 16:22 | XC-13 XC-14 XC-21 | us | Document | Google Workspace | Letters of Hollis & Grey | Advice on a letter that went to the wrong client, the hold notice of matter 2026-014, and the answer to a former client who asked what is kept about them.
1 | 09:00 | XC-20 | us | Config | AWS | Audit log integrity status | {"trail":"organization","validation":true,"digests":24,"missing":0}
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
