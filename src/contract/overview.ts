import * as z from "zod";
import { summary } from "./connection-shapes.ts";
import { nextAction } from "./controls.ts";
import { controlStatus, exhibitNumber, frameworkKey, id, instant, projectStatus, sha256Hex } from "./fields.ts";
import { setup } from "./onboarding.ts";

/** The steps that raise the company's frameworks most, and how far (docs/decisions/0019). */
const next = z.strictObject({
  steps: z.array(
    z.strictObject({
      controlId: z.string(),
      title: z.string(),
      /** Why it does not pass now. */
      reason: z.string(),
      /** How many checks and documents it still needs, and what to do first. */
      open: z.number().int(),
      next: nextAction,
      /** What the step adds after the ones before it, in percentage points. */
      gains: z.array(z.strictObject({ framework: frameworkKey, points: z.number().int() })),
    }),
  ),
  /** Each framework's requirement figure in percent, now and after all of the steps. */
  figures: z.array(z.strictObject({ framework: frameworkKey, before: z.number().int(), after: z.number().int() })),
});

const counts = z.strictObject({
  passing: z.number().int(),
  failing: z.number().int(),
  needsEvidence: z.number().int(),
  notApplicable: z.number().int(),
});

/** Everything that home shows. */
export const overview = z.strictObject({
  controls: z.strictObject({ passed: z.number().int(), total: z.number().int(), percent: z.number().int() }),
  counts,
  statuses: z.array(
    z.strictObject({
      controlId: z.string(),
      title: z.string(),
      domain: z.string(),
      status: controlStatus,
      /** The first requirement it speaks to in the framework of the newest project, SOC 2 where there is none. */
      requirement: z.string().nullable(),
    }),
  ),
  setup,
  /** The accounts that are connected, or about to be. */
  connections: z.array(summary.pick({ id: true, state: true, connectedAt: true, lastCollectedAt: true, hours: true })),
  next,
  /** Which controls that pass will lapse first if nothing new comes in, and which item is too old to count then. */
  lapses: z.array(
    z.strictObject({
      controlId: z.string(),
      title: z.string(),
      at: instant,
      exhibit: exhibitNumber.nullable(),
    }),
  ),
  /** The last 24 hours' changes of controls' statuses, the newest first; twenty at most. */
  changes: z.array(
    z.strictObject({
      controlId: z.string(),
      at: instant,
      /** Null where it was judged for the first time. */
      was: controlStatus.nullable(),
      status: controlStatus,
      reason: z.string(),
    }),
  ),
  /** What waits of expected documents for the person who asks. */
  documents: z.strictObject({
    /** How many they may review now; none for whom may not. */
    toReview: z.number().int(),
    /** Those that they filed and a reviewer returned, until something else is filed. */
    returned: z.array(
      z.strictObject({ controlId: z.string(), documentId: z.string(), title: z.string(), reason: z.string() }),
    ),
  }),
  /** What fell because a newer rule judges controls; for 30 days, and null where nothing did. */
  ruleChange: z
    .strictObject({
      at: instant,
      fell: z.array(z.strictObject({ controlId: z.string(), title: z.string(), reason: z.string() })),
    })
    .nullable(),
  evidence: z.strictObject({
    total: z.number().int(),
    thisWeek: z.number().int(),
    /** Items filed on each of the last 14 days, which end now; the oldest first. */
    days: z.array(z.number().int()),
  }),
  frameworks: z.array(frameworkKey),
  projects: z.array(
    z.strictObject({
      id,
      name: z.string(),
      framework: frameworkKey,
      status: projectStatus,
      passed: z.number().int(),
      total: z.number().int(),
      percent: z.number().int(),
    }),
  ),
  recent: z.array(
    z.strictObject({
      id,
      exhibit: exhibitNumber,
      name: z.string(),
      source: z.string(),
      controls: z.array(z.string()),
      sha256: sha256Hex,
      collectedAt: instant,
    }),
  ),
});
