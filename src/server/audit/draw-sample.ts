import { createHash, randomBytes, randomUUID } from "node:crypto";
import { findControl } from "#catalog/index.ts";
import { drawSample } from "#domain/sample.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import { callDefiner } from "./call-definer.ts";

interface Deps {
  readonly now: () => Date;
}

const sha256 = (text: Uint8Array) => createHash("sha256").update(text).digest();

/** Draws a sample of what was filed for a control, which anybody can draw again from its seed. Refuses `nothing-to-sample`. */
export function drawAuditSample({ now }: Deps): HandlersOf<"audit">["sample"] {
  return async ({ input: { projectId, control, from, to, size, seed = randomBytes(8).toString("hex") }, tx }) => {
    if (!findControl(control)) return fail("not-found");
    const population = await callDefiner(tx, "app.sample_population", [projectId, control, from, to]);
    if (population.length === 0) return fail("nothing-to-sample");
    const numbers = drawSample(sha256, { seed, population, size });
    const id = randomUUID();
    const drawn = [id, projectId, control, from, to, seed, population.length, numbers, now()] as const;
    await callDefiner(tx, "app.keep_sample", [...drawn]);
    const details = { control, project: projectId, seed, size: numbers.length, population: population.length };
    return { answer: { id }, entry: { subject: id, details } };
  };
}
