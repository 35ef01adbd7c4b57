// Written by scripts/crosswalk.ts.
import type { FrameworkKey } from "#catalog/types.ts";

/** A framework: how many of its requirements any control yields evidence toward, and how many it has. */
interface Column {
  readonly key: FrameworkKey;
  readonly name: string;
  readonly reached: number;
  readonly of: number;
}

/** The frameworks of the crosswalk, in the order of its columns. */
export const columns: readonly Column[] = [{"key":"soc2","name":"SOC 2","reached":47,"of":61},{"key":"hipaa","name":"HIPAA","reached":68,"of":78},{"key":"iso27001","name":"ISO 27001","reached":120,"of":123},{"key":"pcidss","name":"PCI DSS","reached":186,"of":326},{"key":"fedramp","name":"FedRAMP","reached":177,"of":410},{"key":"fisma","name":"FISMA","reached":182,"of":423},{"key":"nistcsf","name":"NIST CSF","reached":95,"of":106}];

/** A control: for each column the requirement that leads it, and how many requirements it yields evidence toward. */
export interface CrosswalkRow {
  readonly id: string;
  readonly title: string;
  readonly leads: readonly string[];
  readonly counts: readonly number[];
}

/** The 22 controls. */
export const rows: readonly CrosswalkRow[] = [
  {"id":"XC-01","title":"Security policies","leads":["CC5.3","164.316(a)","A.5.1","12.1.1","PL-1","PL-1","GV.PO-01"],"counts":[2,5,6,13,18,18,2]},
  {"id":"XC-02","title":"Security owner and leadership oversight","leads":["CC4.1","164.308(a)(2)","9.3.1","12.1.4","CA-2","CA-2","GV.RR-01"],"counts":[7,2,19,16,7,7,8]},
  {"id":"XC-03","title":"Risk assessment and treatment","leads":["CC3.2","164.308(a)(1)(ii)(A)","6.1.2","12.3.1","RA-3","RA-3","ID.RA-05"],"counts":[6,3,10,1,4,4,10]},
  {"id":"XC-04","title":"Vendor management","leads":["CC9.2","164.308(b)(1)","A.5.19","12.8.1","SA-9","SA-9","GV.SC-07"],"counts":[3,8,6,5,10,10,10]},
  {"id":"XC-05","title":"Staff screening and agreements","leads":["CC1.4","164.308(a)(3)(ii)(B)","A.6.1","12.7.1","PS-3","PS-3","GV.RR-04"],"counts":[3,3,6,2,7,7,1]},
  {"id":"XC-06","title":"Security training","leads":["CC2.2","164.308(a)(5)(i)","A.6.3","12.6.3","AT-2","AT-2","PR.AT-01"],"counts":[2,5,3,7,5,5,2]},
  {"id":"XC-07","title":"Account lifecycle","leads":["CC6.2","164.308(a)(3)(ii)(C)","A.5.16","8.2.5","AC-2","AC-2","PR.AA-01"],"counts":[3,6,4,7,7,7,2]},
  {"id":"XC-08","title":"Strong authentication","leads":["CC6.1","164.312(d)","A.8.5","8.4.2","IA-2(1)","IA-2(1)","PR.AA-03"],"counts":[2,2,2,13,9,8,2]},
  {"id":"XC-09","title":"Least privilege","leads":["CC6.3","164.312(a)(1)","A.8.2","7.2.2","AC-6","AC-6","PR.AA-05"],"counts":[2,3,5,8,8,7,1]},
  {"id":"XC-10","title":"Quarterly access review","leads":["CC6.2","164.308(a)(4)(ii)(C)","A.5.18","7.2.4","AC-2","AC-2","PR.AA-05"],"counts":[2,2,2,3,3,3,1]},
  {"id":"XC-11","title":"Asset and data inventory","leads":["CC6.1","164.310(d)(2)(iii)","A.5.9","12.5.1","CM-8","CM-8","ID.AM-01"],"counts":[3,4,3,5,5,5,5]},
  {"id":"XC-12","title":"Encryption at rest and in transit","leads":["CC6.7","164.312(a)(2)(iv)","A.8.24","4.2.1","SC-13","SC-13","PR.DS-01"],"counts":[2,4,2,16,9,9,2]},
  {"id":"XC-13","title":"Client confidentiality","leads":["CC6.1","164.308(a)(4)(i)","A.8.12","3.4.1","AC-3","AC-3","PR.DS-01"],"counts":[3,3,5,2,4,4,3]},
  {"id":"XC-14","title":"Retention, disposal and privacy requests","leads":["CC6.5","164.310(d)(2)(i)","A.8.10","3.2.1","MP-6","MP-6","ID.AM-08"],"counts":[8,4,5,3,3,9,2]},
  {"id":"XC-15","title":"Managed devices and malware protection","leads":["CC6.8","164.310(c)","A.8.1","5.2.1","SI-3","SI-3","PR.PS-05"],"counts":[2,4,7,10,8,8,3]},
  {"id":"XC-16","title":"Network boundaries and secure configuration","leads":["CC6.6","164.312(e)(1)","A.8.20","1.4.1","SC-7","SC-7","PR.IR-01"],"counts":[4,3,4,15,11,11,2]},
  {"id":"XC-17","title":"Physical security","leads":["CC6.4","164.310(a)(1)","A.7.2","9.2.1","PE-3","PE-3","PR.AA-06"],"counts":[2,5,11,13,19,19,4]},
  {"id":"XC-18","title":"Change control and secure development","leads":["CC8.1","164.308(a)(8)","A.8.32","6.5.1","CM-3","CM-3","PR.PS-06"],"counts":[3,2,11,9,9,9,3]},
  {"id":"XC-19","title":"Vulnerability and patch management","leads":["CC7.1","164.308(a)(1)(ii)(B)","A.8.8","6.3.3","RA-5","RA-5","ID.RA-01"],"counts":[3,3,2,13,9,9,6]},
  {"id":"XC-20","title":"Logging and monitoring","leads":["CC7.2","164.312(b)","A.8.15","10.2.1","AU-6","AU-6","PR.PS-04"],"counts":[4,4,4,22,17,17,8]},
  {"id":"XC-21","title":"Incident response and breach notification","leads":["CC7.4","164.308(a)(6)(ii)","A.5.24","12.10.1","IR-8","IR-8","RS.MA-01"],"counts":[6,7,8,7,7,8,23]},
  {"id":"XC-22","title":"Backup, recovery and continuity","leads":["CC7.5","164.308(a)(7)(i)","A.8.13","12.10.1","CP-9","CP-9","PR.DS-11"],"counts":[4,10,4,2,6,6,10]},
];

/** What an open control shows: what it asks for, and the requirements of each column. */
export interface ControlDetails {
  readonly statement: string;
  readonly ids: readonly (readonly string[])[];
}

/** The control that is open at first: the one the sample exhibit is filed under. */
export const opened: ControlDetails & { readonly id: string } = {"id":"XC-12","statement":"Stored data and backups are encrypted with AES-256 or equivalent. Data in transit uses TLS 1.2 or later, and keys are held in a managed service, restricted to few people and rotated every year.","ids":[["CC6.1","CC6.7"],["164.312(a)(2)(iv)","164.312(e)(1)","164.312(e)(2)(i)","164.312(e)(2)(ii)"],["A.5.14","A.8.24"],["2.2.7","3.5.1","3.6.1","3.6.1.2","3.6.1.3","3.6.1.4","3.7.1","3.7.2","3.7.3","3.7.4","3.7.5","4.2.1","4.2.1.1","4.2.2","8.3.2","12.3.3"],["AC-17(2)","CP-9(8)","SC-8","SC-8(1)","SC-12","SC-13","SC-17","SC-28","SC-28(1)"],["AC-17(2)","CP-9(8)","SC-8","SC-8(1)","SC-12","SC-13","SC-17","SC-28","SC-28(1)"],["PR.DS-01","PR.DS-02"]]};

/** Its row. */
export const sampleRow: CrosswalkRow = rows[11]!;
