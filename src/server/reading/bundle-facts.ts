import * as z from "zod";
import { frameworks } from "#catalog/frameworks.ts";
import type { BundleSource } from "#domain/bundle/bundle-source.ts";

/** What a bundle says of itself, in short. */
export interface BundleFacts {
  /** The days that its evidence is of, as 2026-01-31; the first is undefined where it holds all there is. */
  readonly from?: string;
  readonly to?: string;
  /** Frameworks and controls, in words. */
  readonly covers?: string;
  readonly items: number;
  /** Ledger, entries and root. */
  readonly checkpoint: string;
  /** The key that it is signed with. */
  readonly key: string;
}

/** More than a list of 22 controls ever takes. */
const MOST_BYTES = 32 * 2 ** 20;
const day = /^\d{4}-\d{2}-\d{2}T/;
const oscal = z.object({
  "assessment-results": z.object({
    results: z.tuple([z.object({ start: z.string().regex(day), end: z.string().regex(day) })]),
  }),
});
const controls = z.array(z.object({ status: z.string(), requirements: z.record(z.string(), z.unknown()) })).max(1_000);

/** Reads days, frameworks and counts from the lists of a bundle that was verified; what it does not say is left out. */
export async function bundleFacts(source: BundleSource, inFolder: string | undefined) {
  const read = async (path: string): Promise<unknown> => {
    try {
      return JSON.parse(await textOf(source, inFolder === undefined ? path : `${inFolder}/${path}`));
    } catch {
      return undefined;
    }
  };
  const results = oscal.safeParse(await read("oscal/assessment-results.json"));
  const listed = controls.safeParse(await read("controls.json"));
  const [result] = results.success ? results.data["assessment-results"].results : [];
  const [from, to] = [result?.start.slice(0, 10), result?.end.slice(0, 10)];
  return {
    // Without a first day both are the moment of the report.
    ...(from !== undefined && from !== to && { from }),
    ...(to !== undefined && { to }),
    ...(listed.success && { covers: wordControls(listed.data) }),
  };
}

function wordControls(all: z.infer<typeof controls>): string {
  const passing = all.filter(({ status }) => status === "passing").length;
  const keys = new Set(all.flatMap(({ requirements }) => Object.keys(requirements)));
  const names = frameworks.filter(({ key }) => keys.has(key)).map(({ name }) => name);
  return `${passing} of ${all.length} controls pass; ${names.length === 0 ? "no framework" : names.join(", ")}`.slice(
    0,
    300,
  );
}

async function textOf(source: BundleSource, path: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source.read(path)) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new RangeError("a list of a bundle is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
