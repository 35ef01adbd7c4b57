import * as z from "zod";

// CycloneDX 1.4 to 1.6 (ECMA-424), as far as an inventory and its vulnerabilities need it.

const tool = z.object({ vendor: z.string().nullish(), name: z.string().nullish(), version: z.string().nullish() });

/** 1.4 lists tools; from 1.5 on they may be components and services. */
const tools = z.union([
  z.array(tool),
  z.object({ components: z.array(tool).nullish(), services: z.array(tool).nullish() }),
]);

export interface BomComponent {
  readonly "bom-ref"?: string | null | undefined;
  readonly name: string;
  readonly version?: string | null | undefined;
  readonly purl?: string | null | undefined;
  readonly components?: readonly unknown[] | null | undefined;
}

/** One component; those inside it are walked by whoever reads it, so that depth costs no stack. */
export const bomComponent = z.object({
  "bom-ref": z.string().nullish(),
  name: z.string(),
  version: z.string().nullish(),
  purl: z.string().nullish(),
  components: z.array(z.unknown()).nullish(),
});

const rating = z.object({
  score: z.number().nullish(),
  severity: z.string().nullish(),
  method: z.string().nullish(),
});

const vulnerability = z.object({
  "bom-ref": z.string().nullish(),
  id: z.string().nullish(),
  description: z.string().nullish(),
  detail: z.string().nullish(),
  ratings: z.array(rating).nullish(),
  analysis: z.object({ state: z.string().nullish(), detail: z.string().nullish() }).nullish(),
  affects: z.array(z.object({ ref: z.string() })).nullish(),
});

/** What tells a CycloneDX file from others; the rest may still be damaged. */
export const bomTellTale = z.object({ bomFormat: z.literal("CycloneDX"), specVersion: z.string() });

export const bom = bomTellTale.extend({
  serialNumber: z.string().nullish(),
  metadata: z
    .object({
      timestamp: z.string().nullish(),
      tools: tools.nullish(),
      component: bomComponent.nullish(),
    })
    .nullish(),
  components: z.array(z.unknown()).nullish(),
  vulnerabilities: z.array(vulnerability).nullish(),
});

export type Bom = z.output<typeof bom>;
export type BomVulnerability = z.output<typeof vulnerability>;
