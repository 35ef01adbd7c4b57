/** For each control what can decide its checks, and its shortest honest way. Written by `npm run tables`. */
export const ways = [
  {"id":"XC-01","title":"Security policies","checks":3,"machine":0,"partly":0,"register":3,"person":0,"documents":3,"shortest":{"machine":0,"register":3,"person":0,"documents":3,"notApplicable":0}},
  {"id":"XC-02","title":"Security owner and leadership oversight","checks":4,"machine":0,"partly":0,"register":4,"person":0,"documents":4,"shortest":{"machine":0,"register":3,"person":0,"documents":4,"notApplicable":1}},
  {"id":"XC-03","title":"Risk assessment and treatment","checks":3,"machine":0,"partly":0,"register":3,"person":0,"documents":4,"shortest":{"machine":0,"register":2,"person":0,"documents":3,"notApplicable":1}},
  {"id":"XC-04","title":"Vendor management","checks":3,"machine":0,"partly":0,"register":2,"person":1,"documents":4,"shortest":{"machine":0,"register":2,"person":0,"documents":4,"notApplicable":1}},
  {"id":"XC-05","title":"Staff screening and agreements","checks":2,"machine":0,"partly":0,"register":2,"person":0,"documents":4,"shortest":{"machine":0,"register":2,"person":0,"documents":4,"notApplicable":0}},
  {"id":"XC-06","title":"Security training","checks":3,"machine":0,"partly":0,"register":3,"person":0,"documents":2,"shortest":{"machine":0,"register":1,"person":0,"documents":2,"notApplicable":2}},
  {"id":"XC-07","title":"Account lifecycle","checks":4,"machine":2,"partly":0,"register":2,"person":0,"documents":2,"shortest":{"machine":0,"register":0,"person":0,"documents":2,"notApplicable":4}},
  {"id":"XC-08","title":"Strong authentication","checks":6,"machine":6,"partly":0,"register":0,"person":0,"documents":2,"shortest":{"machine":0,"register":0,"person":0,"documents":2,"notApplicable":6}},
  {"id":"XC-09","title":"Least privilege","checks":5,"machine":1,"partly":2,"register":1,"person":1,"documents":2,"shortest":{"machine":0,"register":0,"person":0,"documents":2,"notApplicable":5}},
  {"id":"XC-10","title":"Quarterly access review","checks":3,"machine":0,"partly":0,"register":3,"person":0,"documents":1,"shortest":{"machine":0,"register":0,"person":0,"documents":1,"notApplicable":3}},
  {"id":"XC-11","title":"Asset and data inventory","checks":5,"machine":1,"partly":0,"register":3,"person":1,"documents":3,"shortest":{"machine":0,"register":1,"person":0,"documents":3,"notApplicable":4}},
  {"id":"XC-12","title":"Encryption at rest and in transit","checks":5,"machine":1,"partly":2,"register":0,"person":2,"documents":3,"shortest":{"machine":0,"register":0,"person":0,"documents":3,"notApplicable":5}},
  {"id":"XC-13","title":"Client confidentiality","checks":5,"machine":2,"partly":2,"register":1,"person":0,"documents":3,"shortest":{"machine":0,"register":0,"person":0,"documents":3,"notApplicable":5}},
  {"id":"XC-14","title":"Retention, disposal and privacy requests","checks":4,"machine":0,"partly":0,"register":3,"person":1,"documents":4,"shortest":{"machine":0,"register":0,"person":0,"documents":4,"notApplicable":3}},
  {"id":"XC-15","title":"Managed devices and malware protection","checks":7,"machine":0,"partly":0,"register":0,"person":7,"documents":2,"shortest":{"machine":0,"register":0,"person":0,"documents":2,"notApplicable":7}},
  {"id":"XC-16","title":"Network boundaries and secure configuration","checks":6,"machine":2,"partly":0,"register":0,"person":4,"documents":3,"shortest":{"machine":0,"register":0,"person":0,"documents":3,"notApplicable":5}},
  {"id":"XC-17","title":"Physical security","checks":2,"machine":0,"partly":0,"register":2,"person":0,"documents":4,"shortest":{"machine":0,"register":2,"person":0,"documents":4,"notApplicable":0}},
  {"id":"XC-18","title":"Change control and secure development","checks":6,"machine":4,"partly":1,"register":1,"person":0,"documents":3,"shortest":{"machine":0,"register":0,"person":0,"documents":3,"notApplicable":6}},
  {"id":"XC-19","title":"Vulnerability and patch management","checks":6,"machine":1,"partly":0,"register":3,"person":2,"documents":3,"shortest":{"machine":0,"register":1,"person":0,"documents":3,"notApplicable":5}},
  {"id":"XC-20","title":"Logging and monitoring","checks":7,"machine":2,"partly":1,"register":1,"person":3,"documents":3,"shortest":{"machine":0,"register":0,"person":0,"documents":3,"notApplicable":7}},
  {"id":"XC-21","title":"Incident response and breach notification","checks":4,"machine":0,"partly":0,"register":4,"person":0,"documents":4,"shortest":{"machine":0,"register":2,"person":0,"documents":4,"notApplicable":2}},
  {"id":"XC-22","title":"Backup, recovery and continuity","checks":5,"machine":0,"partly":1,"register":2,"person":2,"documents":3,"shortest":{"machine":0,"register":2,"person":0,"documents":3,"notApplicable":3}},
] as const;

/** How many expected documents come from each source. */
export const documentCounts = [
  {"label":"Policies in force","about":"On file while its version in force was approved within a year.","count":20},
  {"label":"Printed by Exhibit","about":"Drawn from confirmed registers, then accepted by another person.","count":32},
  {"label":"Received","about":"Written by somebody outside; filed, then accepted by another person.","count":6},
  {"label":"Exported from a system","about":"Exported, filed, then accepted by another person.","count":5},
  {"label":"Filed by hand","about":"Written by you; filed, then accepted by another person.","count":3},
] as const;
