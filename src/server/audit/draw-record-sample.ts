import { createHash, randomBytes, randomUUID } from "node:crypto";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { drawSample } from "#domain/sample.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { AppError } from "../app-error.ts";
import { callDefiner } from "./call-definer.ts";
import { openSealed } from "./sealed-exhibit.ts";

interface Deps {
  readonly now: () => Date;
}

const NOTHING = "This register has no such records in this exhibit.";
const sha256 = (text: Uint8Array) => createHash("sha256").update(text).digest();

/**
 * Draws a sample of the records of a register, as an exhibit has them, which anybody who has the exhibit can draw again from its seed.
 * Refuses `nothing-to-sample`.
 */
export function drawRecordSample({ now }: Deps): HandlersOf<"audit">["sampleRecords"] {
  return async ({ input, tx }) => {
    const { projectId, evidenceId, state, size, seed = randomBytes(8).toString("hex") } = input;
    const register = openSealed(input.register);
    const asked = [projectId, evidenceId, register.key, state] as const;
    const rows = await callDefiner(tx, "app.record_population", [...asked]);
    if (rows.length === 0) throw new AppError("nothing-to-sample", { message: NOTHING });
    const numbers = drawSample(sha256, { seed, population: rows.map(({ number }) => number), size });
    const id = randomUUID();
    await callDefiner(tx, "app.keep_record_sample", [id, ...asked, seed, rows.length, numbers, now()]);
    const details = {
      register: register.label,
      exhibit: formatExhibitNumber(rows[0]!.exhibit),
      project: projectId,
      state,
      seed,
      size: numbers.length,
      population: rows.length,
    };
    return { answer: { id }, entry: { subject: id, details } };
  };
}
