/** What a company may answer. "none" stands for what it does not have or do at all: no office, no server. */
export type PolicyAnswer = "yes" | "not yet" | "none";

/** A question about what a company does today. Only what is answered with yes becomes a promise of its policies. */
export interface PolicyQuestion {
  readonly key: string;
  readonly question: string;
  /** The answers that it takes, each as people read it. */
  readonly answers: readonly { readonly answer: PolicyAnswer; readonly label: string }[];
}

const yes = { answer: "yes", label: "Yes" } as const;
const notYet = { answer: "not yet", label: "Not yet" } as const;

const ask = (key: string, question: string): PolicyQuestion => ({ key, question, answers: [yes, notYet] });

/** A question about something that a company need not have. */
const askIfAny = (key: string, question: string, label: string): PolicyQuestion => ({
  key,
  question,
  answers: [yes, notYet, { answer: "none", label }],
});

/** A question about what is so or not, without anything to be done about it. */
const askFact = (key: string, question: string): PolicyQuestion => ({
  key,
  question,
  answers: [yes, { answer: "none", label: "No" }],
});

/**
 * The questions that fill the library's policies, each asked once for all of them. Its sentences say which edition asks a question: see
 * `answers.ts`. A question that asks for something else than before has another key, so that no kept answer affirms what was not asked.
 */
export const policyQuestions: readonly PolicyQuestion[] = [
  ask("owner", "Is one person the security owner?"),
  ask(
    "leadership",
    "Does leadership review security every quarter, and are policies that were in force kept for six years?",
  ),
  ask("risks", "Are risks to your systems, and to the information in them, assessed in writing every year?"),
  ask("audit", "Does someone who runs none of the controls audit security every year?"),
  askIfAny(
    "it-provider",
    "Does an IT provider look after systems of yours, under a written contract that binds it to the rules for its work, and supervised by a partner?",
    "We have no IT provider",
  ),
  askFact("hipaa", "Do you handle health information for others under HIPAA, by a business associate agreement?"),
  ask(
    "own-accounts",
    "Does everyone sign in with an account of their own, and does nobody use an account of a program?",
  ),
  ask(
    "mfa",
    "Does everyone who works for you need a second factor, other than a text message, to sign in to your systems, root accounts of clouds included?",
  ),
  ask(
    "passwords",
    "Do work accounts ask for passwords of 12 characters, refuse the last four, and lock after failed attempts?",
  ),
  ask(
    "sign-in-again",
    "In browsers, do people have to sign in to single sign-on or their work account again within 24 hours, and administrators within 12?",
  ),
  ask(
    "approved-access",
    "Does somebody else approve all access before it is given, and each administrator among the rest?",
  ),
  ask("leavers", "Are all accounts in your systems disabled within 24 hours after a person leaves?"),
  ask("access-review", "Are access rights reviewed every quarter, and is what a review removes gone within 14 days?"),
  ask("no-secrets", "Are secrets kept out of source code, and access keys of programs renewed within 90 days?"),
  ask("encryption", "Are disks, databases, files and backups encrypted?"),
  ask(
    "tls",
    "Do your websites and the systems that you run accept TLS 1.2 or later alone, mail from others excepted, with certificates that are renewed in time?",
  ),
  ask(
    "key-rotation",
    "Are encryption keys that you manage in a key service renewed every year and when others may know them, used only by listed people and programs, and changed only by custodians?",
  ),
  ask(
    "no-public",
    "Is what you store, such as files, databases and any source code, closed to the public, except what was approved?",
  ),
  ask("sharing", "Is sharing with people outside limited to approved domains, named people, or links that end?"),
  ask(
    "walls",
    "Are restricted matters open to their team alone, but for listed administrators who open them only when the matter's lawyer asks?",
  ),
  ask("no-sale", "Do you sell no personal data, and share none for cross-context behavioral advertising?"),
  ask("disposal", "Is data deleted or returned, and are your own devices wiped, when their time is over?"),
  ask("devices", "Are laptops and phones enrolled, encrypted, updated, and locked after 15 idle minutes?"),
  ask("malware", "Do computers have protection against malware that is on and up to date?"),
  askIfAny(
    "networks",
    "Do your networks let in only what a rule allows, with no port for administration open to the internet?",
    "We have no network of our own, in an office or in a cloud",
  ),
  ask(
    "production",
    "Is production in a cloud account or network of its own, whose code and infrastructure the release pipeline alone changes, but for named emergency accounts?",
  ),
  ask("production-data", "Is production data opened only for a reason that is written down?"),
  askIfAny("offices", "Are sites listed, offices locked, and visitors accompanied?", "We have no office"),
  ask(
    "reviews",
    "Does a second person review each important change, and any code, before it goes live, or afterwards in an emergency?",
  ),
  ask(
    "tests",
    "Do automated tests pass before a change of code goes live, emergencies excepted, and is code analyzed when it changes?",
  ),
  ask(
    "hardening",
    "Are cloud accounts, servers and laptops set up from a written baseline and without default passwords, and is what differs without a reason fixed?",
  ),
  askIfAny(
    "scans",
    "Are systems that you run scanned for weaknesses from inside and from outside every quarter?",
    "We run no server, in an office or in a cloud",
  ),
  ask("libraries", "Are libraries and clouds checked for known vulnerabilities?"),
  ask("fixes", "Are critical vulnerabilities fixed within 14 days after a fix exists, and high ones within 30?"),
  askIfAny(
    "intrusion-tests",
    "Do independent testers try to break in every year, and test again what was fixed?",
    "We run no server and no product, in an office or in a cloud",
  ),
  ask("logs", "Are logs of clouds and sign-ins kept for a year, where the security role alone can change them?"),
  ask("alerts", "Is threat detection on, and does someone look at every alert within a working day?"),
  ask("log-review", "Does somebody review logs every month?"),
  ask("exercise", "Is incident response exercised every year, and each incident recorded?"),
  ask(
    "backups",
    "Is data of critical systems that you run backed up every day, with a copy kept apart and a restore tested every year?",
  ),
  ask(
    "continuity",
    "Is the continuity plan tried every year, with deputies for its roles and accounts for emergencies?",
  ),
  ask("redundancy", "Do databases of critical systems run in more than one zone?"),
  ask("requests", "Do you answer privacy requests within one month, or 45 days where California law applies?"),
  ask("weakness-reports", "Can anyone report a weakness of your systems in good faith, and get an answer?"),
  ask(
    "vendors",
    "Are vendors listed, under contract, reviewed before you use them, and those rated high every year after?",
  ),
  ask("screening", "Are people screened before their first access?"),
  ask("terms", "Does everyone sign confidentiality terms and a code of conduct within a week of their first account?"),
  ask("training", "Does everyone complete security training every year?"),
  ask("secure-coding", "Does everyone who can change production complete training in secure coding every year?"),
];

/** Whether a question of the library takes an answer. */
export const takesAnswer = (key: string, answer: string): boolean =>
  policyQuestions.some((asked) => asked.key === key && asked.answers.some((taken) => taken.answer === answer));
