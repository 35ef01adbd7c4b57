import * as z from "zod";
import { providerKeys } from "#domain/provider.ts";
import { change, query } from "./endpoint.ts";
import { exhibitNumber, id, instant } from "./fields.ts";

const provider = z.enum(providerKeys);
const outcome = z.enum(["pass", "fail", "unknown", "not applicable"]);
const runState = z.enum(["waiting", "working", "done", "failed", "missed"]);
const connectionState = z.enum(["linking", "confirming", "connected", "paused", "needs attention", "disconnected"]);
const counts = z.strictObject({
  pass: z.number().int(),
  fail: z.number().int(),
  unknown: z.number().int(),
  notApplicable: z.number().int(),
});

/** A way to connect, as the dialog shows it: see `LinkMethod` in src/connectors. */
const linkMethod = z.strictObject({
  id: z.string(),
  title: z.string(),
  explanation: z.string(),
  /** One sentence a step; in backticks what has to be entered at the vendor. */
  instructions: z.array(z.string()),
  /** True where the browser goes to the vendor; otherwise everything is typed. */
  redirects: z.boolean(),
  fields: z.array(
    z.strictObject({
      name: z.string(),
      label: z.string(),
      help: z.string(),
      placeholder: z.string(),
      secret: z.boolean(),
      multiline: z.boolean(),
      /** A regular expression that the whole value must match, and what to say if it does not. */
      pattern: z.string(),
      message: z.string(),
    }),
  ),
});

const run = z.strictObject({
  id,
  /** When it was due. */
  slot: instant,
  reason: z.enum(["scheduled", "first", "asked"]),
  state: runState,
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
  /** What is being read now, and how far it is. */
  step: z.string(),
  stepsDone: z.number().int(),
  stepsTotal: z.number().int(),
  items: z.number().int(),
  requests: z.number().int(),
  /** True only where every step ended complete. */
  complete: z.boolean(),
  /** One sentence, of a run that failed or was missed. */
  failure: z.string().nullable(),
  outcomes: counts,
  /** The item that holds what was observed; of an unchanged hour the one that says it still. */
  exhibit: exhibitNumber.nullable(),
  evidenceId: id.nullable(),
  unchanged: z.boolean(),
});

const summary = z.strictObject({
  id,
  provider,
  method: z.string(),
  state: connectionState,
  /** The vendor's name of the account and its immutable id; null until we have asked. */
  accountLabel: z.string().nullable(),
  accountId: z.string().nullable(),
  /** Scopes without which some checks stay unknown. */
  missing: z.array(z.string()),
  /** One sentence: why somebody must look after it. */
  attention: z.string().nullable(),
  connectedAt: instant.nullable(),
  /** The end of the last run that brought something. */
  lastCollectedAt: instant.nullable(),
  nextRunAt: instant.nullable(),
  /** The run that is under way or waits for its turn. */
  running: run.nullable(),
  /** The last 24 slots, oldest first; "none" before it was connected and while it was paused. */
  hours: z.array(
    z.strictObject({ slot: instant, state: z.enum(["complete", "partial", "failed", "missed", "open", "none"]) }),
  ),
  outcomes: counts,
});

const stepReport = z.strictObject({
  step: z.string(),
  title: z.string(),
  status: z.enum(["complete", "denied", "unavailable", "truncated", "failed"]),
  pages: z.number().int(),
  items: z.number().int(),
  startedAt: instant,
  endedAt: instant,
  missing: z.array(z.string()),
  detail: z.string(),
});

const openResource = z.strictObject({
  type: z.string(),
  id: z.string(),
  label: z.string(),
  outcome,
  observed: z.string(),
  wanted: z.string(),
});

const connectionCheck = z.strictObject({
  id: z.string(),
  title: z.string(),
  severity: z.enum(["critical", "high", "medium", "low"]),
  hint: z.string(),
  /** Controls of the library that it is evidence for. */
  controls: z.array(z.string()),
  outcome,
  reason: z.string(),
  passing: z.number().int(),
  failing: z.number().int(),
  unknown: z.number().int(),
  since: instant.nullable(),
  lastPassedAt: instant.nullable(),
  observedAt: instant.nullable(),
  /** What fails or is not decided, at most 1,000. */
  open: z.array(openResource),
});

const settingValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);

const detail = z.strictObject({
  ...summary.shape,
  checks: z.array(connectionCheck),
  permissions: z.array(
    z.strictObject({
      scope: z.string(),
      reads: z.string(),
      required: z.boolean(),
      /** Null where the vendor does not tell. */
      granted: z.boolean().nullable(),
    }),
  ),
  /** Of a key that was made for this connection, what somebody has to enter at the vendor; null once the vendor knows it. */
  publicKey: z.string().nullable(),
  /** What was typed at linking and is no secret. */
  typed: z.array(z.strictObject({ label: z.string(), value: z.string() })),
  settings: z.record(z.string(), settingValue),
  settingFields: z.array(
    z.strictObject({
      name: z.string(),
      label: z.string(),
      help: z.string(),
      kind: z.enum(["text", "lines", "number", "switch"]),
    }),
  ),
});

const resourceChange = z.strictObject({
  id,
  checkId: z.string(),
  checkTitle: z.string(),
  type: z.string(),
  label: z.string(),
  was: outcome.nullable(),
  became: outcome.nullable(),
  observed: z.string(),
  wanted: z.string(),
  /** It changed between these two. */
  after: instant,
  before: instant,
});

const ofCompany = z.strictObject({ companyId: id });
const one = z.strictObject({ companyId: id, connectionId: id });
/** Values of a method's fields by name. Secrets are sealed for the worker at once. */
const values = z.record(z.string().max(60), z.string().max(20_000));
const limit = z.coerce.number().int().min(1).max(200).default(50);
/** Places in a list, as `next` gives them: microseconds, with an id where several have the same instant. */
const runsAfter = z.string().regex(/^\d{1,16}$/);
const changesAfter = z.string().regex(/^\d{1,16}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

const path = "/companies/{companyId}/connections";
const pathOfOne = "/companies/{companyId}/connections/{connectionId}";

const linked = z.strictObject({
  connectionId: id,
  /** Where the browser goes now; null where everything was typed. */
  redirectTo: z.string().nullable(),
});

export const connections = {
  list: query({
    access: "company.read",
    path,
    summary: "Every provider, those in beta where they are on, how it can be connected, and the accounts that are",
    input: ofCompany,
    output: z.array(
      z.strictObject({
        provider,
        methods: z.array(linkMethod),
        scopes: z.array(z.strictObject({ scope: z.string(), reads: z.string(), required: z.boolean() })),
        connections: z.array(summary),
      }),
    ),
  }),
  get: query({
    access: "company.read",
    path: pathOfOne,
    summary: "One connection with its checks, permissions and settings",
    input: one,
    output: detail,
    fails: ["not-found"],
  }),
  runs: query({
    access: "company.read",
    path: `${pathOfOne}/runs`,
    summary: "What each hour brought, newest first, missed hours included",
    input: z.strictObject({ ...one.shape, after: runsAfter.optional(), limit }),
    output: z.strictObject({ runs: z.array(run), next: z.string().nullable() }),
    fails: ["not-found"],
  }),
  run: query({
    access: "company.read",
    path: `${pathOfOne}/runs/{runId}`,
    summary: "One run with the report of each step; ask again while it works",
    input: z.strictObject({ ...one.shape, runId: id }),
    output: z.strictObject({ ...run.shape, steps: z.array(stepReport) }),
    fails: ["not-found"],
  }),
  changes: query({
    access: "company.read",
    path: `${pathOfOne}/changes`,
    summary: "Which resources changed, and between which two runs, newest first",
    input: z.strictObject({
      ...one.shape,
      after: changesAfter.optional(),
      limit,
      checkId: z.string().max(100).optional(),
    }),
    output: z.strictObject({ changes: z.array(resourceChange), next: z.string().nullable() }),
    fails: ["not-found"],
  }),
  link: change({
    access: "connections.manage",
    path,
    summary: "Begin to connect an account: by the vendor's page, or by what is typed",
    records: "connection.begun",
    perMinute: 20,
    input: z.strictObject({ companyId: id, provider, method: z.string().max(60), values }),
    output: linked,
    fails: ["not-found", "connector-unavailable", "connection-input", "already-connected"],
  }),
  reconnect: change({
    access: "connections.manage",
    path: `${pathOfOne}/reconnect`,
    summary: "Give a connection new credentials for the same account, or try its key again with no values",
    records: "connection.begun",
    perMinute: 20,
    input: z.strictObject({ ...one.shape, method: z.string().max(60), values }),
    output: linked,
    fails: ["not-found", "connector-unavailable", "connection-input"],
  }),
  confirm: change({
    access: "connections.manage",
    path: `${pathOfOne}/confirm`,
    summary: "Confirm the account that was found; its first collection begins",
    records: "connection.connected",
    input: one,
    output: summary,
    fails: ["not-found", "already-connected", "connection-not-ready"],
  }),
  pause: change({
    access: "connections.manage",
    path: `${pathOfOne}/pause`,
    summary: "Collect nothing until it is resumed",
    records: "connection.paused",
    input: one,
    output: summary,
    fails: ["not-found", "connection-not-ready"],
  }),
  resume: change({
    access: "connections.manage",
    path: `${pathOfOne}/resume`,
    summary: "Collect again every hour",
    records: "connection.resumed",
    input: one,
    output: summary,
    fails: ["not-found", "connection-not-ready"],
  }),
  collect: change({
    access: "connections.collect",
    path: `${pathOfOne}/collect`,
    summary: "Collect now",
    records: "connection.asked",
    input: one,
    output: run,
    fails: ["not-found", "connection-not-ready", "already-collecting"],
  }),
  configure: change({
    access: "connections.manage",
    path: `${pathOfOne}/settings`,
    summary: "Change what the checks of a connection go by",
    records: "connection.configured",
    input: z.strictObject({ ...one.shape, settings: z.record(z.string().max(60), settingValue) }),
    output: detail,
    fails: ["not-found", "connection-input"],
  }),
  disconnect: change({
    access: "connections.manage",
    path: `${pathOfOne}/disconnect`,
    summary: "End the access at the vendor and forget the credentials; what was collected stays on file",
    records: "connection.disconnected",
    input: one,
    output: summary,
    fails: ["not-found"],
  }),
};
