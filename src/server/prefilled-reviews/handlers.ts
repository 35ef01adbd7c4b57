import { randomUUID } from "node:crypto";
import { prefilledReviews } from "#catalog/prefilled-reviews.ts";
import { findRegister } from "#catalog/registers/index.ts";
import { maxReviewLines } from "#contract/prefilled-reviews.ts";
import { recordProblems } from "#domain/registers/whole-record.ts";
import { seenWords, unreadWords } from "#domain/reviews/seen-lines.ts";
import { AppError, fail } from "../app-error.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { checkLinks } from "../registers/check-links.ts";
import { newSalt, recordDetails } from "../registers/ledger-lines.ts";
import { presentRecord } from "../registers/record-rows.ts";
import { openRegister } from "../registers/rights.ts";
import { insertMany } from "../registers/write-many.ts";
import { readLines } from "./read-lines.ts";
import type { Line } from "./read-lines.ts";

interface Deps {
  readonly now: () => Date;
}

/** Periodic reviews that open with what connectors saw; each becomes a record of Tests that another person approves. */
export function prefilledReviewHandlers({ now }: Deps): HandlersOf<"prefilledReviews"> {
  return {
    get: async ({ input: { review }, caller, tx }) => {
      openRegister("tests", caller);
      const { label, about } = prefilledReviews[review];
      const lines = await readLines(tx, caller.companyId, review, now());
      return {
        label,
        about,
        lines: lines.map(({ read, ...line }) => ({ ...line, read: read && { ...read, at: read.at.toISOString() } })),
      };
    },
    conclude: async ({ input, caller, tx }) => {
      const register = openRegister("tests", caller, "write");
      const { fields: said } = input;
      const at = now();
      const lines = await readLines(tx, caller.companyId, input.review, at);
      const asked = new Set(input.lines);
      const chosen = lines.filter(({ key }) => asked.has(key));
      if (chosen.length < asked.size) return fail("review-line-gone");
      const read = chosen.map((line) => ({ ...line, read: line.read ?? refuseUnread(line) }));
      const day = at.toISOString().slice(0, 10);
      const { label } = prefilledReviews[input.review];
      const exhibits = [...new Set(read.map((line) => line.read.exhibit))];
      // Whoever reads the record learns what nobody looked at.
      const left = lines.filter(({ key }) => !asked.has(key)).map(unreadWords);
      const fields = {
        title: `Review of ${label.toLowerCase()}, ${day}`,
        kind: "review",
        reviewOf: input.review,
        doneOn: day,
        by: "inside",
        testerIds: [...new Set(said.reviewerIds)],
        exhibits,
        seen: read.map(seenWords),
        ...(left.length > 0 && { notRead: left.slice(0, maxReviewLines) }),
        conclusion: said.conclusion,
        ...(said.findings.length > 0 && { findings: said.findings }),
      };
      const [problem] = recordProblems(register, fields, at).values();
      if (problem !== undefined) throw new AppError("record-rules", { message: problem });
      await checkLinks(tx, caller.companyId, register, fields);
      const id = randomUUID();
      const salt = newSalt();
      await insertMany(tx, { ...caller, register, batchId: null, at }, [{ id, before: {}, after: fields, salt }]);
      const answer = await presentRecord(tx, findRegister("tests")!, id, caller, at);
      const { number, version } = answer;
      return {
        answer,
        entry: { subject: id, details: recordDetails(register, { number, version, salt }, {}, fields) },
      };
    },
  };
}

/** Refuses a line that nothing was read for, by its name. */
function refuseUnread({ part, system }: Line): never {
  throw new AppError("review-unread", {
    message: `You can't conclude on what was not read: ${part} in ${system}. Leave it out, or connect the system and collect again.`,
  });
}
