import * as z from "zod";

const region = z.string();

/** What each region is set to, and what watches over it. */
export const regionKinds = {
  "aws.region": z.strictObject({ known: z.boolean() }),
  /** What was found there; nothing in a region that is not in use. `closed` by the organization: nothing can be there to read. */
  "aws.region_use": z.strictObject({ closed: z.boolean(), found: z.array(z.string()) }),
  "aws.region_settings": z.strictObject({ ebsEncryption: z.boolean().nullable() }),
  "aws.security_group": z.strictObject({
    region,
    name: z.string(),
    /** Rules that let in an address of the whole world. Null ports: all of them. */
    open: z.array(
      z.strictObject({
        protocol: z.string(),
        from: z.number().int().nullable(),
        to: z.number().int().nullable(),
        source: z.string(),
      }),
    ),
  }),
  "aws.vpc": z.strictObject({
    region,
    default: z.boolean().nullable(),
    interfaces: z.boolean(),
    flowLogs: z.array(z.strictObject({ id: z.string(), status: z.string() })),
  }),
  "aws.trail": z.strictObject({
    name: z.string(),
    home: z.string(),
    multiRegion: z.boolean().nullable(),
    logging: z.boolean().nullable(),
    deliveryError: z.string(),
    validated: z.boolean().nullable(),
    encrypted: z.boolean().nullable(),
  }),
  /** One for each region; an empty list is a region without a detector. */
  "aws.detectors": z.strictObject({
    detectors: z.array(z.strictObject({ id: z.string(), status: z.string().nullable() })),
  }),
  "aws.config_recorders": z.strictObject({
    recorders: z.array(
      z.strictObject({
        name: z.string(),
        recording: z.boolean().nullable(),
        allSupported: z.boolean().nullable(),
        lastStatus: z.string().nullable(),
      }),
    ),
  }),
  "aws.log_group": z.strictObject({ region, retentionDays: z.number().int().nullable() }),
};
