import * as z from "zod";

// OSCAL 1.1 assessment-results (NIST), as far as a verdict needs it.

const prop = z.object({ name: z.string(), ns: z.string().nullish(), value: z.string() });

const observation = z.object({
  uuid: z.string(),
  title: z.string().nullish(),
  description: z.string(),
  props: z.array(prop).nullish(),
  collected: z.string(),
  subjects: z.array(z.object({ "subject-uuid": z.string(), title: z.string().nullish() })).nullish(),
});

const finding = z.object({
  uuid: z.string(),
  title: z.string(),
  description: z.string(),
  target: z.object({
    "target-id": z.string(),
    status: z.object({
      state: z.enum(["satisfied", "not-satisfied"]),
      reason: z.string().nullish(),
      remarks: z.string().nullish(),
    }),
  }),
  "related-observations": z.array(z.object({ "observation-uuid": z.string() })).nullish(),
});

const result = z.object({
  title: z.string().nullish(),
  start: z.string(),
  end: z.string().nullish(),
  observations: z.array(observation).nullish(),
  findings: z.array(finding).nullish(),
});

/** What tells assessment results from other files; the rest may still be damaged. */
export const oscalTellTale = z.object({ "assessment-results": z.looseObject({}) });

export const oscalFile = z.object({
  "assessment-results": z.object({
    uuid: z.string(),
    metadata: z.object({
      title: z.string(),
      version: z.string().nullish(),
      "oscal-version": z.string(),
      parties: z.array(z.object({ type: z.string(), name: z.string().nullish() })).nullish(),
    }),
    results: z.array(result).min(1),
  }),
});

export type OscalFinding = z.output<typeof finding>;
export type OscalObservation = z.output<typeof observation>;
export type OscalResult = z.output<typeof result>;
