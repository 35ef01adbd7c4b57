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
    /** Inbound rules that let in addresses, whatever they are. Null ports: all of them. */
    rules: z.array(
      z.strictObject({
        protocol: z.string(),
        from: z.number().int().nullable(),
        to: z.number().int().nullable(),
        /** Ranges of addresses, IPv4 and IPv6. */
        cidrs: z.array(z.string()),
        /** Lists of ranges by their id. What is on them is not read. */
        prefixLists: z.array(z.string()),
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
    /** Whether it has the events of services that are not in a region, such as IAM. */
    globalEvents: z.boolean().nullable(),
    /** Whether files were delivered in the 24 hours before this was read. */
    delivering: z.boolean().nullable(),
    /** What it records; null where AWS names no selector. */
    selectors: z
      .array(
        z.strictObject({
          management: z.boolean().nullable(),
          /** "All", "ReadOnly", "WriteOnly", or a word that AWS does not have. */
          mode: z.string(),
          /** What narrows it: sources that it leaves out, or names of fields. */
          leavesOut: z.array(z.string()),
        }),
      )
      .nullable(),
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
