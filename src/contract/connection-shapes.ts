import * as z from "zod";
import { providerKeys } from "#domain/provider.ts";
import { controlId, controlStatus, exhibitNumber, id, instant } from "./fields.ts";

export const provider = z.enum(providerKeys);
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
export const linkMethod = z.strictObject({
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

/** A scope that is asked for, and the titles of the checks that stay unknown without it. */
export const askedScope = z.strictObject({
  scope: z.string(),
  reads: z.string(),
  required: z.boolean(),
  checks: z.array(z.string()),
});

export const run = z.strictObject({
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

export const summary = z.strictObject({
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
    z.strictObject({
      slot: instant,
      state: z.enum(["complete", "partial", "failed", "missed", "open", "none"]),
      /** A resource was found otherwise than before. */
      changed: z.boolean(),
    }),
  ),
  outcomes: counts,
});

export const stepReport = z.strictObject({
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

export const settingValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);

export const detail = z.strictObject({
  ...summary.shape,
  checks: z.array(connectionCheck),
  /** Controls of the library that it answers about, as they are now, with the checks that rest on what it read. */
  decides: z.array(
    z.strictObject({
      controlId,
      title: z.string(),
      status: controlStatus,
      checks: z.array(z.strictObject({ checkId: z.string(), title: z.string(), outcome })),
    }),
  ),
  permissions: z.array(
    z.strictObject({
      ...askedScope.shape,
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

export const resourceChange = z.strictObject({
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
