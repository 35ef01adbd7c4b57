import type { CheckFixtures } from "../check.ts";
import type { EvidenceItem } from "../connector.ts";
import { item } from "../observe.ts";
import type { Data, Kind } from "./kinds.ts";

/** Made up, in the shape that steps yield; judged at noon of 21 November 2026, a Saturday. */
export const AT = "2026-11-21T12:00:00.000Z";
const [TUESDAY, WEDNESDAY, FRIDAY] = [
  "2026-11-17T09:00:00.000Z",
  "2026-11-18T08:00:00.000Z",
  "2026-11-20T15:00:00.000Z",
];

function made<K extends Kind>(kind: K, id: string, data: Data<K>): EvidenceItem {
  return item(kind, { type: "resource", id, label: id }, data, { at: AT });
}

const unread = (kind: Kind): EvidenceItem => ({
  kind,
  subject: {
    type: "resource",
    id: "one",
    label: "one",
  },
  data: null,
  observedAt: AT,
  gap: "403 Forbidden",
});

const byBoss = { by: "boss", at: TUESDAY };
const change = (data: Partial<Data<"jira.change">>) => [
  made("jira.change", "CHG-1", {
    done: true,
    doneAt: WEDNESDAY,
    assignee: "dev",
    reporter: "dev",
    approvals: [byBoss],
    held: [],
    filled: {
      customfield_1: true,
      customfield_2: true,
    },
    ...data,
  }),
];
const access = (data: Partial<Data<"jira.access_request">>) => [
  made("jira.access_request", "ACC-1", {
    done: true,
    doneAt: WEDNESDAY,
    reporter: "new",
    assignee: null,
    approvals: [byBoss],
    held: [],
    ...data,
  }),
];
const leaver = (createdAt: string, doneAt: string | null, done = true) => [
  made("jira.leaver", "OFF-1", { createdAt, done, doneAt }),
];
const vulnerability = (priority: string | null, createdAt: string) => [
  made("jira.vulnerability", "VUL-1", { priority, createdAt, done: false, doneAt: null }),
];
const scheme = (anonymous: boolean, ...usedBy: string[]) => [
  made("jira.permission_scheme", "10000", { anonymous, usedBy }),
];
const people = (count: number) =>
  Array.from({ length: count }, (_, at) => made("jira.administrator", `u${at}`, { active: true, groups: ["admins"] }));

const approving = { approvalStatuses: ["Approved"] };
const changes = { changeJql: "project = CHG", ...approving };

export const fixtures: Readonly<Record<string, CheckFixtures>> = {
  "jira.change.approved": {
    pass: change({}),
    fail: change({ approvals: [{ by: "dev", at: TUESDAY }] }),
    unknown: change({ doneAt: null }),
    settings: changes,
  },
  "jira.change.fields": {
    pass: change({}),
    fail: change({ filled: { customfield_1: true, customfield_2: false } }),
    unknown: change({ filled: { customfield_1: true } }),
    notApplicable: [],
    settings: { ...changes, requiredFields: ["customfield_1", "customfield_2"] },
  },
  "jira.access.approved": {
    pass: access({}),
    fail: access({ approvals: [{ by: "boss", at: FRIDAY }] }),
    unknown: access({ reporter: null }),
    settings: { accessJql: "project = ACC", ...approving },
  },
  "jira.access.leaver-sla": {
    // Friday's ticket has until Monday.
    pass: [...leaver(TUESDAY, WEDNESDAY), ...leaver(FRIDAY, null, false)],
    fail: leaver(TUESDAY, null, false),
    unknown: leaver(TUESDAY, null),
    notApplicable: [],
    settings: { leaverJql: "project = OFF" },
  },
  "jira.vuln.sla": {
    pass: vulnerability("High", TUESDAY),
    fail: vulnerability("High", "2026-10-01T09:00:00.000Z"),
    unknown: vulnerability("Urgent", TUESDAY),
    notApplicable: [],
    settings: { vulnerabilityJql: "project = VUL" },
  },
  "jira.project.anonymous": {
    pass: [...scheme(false), ...scheme(true)],
    fail: scheme(true, "SITE"),
    unknown: [unread("jira.permission_scheme")],
    notApplicable: [],
  },
  // Somebody always administers Jira, and a site always has an audit log.
  "jira.admin.count": { pass: people(5), fail: people(6), unknown: people(0) },
  "jira.audit.flowing": {
    pass: [made("jira.audit_log", "cloud", { records: true, newestOn: "2026-11-21" })],
    fail: [made("jira.audit_log", "cloud", { records: false, newestOn: null })],
    unknown: [made("jira.audit_log", "cloud", { records: true, newestOn: null })],
  },
};
