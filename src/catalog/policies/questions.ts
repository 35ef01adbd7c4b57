/** A question about what a company does today. Only what is answered with yes becomes a promise of its policies. */
export interface PolicyQuestion {
  readonly key: string;
  readonly question: string;
}

const ask = (key: string, question: string): PolicyQuestion => ({ key, question });

/** The questions that fill the library's policies, each asked once for all of them. */
export const policyQuestions: readonly PolicyQuestion[] = [
  ask("own-accounts", "Does everyone sign in with an account of their own?"),
  ask("mfa", "Does every sign-in need a second factor?"),
  ask("passwords", "Are passwords at least 12 characters long, and locked after failed attempts?"),
  ask("sessions", "Do sessions end by themselves?"),
  ask("approved-access", "Does the owner of a system approve access before it is given?"),
  ask("leavers", "Are all accounts disabled within 24 hours after a person leaves?"),
  ask("access-review", "Are access rights reviewed every quarter?"),
  ask("admins", "Is every administrator approved by someone else?"),
  ask("no-secrets", "Are passwords and keys kept out of source code?"),
  ask("encryption", "Is stored data encrypted?"),
  ask("transit", "Is data encrypted whenever it leaves a system?"),
  ask("key-rotation", "Are encryption keys renewed every year?"),
  ask("no-public", "Is all storage closed to the public?"),
  ask("sharing", "Is sharing with people outside limited and reviewed?"),
  ask("walls", "Can restricted matters be opened by their team alone?"),
  ask("disposal", "Is data deleted or returned when its time is over?"),
  ask("devices", "Are laptops and phones enrolled, encrypted and locked when idle?"),
  ask("malware", "Do devices and servers have protection against malware?"),
  ask("ports", "Are networks closed unless a rule opens them?"),
  ask("offices", "Are offices locked, and visitors accompanied?"),
  ask("reviews", "Is every change reviewed by a second person before it goes live?"),
  ask("tests", "Do automated tests run before a change goes live?"),
  ask("patches", "Are critical vulnerabilities fixed within 30 days?"),
  ask("pentest", "Is there a penetration test every year?"),
  ask("logs", "Are security logs kept for a year, where nobody can change them?"),
  ask("alerts", "Does someone look at every security alert within a working day?"),
  ask("exercise", "Is incident response exercised every year?"),
  ask("backups", "Is production data backed up every day, and a restore tested every year?"),
  ask("vendors", "Are vendors reviewed before you use them, and every year after?"),
  ask("screening", "Are people screened before their first access?"),
  ask("terms", "Does everyone sign confidentiality terms and a code of conduct within a week of their first account?"),
  ask("training", "Does everyone complete security training every year?"),
];
