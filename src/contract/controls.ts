import * as z from "zod";
import { controlWork } from "./control-work.ts";
import { expectedDocument } from "./documents.ts";
import { change, query } from "./endpoint.ts";
import {
  controlId,
  controlStatus,
  evidenceType,
  exhibitNumber,
  frameworkKey,
  id,
  instant,
  sha256Hex,
} from "./fields.ts";

/** One thing to do about a control, or about one of its checks. */
export const nextAction = z.strictObject({
  kind: z.enum(["fix", "scope", "connect", "import", "test", "file", "adopt", "see", "review", "declare"]),
  /** A button: two or three words. */
  label: z.string(),
  /** A clause without a full stop: "Connect GitHub". */
  message: z.string(),
  /** What it is about; null where it is about neither. */
  checkId: z.string().nullable(),
  documentId: z.string().nullable(),
  /** The provider to connect; null where something else is to do. */
  provider: z.string().nullable(),
});

/** What of a passing control ends within 30 days, where somebody has to do something about it. */
export const endsSoon = z.strictObject({
  /** A clause without a full stop: "“A restore was tested” passes until December 8, 2026". */
  message: z.string(),
  next: nextAction,
});

export const controlRow = z.strictObject({
  id: controlId,
  title: z.string(),
  domain: z.string(),
  status: controlStatus,
  /** Why, in one to three sentences. */
  reason: z.string(),
  /** How many of its checks and documents are decided. */
  progress: z.strictObject({ decided: z.number().int(), asked: z.number().int() }),
  /** What decided them; the five add up to `progress.decided`. */
  basis: z.strictObject({
    machine: z.number().int(),
    register: z.number().int(),
    person: z.number().int(),
    documents: z.number().int(),
    notApplicable: z.number().int(),
  }),
  /** What to do next; null where it passes or does not apply. */
  next: nextAction.nullable(),
  evidenceCount: z.number().int(),
  /** Number of the newest valid item, such as EX-000012. */
  latestExhibit: exhibitNumber.nullable(),
  lastTestedAt: instant.nullable(),
  /** When this status ends by itself; null where time alone does not change it. */
  until: instant.nullable(),
  /** What ends first of it, if it passes and that is soon; null otherwise. */
  endsSoon: endsSoon.nullable(),
  /** Requirement ids by framework key. */
  requirements: z.record(z.string(), z.array(z.string())),
});

/** What was answered about one system: by whom, from when, until when it counts, and on which item it rests. */
const systemAnswer = z.strictObject({
  source: z.string(),
  /** One sentence. */
  reason: z.string(),
  observedAt: instant,
  validUntil: instant,
  exhibit: exhibitNumber,
  /** Null for a person's test, which cites items by their numbers. */
  evidenceId: id.nullable(),
});

/** One system in one part of a check: `stale` was read too long ago to count, `not read` was answered by nothing yet. */
const systemInPart = z.strictObject({
  name: z.string(),
  state: z.enum(["pass", "fail", "unknown", "not applicable", "stale", "not read"]),
  /** The worst first: up to 3. */
  answers: z.array(systemAnswer),
});

/** A part of a check; `not asked` where by recorded decisions no system of its kinds is in scope. */
const checkPart = z.strictObject({
  aspect: z.string(),
  title: z.string(),
  outcome: z.enum(["pass", "fail", "unknown", "not applicable", "not asked"]),
  /** Those that it is asked of, the ones that are not decided first: up to 20. */
  systems: z.array(systemInPart),
  systemCount: z.number().int(),
});

export const checkResult = z.strictObject({
  checkId: z.string(),
  title: z.string(),
  /** What must be true for it to pass. */
  wanted: z.string(),
  /** Where its observations can come from. */
  sources: z.array(z.string()),
  /** The frameworks it concerns; null where it concerns all. */
  onlyFor: z.array(frameworkKey).nullable(),
  outcome: z.enum(["pass", "fail", "unknown", "not applicable", "not run"]),
  /** What was observed, in a sentence or two. */
  reason: z.string(),
  /** How many of its parts are decided; null for a check that no system answers. */
  progress: z.strictObject({ decided: z.number().int(), asked: z.number().int() }).nullable(),
  parts: z.array(checkPart),
  next: nextAction.nullable(),
  /** The weakest of what decided it, as its control's tally counts it; null where nothing did, or only decisions about the scope. */
  basis: z.enum(["machine", "register", "person"]).nullable(),
  /** Who gave the answer that the outcome rests on, with its times and its item; null where nothing answered. */
  source: z.string().nullable(),
  observedAt: instant.nullable(),
  validUntil: instant.nullable(),
  exhibit: exhibitNumber.nullable(),
  evidenceId: id.nullable(),
  /** Of that item's file, so that whoever has a bundle can tell that they read the same one. */
  sha256: sha256Hex.nullable(),
});

const filedItem = z.strictObject({
  id,
  exhibit: exhibitNumber,
  name: z.string(),
  type: evidenceType,
  source: z.string(),
  collectedAt: instant,
  /** Until when this control may rely on it. */
  validUntil: instant,
  state: z.enum(["current", "expired", "superseded"]),
});

const path = z.strictObject({ companyId: id, controlId });

export const controls = {
  list: query({
    access: "controls.read",
    path: "/companies/{companyId}/controls",
    summary: "The 22 core controls with their status now",
    input: z.strictObject({ companyId: id }),
    output: z.array(controlRow),
  }),
  get: query({
    access: "controls.read",
    path: "/companies/{companyId}/controls/{controlId}",
    summary:
      "One control: statement, checks with what was observed against what was expected, expected documents with their reviews, limits",
    input: path,
    output: z.strictObject({
      control: controlRow,
      statement: z.string(),
      why: z.string(),
      cadence: z.string(),
      expected: z.array(expectedDocument),
      limits: z.array(z.strictObject({ framework: z.string(), note: z.string() })),
      checks: z.array(checkResult),
      /** The newest; `controls.evidence` has the others. */
      evidence: z.array(filedItem),
    }),
    fails: ["not-found"],
  }),
  evidence: query({
    access: "controls.read",
    path: "/companies/{companyId}/controls/{controlId}/evidence",
    summary: "What is filed under a control, newest first, a page at a time",
    input: path.extend({
      after: exhibitNumber.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(20),
    }),
    output: z.strictObject({
      items: z.array(filedItem),
      /** Give it as `after` for the next page; null at the end. */
      next: exhibitNumber.nullable(),
    }),
    fails: ["not-found"],
  }),
  history: query({
    access: "controls.readHistory",
    path: "/companies/{companyId}/controls/{controlId}/history",
    summary: "When a control's status changed in the last days, with the line that stood before, oldest first",
    input: path.extend({ days: z.coerce.number().int().min(1).max(1100).default(90) }),
    output: z.strictObject({
      from: instant,
      to: instant,
      /** The newest 500. */
      changes: z.array(
        z.strictObject({
          at: instant,
          status: controlStatus,
          reason: z.string(),
          /** Whether an earlier rule judged it, by which one valid item made a control pass. */
          earlierRule: z.boolean(),
        }),
      ),
      /** Whether there were more. */
      cut: z.boolean(),
    }),
    fails: ["not-found"],
  }),
  setApplicability: change({
    access: "controls.setApplicability",
    path: "/companies/{companyId}/controls/{controlId}/applicability",
    summary: "Declare a control not applicable, with the reason, or applicable again",
    records: "control.applicabilitySet",
    input: path.extend({
      applicable: z.boolean(),
      reason: z
        .string()
        .trim()
        .min(1, "Please give a reason")
        .max(1000, "Please use at most 1000 characters")
        .regex(/^[^\0]*$/, "Please remove control characters"),
    }),
    output: controlRow,
    fails: ["not-found"],
  }),
  ...controlWork,
};
