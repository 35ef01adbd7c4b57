import * as z from "zod";
import { platformEndpoint } from "./endpoint.ts";
import { id, instant, nothing } from "./fields.ts";

const count = z.number().int();
const theJob = z.strictObject({ jobId: id });
const always = ["forbidden", "second-factor-required"] as const;

export const health = {
  get: platformEndpoint({
    method: "GET",
    path: "/health",
    summary: "How this installation is: its processes, queues, connections, database and disk; no company is named",
    input: nothing,
    output: z.strictObject({
      at: instant,
      version: z.string(),
      nodeVersion: z.string(),
      /** Every process that was seen in the last two minutes. */
      processes: z.array(
        z.strictObject({
          id: z.string(),
          role: z.string(),
          version: z.string(),
          nodeVersion: z.string(),
          startedAt: instant,
          lastSeenAt: instant,
        }),
      ),
      /** Background work by its kind, the most urgent first. */
      queues: z.array(
        z.strictObject({
          queue: z.string(),
          label: z.string(),
          /** Due, and not yet begun. */
          waiting: count,
          running: count,
          /** Failed, and tried again later. */
          retrying: count,
          /** Given up: what waits for an operator, and what ended badly in the last day where its people see it. */
          failed: count,
          oldest: instant.nullable(),
        }),
      ),
      /** Jobs that were given up, the newest first, a hundred at most. */
      deadJobs: z.array(
        z.strictObject({
          id,
          queue: z.string(),
          label: z.string(),
          /** The id of what was worked on. */
          key: z.string(),
          attempts: count,
          error: z.string(),
          failedAt: instant,
        }),
      ),
      collection: z.strictObject({
        connections: count,
        /** Connections that were not read for longer than two of the times between which they are read. */
        late: count,
        lateAfterMinutes: count,
        newestSyncAt: instant.nullable(),
      }),
      database: z.strictObject({ version: z.string(), bytes: count, migrations: count, newestMigration: z.string() }),
      /** Of the file system that holds DATA_DIR; null where it cannot be asked. */
      disk: z.strictObject({ freeBytes: count, totalBytes: count }).nullable(),
      /** The newest backup and the newest self-test, as far as the database knows; null without a backup. */
      backup: z
        .strictObject({
          writtenAt: instant,
          bytes: count,
          test: z.strictObject({ at: instant, of: instant, fault: z.string().nullable() }).nullable(),
        })
        .nullable(),
      /** Stored files: how many are damaged, and how far it is that each is read and checked. */
      files: z.strictObject({
        damaged: count,
        /** When the last whole round ended. */
        checkedAt: instant.nullable(),
        /** Of the present round, or of the last. */
        checked: count,
        total: count,
      }),
      /** Companies of who runs the installation in which it files its own operation as evidence; usually one or none. */
      audits: z.array(
        z.strictObject({
          companyId: id,
          connectionId: id,
          /** When a connection was made, and what was last filed saw the installation; null before the first time. */
          since: instant.nullable(),
          observedAt: instant.nullable(),
          paused: z.boolean(),
          /** Somebody must look after it. */
          needsAttention: z.boolean(),
        }),
      ),
      /** Where what was signed is remembered. */
      anchors: z.strictObject({
        kind: z.enum(["folder", "bucket"]),
        /** Whether it lies on another disk, or in another bucket, than evidence and database. */
        isApart: z.boolean(),
        objectLock: z.boolean().nullable(),
        refusesOverwrite: z.boolean().nullable(),
      }),
      /** How many ledgers are not signed, by the name of the failure. */
      unsignedLedgers: z.array(z.strictObject({ failure: z.string(), ledgers: count })),
      users: count,
      companies: count,
      /** What needs somebody, in sentences; empty when nothing does. */
      attention: z.array(z.string()),
    }),
    fails: always,
  }),
  retryJob: platformEndpoint({
    path: "/health/jobs/{jobId}/retry",
    summary: "Try a job again that was given up, from its first attempt on",
    input: theJob,
    output: nothing,
    fails: [...always, "not-found"],
  }),
  discardJob: platformEndpoint({
    path: "/health/jobs/{jobId}/discard",
    summary: "Discard a job that was given up: it is not tried again",
    input: theJob,
    output: nothing,
    fails: [...always, "not-found"],
  }),
};
