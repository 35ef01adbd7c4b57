import type { RecordFields } from "#domain/registers/register.ts";

/** Risks that a company of one kind usually has, without ratings: those are its owner's. */
export interface StarterSet {
  readonly key: string;
  readonly label: string;
  readonly records: readonly RecordFields[];
}

const starter = (
  title: string,
  about: string,
  systemKinds: readonly string[],
  data: readonly string[],
  lowersLikelihood: readonly string[],
  lowersImpact: readonly string[],
): RecordFields => ({
  title,
  about,
  ...(systemKinds.length > 0 && { systemKinds }),
  ...(data.length > 0 && { data }),
  ...(lowersLikelihood.length > 0 && { lowersLikelihood }),
  ...(lowersImpact.length > 0 && { lowersImpact }),
});

const lawFirm: StarterSet = {
  key: "law-firm",
  label: "Law firm",
  records: [
    starter(
      "A phishing mail gives away a mailbox",
      "Someone enters a password on a false page. A stranger reads client mail and writes in the firm's name.",
      ["office", "idp", "chat"],
      ["client", "personal"],
      ["XC-06", "XC-08", "XC-16"],
      ["XC-20"],
    ),
    starter(
      "Ransomware locks the firm's files",
      "Malware encrypts documents and backups. Work stops, and deadlines are missed.",
      ["office", "practice", "mdm", "edr", "scanner"],
      ["client", "business"],
      ["XC-15", "XC-19"],
      ["XC-22"],
    ),
    starter(
      "A document goes to the wrong person",
      "A mail or a shared link reaches the other side, or anyone on the internet. Privilege may be lost.",
      ["office", "practice"],
      ["client"],
      ["XC-13", "XC-06"],
      [],
    ),
    starter(
      "Staff open matters they should not see",
      "Files of a walled matter can be opened by people with a conflict.",
      ["practice"],
      ["client"],
      ["XC-09", "XC-13"],
      ["XC-10"],
    ),
    starter(
      "Someone who left can still sign in",
      "An account stays open after the last day, and is used by its owner or by a stranger.",
      ["idp", "hr", "vault", "training"],
      ["client", "personal"],
      ["XC-07"],
      ["XC-10"],
    ),
    starter(
      "A laptop or phone is lost or stolen",
      "Files and mail are on it, and whoever finds it tries to read them.",
      ["mdm"],
      ["client", "personal"],
      ["XC-15"],
      ["XC-12"],
    ),
    starter(
      "Practice management is down for days",
      "The vendor has an outage or closes. Calendars, documents and billing cannot be reached.",
      ["practice", "paas", "cloud", "site", "edge"],
      ["client", "business"],
      ["XC-04"],
      ["XC-22"],
    ),
    starter(
      "A vendor with client files is breached",
      "A court reporter, translator or archive loses files you gave it, and tells you late.",
      ["chat", "data"],
      ["client", "health"],
      ["XC-04"],
      ["XC-21"],
    ),
    starter(
      "Payment instructions are forged",
      "A false mail changes the account for a settlement or a deposit, and client money is sent there.",
      ["office", "oncall"],
      ["client", "card"],
      ["XC-06", "XC-08"],
      [],
    ),
    starter(
      "Closed files are kept too long, or destroyed too early",
      "Files past their retention are exposed, or a legal hold is broken.",
      ["practice", "data"],
      ["client", "public"],
      ["XC-14"],
      ["XC-11"],
    ),
    starter(
      "A breach is reported too late",
      "Nobody knows who decides, which law applies, or how many hours are left.",
      ["tracker", "monitor"],
      ["personal", "health"],
      ["XC-21"],
      ["XC-20"],
    ),
    starter(
      "Someone walks into the office",
      "Papers, screens or equipment are seen, copied or taken.",
      [],
      ["client", "business"],
      ["XC-17"],
      ["XC-12"],
    ),
  ],
};

const software: StarterSet = {
  key: "software",
  label: "Software company",
  records: [
    starter(
      "Stolen credentials open the cloud account",
      "A password or access key leaks. A stranger reads or deletes production.",
      ["cloud", "idp", "vault"],
      ["client", "personal"],
      ["XC-08", "XC-09"],
      ["XC-20"],
    ),
    starter(
      "A weakness in the product is used",
      "An attacker finds a flaw before you do, and reads other customers' data.",
      ["site", "code", "scanner"],
      ["client", "personal"],
      ["XC-18", "XC-19"],
      ["XC-16"],
    ),
    starter(
      "A dependency is malicious or outdated",
      "A package that you build on has a known hole, or is taken over.",
      ["code", "k8s"],
      ["client"],
      ["XC-19", "XC-18"],
      ["XC-16"],
    ),
    starter(
      "A change breaks production",
      "A deployment without review or tests stops the service or damages data.",
      ["code", "cloud", "paas", "tracker"],
      ["client", "business"],
      ["XC-18"],
      ["XC-22"],
    ),
    starter(
      "Storage or a database is open to the public",
      "A wrong setting lets anyone on the internet read customer data.",
      ["cloud", "data", "edge"],
      ["client", "personal", "health"],
      ["XC-13", "XC-16"],
      ["XC-12"],
    ),
    starter(
      "Production data cannot be restored",
      "Backups are missing, incomplete or deleted together with production.",
      ["cloud", "data"],
      ["client", "business"],
      ["XC-22"],
      [],
    ),
    starter(
      "An attack stays unnoticed",
      "Logs are off or nobody reads alerts, so that an intruder has weeks.",
      ["monitor", "oncall", "cloud"],
      ["client", "personal"],
      ["XC-20"],
      ["XC-21"],
    ),
    starter(
      "Someone who left can still sign in",
      "An account, key or token stays open after the last day.",
      ["idp", "code", "cloud", "hr", "training"],
      ["client", "business"],
      ["XC-07"],
      ["XC-10"],
    ),
    starter(
      "A laptop is stolen or infected",
      "Source code, keys or customer data on it are read.",
      ["mdm", "edr"],
      ["business", "client"],
      ["XC-15", "XC-06"],
      ["XC-12"],
    ),
    starter(
      "A hosting provider or subprocessor fails",
      "It is down, breached or ends its service, and takes yours with it.",
      ["cloud", "paas", "chat", "practice"],
      ["client", "card"],
      ["XC-04"],
      ["XC-22"],
    ),
    starter(
      "Customer data is kept or used beyond what was promised",
      "Data of former customers stays, a deletion is missed, or test systems hold real data.",
      ["data", "office"],
      ["personal", "client", "public"],
      ["XC-14", "XC-11"],
      ["XC-12"],
    ),
    starter(
      "A phishing mail gives away an account",
      "Someone enters a password on a false page, and mail, code or money is reached from there.",
      ["office", "idp", "chat"],
      ["personal", "business"],
      ["XC-06", "XC-08"],
      ["XC-20"],
    ),
  ],
};

/** The sets that the empty register of risks offers. */
export const riskStarters: readonly StarterSet[] = [lawFirm, software];
