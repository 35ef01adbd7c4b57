import type { CheckFixtures } from "../check.ts";
import type { EvidenceItem, Json, Subject } from "../connector.ts";
import type * as kinds from "./kinds.ts";

const observedAt = "2026-11-21T10:00:00.000Z";
const instantBefore = (days: number) => new Date(Date.parse(observedAt) - days * 86_400_000).toISOString();

const made = (kind: string, subject: Subject, data: object): EvidenceItem => ({
  kind,
  subject,
  data: data as Json,
  observedAt,
});
const unread = (item: EvidenceItem): EvidenceItem => ({ ...item, data: null, gap: "403 Forbidden" });

const backup = (days: number, more: Partial<kinds.Backup> = {}): EvidenceItem =>
  made("installation.backup", { type: "backup", id: `b-${days}`, label: `${days} days ago` }, {
    writtenAt: instantBefore(days),
    bytes: 4_096,
    kept: true,
    lacks: 0,
    testedAt: null,
    fault: null,
    ...more,
  } satisfies kinds.Backup);

const tested = (days: number, fault: boolean | null) => backup(days, { testedAt: instantBefore(days - 0.5), fault });

const files = (more: Partial<kinds.Files> = {}): EvidenceItem =>
  made("installation.files", { type: "installation", id: "files", label: "Stored files" }, {
    finishedAt: instantBefore(3),
    damaged: 0,
    ...more,
  } satisfies kinds.Files);

const administrator = (name: string, more: Partial<kinds.Administrator> = {}): EvidenceItem =>
  made("installation.administrator", { type: "user", id: name, label: `${name}@operator.example` }, {
    email: `${name}@operator.example`,
    active: true,
    secondFactor: true,
    lastSignInOn: "2026-11-20",
    ...more,
  } satisfies kinds.Administrator);

const gone = administrator("gone", { active: false, secondFactor: false, lastSignInOn: null });

/** Test data of every check, by its id. */
export const fixtures: Readonly<Record<string, CheckFixtures>> = {
  "installation.backup.recent": {
    pass: [backup(0.5), backup(8)],
    fail: [backup(0.5), backup(8, { kept: false })],
    unknown: [backup(0.5, { lacks: null }), backup(8)],
  },
  "installation.backup.tested": {
    pass: [tested(2, false)],
    fail: [tested(2, true), tested(9, false)],
    unknown: [tested(2, null)],
  },
  "installation.files.whole": {
    pass: [files()],
    fail: [files({ damaged: 1 })],
    unknown: [unread(files())],
  },
  "installation.administrator.second-factor": {
    pass: [administrator("ada"), gone],
    fail: [administrator("ada"), administrator("grace", { secondFactor: false })],
    unknown: [unread(administrator("ada"))],
    notApplicable: [gone],
  },
  "installation.administrator.inactive": {
    pass: [administrator("ada"), gone],
    fail: [administrator("ada"), administrator("grace", { lastSignInOn: "2026-08-01" })],
    unknown: [unread(administrator("ada"))],
    notApplicable: [gone],
  },
};
