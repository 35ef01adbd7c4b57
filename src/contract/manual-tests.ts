import * as z from "zod";
import { conclusions } from "#domain/manual-tests/test-problem.ts";
import { change, query } from "./endpoint.ts";
import { controlId, exhibitNumber, id, instant, longText, shortText } from "./fields.ts";

/** How many items a population can hold, and a sample: the drawing ranks each item of the population. */
const MOST_ITEMS = 100_000;
const MOST_DRAWN = 250;

const ofControl = z.strictObject({ companyId: id, controlId });
const number = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

/** Items numbered from 1, such as the lines of a list, or exhibits by their numbers. */
const population = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("numbered"),
    size: z.number("Please enter a number").int("Please enter a whole number").min(0).max(MOST_ITEMS),
  }),
  z.strictObject({ kind: z.literal("exhibits"), exhibits: z.array(exhibitNumber).min(1).max(2_000) }),
]);
/** The seed of a draw; any text where the population is of nothing. Seed, population and size say again which items are drawn. */
const seed = shortText("Please enter a seed", 64);
const sampleSize = z.number("Please enter a number").int("Please enter a whole number").min(0).max(MOST_DRAWN);

/** Which check, and which part of it; the whole check without an aspect. */
const about = { checkId: z.string().max(80), aspect: z.string().max(80).optional() };

const exception = z.strictObject({ number, found: longText(2_000, "Please say what you found") });

const test = z.strictObject({
  id,
  checkId: z.string(),
  check: z.string(),
  /** The part that was tested, and its title; null for the whole check. */
  aspect: z.string().nullable(),
  part: z.string().nullable(),
  procedure: z.string(),
  procedureAdded: z.string(),
  population: z.strictObject({
    source: z.string(),
    size: z.number().int(),
    /** Null where the items are numbered from 1. */
    exhibits: z.array(exhibitNumber).nullable(),
  }),
  sample: z.strictObject({
    seed: z.string(),
    numbers: z.array(number),
    /** How many samples were drawn for the test, of which this is one; null where nothing was drawn, and for tests of before. */
    draws: z.number().int().nullable(),
  }),
  passed: z.array(number),
  exceptions: z.array(z.strictObject({ number, found: z.string() })),
  conclusion: z.enum(conclusions),
  note: z.string(),
  /** The id is null where the reader may not see the item. */
  exhibits: z.array(z.strictObject({ exhibit: exhibitNumber, id: id.nullable(), name: z.string() })),
  testedBy: z.string(),
  testedAt: instant,
  /** Until when it counts, by the control's cadence. */
  validUntil: instant,
  /** Of the tests of the same check or part, only the newest can be `current`. */
  state: z.enum(["current", "expired", "superseded", "withdrawn"]),
  withdrawn: z.strictObject({ by: z.string(), at: instant, reason: z.string() }).nullable(),
  /** Whether the caller may withdraw it. */
  withdrawable: z.boolean(),
});

const path = "/companies/{companyId}/controls/{controlId}/tests";

export const manualTests = {
  list: query({
    access: "controls.read",
    path,
    summary: "People's tests of a control's checks, newest first, up to 100",
    input: ofControl,
    output: z.strictObject({
      tests: z.array(test),
      /** Whether there are older ones. */
      cut: z.boolean(),
    }),
    fails: ["not-found"],
  }),
  draw: change({
    access: "controls.test",
    path: `${path}/sample`,
    summary: "Draw a sample for a test, by a seed of the server's; each draw is recorded, and anyone can draw it again",
    records: "control.sampled",
    perMinute: 60,
    input: ofControl.extend({ ...about, population, size: sampleSize }),
    output: z.strictObject({ seed: z.string(), numbers: z.array(number) }),
    fails: ["not-found", "test-exhibits"],
  }),
  record: change({
    access: "controls.test",
    path,
    summary: "Sign a test of a check, or of one part of it; it takes the place of the test before it",
    records: "control.tested",
    perMinute: 60,
    input: ofControl.extend({
      ...about,
      /** What was done besides the check's own procedure. */
      procedureAdded: longText(4_000).default(""),
      populationSource: longText(500, "Please say where the population comes from"),
      population,
      seed,
      size: sampleSize,
      /** Drawn numbers that are as expected. */
      passed: z.array(number).max(MOST_DRAWN),
      exceptions: z.array(exception).max(MOST_DRAWN),
      conclusion: z.enum(conclusions, "Please choose a conclusion"),
      note: longText(2_000).default(""),
      exhibits: z
        .array(exhibitNumber)
        .min(1, "Name at least 1 exhibit, so that somebody else can repeat the test")
        .max(100),
    }),
    output: test,
    fails: [
      "not-found",
      "test-not-drawn",
      "test-sample-empty",
      "test-item-unknown",
      "test-item-twice",
      "test-exceptions-open",
      "test-nothing-tested",
      "test-items-open",
      "test-without-exception",
      "test-without-reason",
      "test-exhibits",
      "test-exhibit-elsewhere",
    ],
  }),
  withdraw: change({
    access: "controls.test",
    path: `${path}/{testId}/withdrawal`,
    summary: "Withdraw a test with a reason: your own, or any as an owner or admin. No older test takes its place",
    records: "control.testWithdrawn",
    input: ofControl.extend({ testId: id, reason: longText(1_000, "Please give a reason") }),
    output: test,
    fails: ["not-found"],
  }),
};
