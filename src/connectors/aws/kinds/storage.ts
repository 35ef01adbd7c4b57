import * as z from "zod";

/** The four switches of S3's public access block; null where AWS does not say. */
const block = z.strictObject({
  blockAcls: z.boolean().nullable(),
  ignoreAcls: z.boolean().nullable(),
  blockPolicy: z.boolean().nullable(),
  restrictBuckets: z.boolean().nullable(),
});
export type PublicAccessBlock = z.infer<typeof block>;

/** Where data lies: settings alone, never a row or an object. */
export const storageKinds = {
  /** `block` is null where the account never set one. */
  "aws.s3_account_block": z.strictObject({ block: block.nullable() }),
  "aws.bucket": z.strictObject({
    region: z.string(),
    /** Null where the bucket has none of its own. */
    block: block.nullable(),
    policy: z.strictObject({
      exists: z.boolean(),
      /** Null where AWS does not say, which is not "no". */
      public: z.boolean().nullable(),
      refusesPlainHttp: z.boolean(),
    }),
    /** Whom the access control list lets in besides the owner: "AllUsers", "AuthenticatedUsers". */
    publicGrants: z.array(z.string()),
    /** The algorithms of its default encryption, in order; none where there is no rule. */
    encryption: z.array(z.string()),
  }),
  "aws.db_instance": z.strictObject({
    region: z.string(),
    engine: z.string(),
    encrypted: z.boolean().nullable(),
    public: z.boolean().nullable(),
    backupDays: z.number().int().nullable(),
    /** Whether it could be restored to a point in the 24 hours before this was read. */
    restorable: z.boolean().nullable(),
    replica: z.boolean(),
  }),
  "aws.table": z.strictObject({
    region: z.string(),
    recovery: z.string().nullable(),
    /** As of databases. */
    restorable: z.boolean().nullable(),
  }),
  "aws.kms_key": z.strictObject({
    region: z.string(),
    manager: z.string(),
    spec: z.string(),
    origin: z.string(),
    state: z.string(),
    /** Null where it is not asked: keys that AWS manages, that are not symmetric, or not in use. */
    rotates: z.boolean().nullable(),
    /** Days between two rotations; null where AWS does not say. */
    rotationDays: z.number().int().nullable(),
  }),
};
