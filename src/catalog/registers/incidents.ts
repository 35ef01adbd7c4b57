import { noticePlaces, noticeRules } from "../notice-rules.ts";
import { breachOf, isRunning, nextDeadline, noticeDuties, openLaw } from "#domain/incidents/notice-clock.ts";
import type { Register } from "#domain/registers/register.ts";
import { dataClasses } from "./data-classes.ts";
import { contributors, everyone, managers } from "./rights.ts";

const DAY_MS = 86_400_000;

/** What went wrong, what it touched, and who was told. Exercises use the same record, and count as none. */
export const incidents: Register = {
  key: "incidents",
  label: "Incidents and exercises",
  singular: "incident",
  summary: "Security incidents and exercises: what happened, what was learned, and who had to be told by when.",
  group: "Incidents",
  inMatters: true,
  prefix: "INC",
  title: "title",
  fields: {
    title: { type: "text", label: "Incident", origin: "stated", required: true },
    kind: {
      type: "choice",
      label: "Kind",
      origin: "stated",
      required: true,
      choices: { incident: "Incident", exercise: "Exercise", mistake: "No incident: entered by mistake" },
      hint: "An exercise is recorded the same way and never counts as an incident.",
    },
    severity: {
      type: "choice",
      label: "Severity",
      origin: "stated",
      choices: { critical: "Critical", high: "High", medium: "Medium", low: "Low" },
    },
    discoveredAt: { type: "instant", label: "Discovered", origin: "stated", required: true, past: true },
    leadId: { type: "person", label: "Incident lead", origin: "stated", required: true, active: true },
    responderIds: { type: "list", of: "person", label: "Responders", origin: "stated" },
    data: {
      type: "list",
      of: "choice",
      label: "Data it touched",
      origin: "stated",
      choices: { ...dataClasses, none: "No data" },
      hint: "Deadlines to give notice follow from it.",
    },
    places: {
      type: "list",
      of: "choice",
      label: "Where affected people live",
      origin: "stated",
      choices: noticePlaces,
    },
    contractIds: {
      type: "list",
      of: "record",
      to: "contracts",
      label: "Contracts that ask for notice",
      origin: "stated",
    },
    timeline: { type: "long text", label: "Timeline", origin: "stated", confidential: true },
    cause: { type: "long text", label: "Cause", origin: "stated", confidential: true },
    evidence: { type: "list", of: "exhibit", label: "Evidence kept", origin: "filed" },
    lessons: { type: "long text", label: "Lessons", origin: "stated", confidential: true },
    actionIds: { type: "list", of: "record", to: "actions", label: "Actions", origin: "stated" },
    noticeDecision: {
      type: "choice",
      label: "Notice decision",
      origin: "filed",
      choices: { notify: "Give notice", none: "No notice is due", counsel: "Asked counsel, not decided yet" },
    },
    noticeDecidedAt: { type: "instant", label: "Decided", origin: "filed", past: true, after: "discoveredAt" },
    noticeRecord: {
      type: "exhibit",
      proves: ["noticeDecidedAt"],
      label: "Record of the decision",
      origin: "filed",
      shows: ["Document", "Report"],
      hint: "The note or memo that says who decided what, and why.",
    },
    counselAdvice: {
      type: "exhibit",
      // Only a place whose law is not known asks for it.
      spare: () => true,
      proves: ["discoveredAt"],
      label: "Advice of counsel",
      origin: "filed",
      shows: ["Document", "Report"],
      hint: "For places whose rule Exhibit does not know. File nothing privileged here.",
    },
    closedAt: { type: "instant", label: "Closed", origin: "stated", past: true, after: "discoveredAt" },
  },
  derived: {
    deadline: {
      label: "Next deadline",
      hint: "The first duty to give notice, counted from the discovery.",
      of: (fields, _today, now) => nextDeadline(noticeRules, noticePlaces, fields, now),
      mark: (said) =>
        /\blate\b/.test(said)
          ? "late"
          : /Ask counsel/.test(said)
            ? "missing"
            : /left|Due now/.test(said)
              ? "soon"
              : "none",
    },
    law: {
      label: "Law not known",
      hint: "Places whose law on notice Exhibit does not know. The decision stays open until advice of counsel is on file.",
      of: (fields) => openLaw(noticeRules, noticePlaces, fields),
    },
  },
  clocks: {
    title: ({ kind }) => (kind === "exercise" ? "Exercise: deadlines to give notice" : "Deadlines to give notice"),
    through: "contractIds",
    besides: { field: "kind", is: ["client"], endsOn: "endsOn", needs: "noticeHours", when: isRunning },
    of: (fields, contracts, clients) => {
      const breach = fields["kind"] === "mistake" ? undefined : breachOf(fields, contracts, clients);
      return breach ? noticeDuties(noticeRules, noticePlaces, breach) : [];
    },
  },
  tasks: [
    {
      key: "update",
      standing: { single: "to update or close", many: "to update or close" },
      title: (what) => `Update or close ${what}`,
      detail: "Open for 90 days or more: it is to be updated every two weeks",
      of: "kept",
      lacks: ["closedAt"],
      where: { kind: ["incident"] },
      from: { discoveredAt: 90 },
      ahead: 7,
      due: ({ fields, changedAt }) =>
        new Date(Math.max(Date.parse(String(fields["discoveredAt"])) + 90 * DAY_MS, changedAt.getTime() + 14 * DAY_MS)),
    },
  ],
  dated: true,
  states: { waiting: "Waiting for review", open: "Reviewed", ended: "Withdrawn" },
  endReasons: ["Same as another record", "Entered by mistake"],
  rights: { read: everyone, write: contributors, approve: contributors, confirm: managers },
  confirmedForDays: 92,
  confirms: ["title", "kind", "discoveredAt"],
  views: [
    { key: "all", label: "All", state: "all", sort: "discoveredAt" },
    { key: "waiting", label: "Waiting", state: "waiting", sort: "discoveredAt" },
    { key: "reviewed", label: "Reviewed", state: "open", sort: "discoveredAt" },
  ],
  columns: ["kind", "severity", "discoveredAt", "leadId", "deadline", "closedAt"],
  csv: [
    "title",
    "kind",
    "severity",
    "discoveredAt",
    "leadId",
    "responderIds",
    "data",
    "places",
    "contractIds",
    "timeline",
    "cause",
    "evidence",
    "lessons",
    "actionIds",
    "noticeDecision",
    "noticeDecidedAt",
    "noticeRecord",
    "counselAdvice",
    "closedAt",
  ],
  checks: ["incident.records-complete", "incident.notice-decided", "incident.exercised-within-year"],
  documents: ["incident.incident-register", "incident.exercise-report"],
};
