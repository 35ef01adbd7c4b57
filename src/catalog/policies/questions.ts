/** A question about what a company does today. Only what is answered with yes becomes a promise of its policies. */
export interface PolicyQuestion {
  readonly key: string;
  readonly question: string;
}

const ask = (key: string, question: string): PolicyQuestion => ({ key, question });

/** The questions that fill the library's policies, each asked once for all of them. */
export const policyQuestions: readonly PolicyQuestion[] = [
  ask(
    "owner",
    "Is one person the security owner, with quarterly reviews by leadership and policies kept for six years?",
  ),
  ask("audit", "Does someone who runs none of the controls audit security every year?"),
  ask("own-accounts", "Does everyone sign in with an account of their own, and nobody with one of a program?"),
  ask("mfa", "Does every sign-in need a second factor other than a text message?"),
  ask(
    "passwords",
    "Do passwords have 12 characters, are the last four refused, and do accounts lock after failed attempts?",
  ),
  ask("sessions", "Do sessions end by themselves?"),
  ask("approved-access", "Does the owner of a system approve access before it is given?"),
  ask("leavers", "Are all accounts disabled within 24 hours after a person leaves?"),
  ask("access-review", "Are access rights reviewed every quarter, and is what a review removes gone within 14 days?"),
  ask("admins", "Is every administrator approved by someone else?"),
  ask("no-secrets", "Are secrets kept out of source code, and access keys of programs renewed within 90 days?"),
  ask("encryption", "Are disks, databases, files and backups encrypted?"),
  ask("transit", "Is data sent over TLS 1.2 or later, with certificates that are renewed in time?"),
  ask(
    "key-rotation",
    "Are encryption keys renewed every year and when others may know them, and used by named custodians alone?",
  ),
  ask("no-public", "Are storage, databases and source code closed to the public, except what was approved?"),
  ask("sharing", "Is sharing with people outside limited to approved domains or links that end?"),
  ask("walls", "Can restricted matters be opened by their team alone?"),
  ask("disposal", "Is data deleted or returned, and are devices wiped, when their time is over?"),
  ask("devices", "Are laptops and phones enrolled, encrypted, updated, and locked after 15 idle minutes?"),
  ask("malware", "Do devices have protection against malware that is on and up to date?"),
  ask("ports", "Are networks closed unless a rule opens them, and is production separate where you have it?"),
  ask("offices", "Are sites listed, offices locked, and visitors accompanied?"),
  ask("reviews", "Is every change reviewed by a second person, and released only by people whose role it is?"),
  ask("tests", "Do automated tests and code analysis run before a change goes live?"),
  ask(
    "baseline",
    "Are systems set up without default passwords, compared with a baseline, and scanned from inside and outside every quarter?",
  ),
  ask("patches", "Are libraries and clouds checked for vulnerabilities, and serious ones fixed within 30 days?"),
  ask("pentest", "Is there a penetration test every year, with a second test of what was fixed?"),
  ask("logs", "Are logs of clouds and sign-ins kept for a year, where nobody can change them?"),
  ask("alerts", "Is threat detection on, and does someone look at every alert within a working day?"),
  ask("exercise", "Is incident response exercised every year, and each incident recorded?"),
  ask(
    "backups",
    "Is data of critical systems backed up every day, with a copy kept apart and a restore tested every year?",
  ),
  ask("redundancy", "Do databases of critical systems run in more than one zone?"),
  ask("requests", "Do you answer reports of weaknesses, and privacy requests within a month?"),
  ask("vendors", "Are vendors listed, under contract, and reviewed before you use them and every year after?"),
  ask("screening", "Are people screened before their first access?"),
  ask("terms", "Does everyone sign confidentiality terms and a code of conduct within a week of their first account?"),
  ask("training", "Does everyone complete security training every year, and developers secure coding as well?"),
];
