import type { Checkpoint, EvidenceItem, StepContext } from "../connector.ts";
import { RequestFailed } from "../http.ts";
import { textOf } from "../json-fields.ts";
import type { Data, Kind } from "./kinds.ts";
import { knowsRegion } from "./partitions.ts";
import { RegionClosed } from "./refusal.ts";

/** A region as the subject of an item. */
export function regionSubject(region: string) {
  return { type: "region", id: region, label: region };
}

/** Regions with something in them, in the order of AWS; one that could not be looked at counts as in use. */
export function regionsInUse(context: StepContext): string[] {
  return context.items("aws.region_use").flatMap((item) => {
    if (item.gap !== undefined) return [item.subject.id];
    const { closed, found } = item.data as Data<"aws.region_use">;
    return !closed && found.length > 0 ? [item.subject.id] : [];
  });
}

/**
 * Reads one region after the other, with a checkpoint behind each. A region that refuses becomes an item with a gap; when
 * every one refuses, it is the step that failed. Pages without end, and credentials that are refused, end the step at once.
 */
export async function* inEach(
  context: StepContext,
  kind: Kind,
  regions: readonly string[],
  read: (region: string) => AsyncIterable<EvidenceItem>,
): AsyncGenerator<EvidenceItem | Checkpoint> {
  const at = regions.indexOf(textOf(context.cursor));
  const rest = regions.slice(at + 1);
  const refusals: RequestFailed[] = [];
  for (const region of rest) {
    try {
      if (!knowsRegion(context.typed, region))
        throw new RequestFailed("unavailable", `${region} is a region that this version of Exhibit does not know`);
      yield* read(region);
    } catch (error) {
      if (!(error instanceof RequestFailed) || error.kind === "truncated") throw error;
      refusals.push(error);
      yield gapItem(context, kind, region, error);
    }
    yield { checkpoint: region };
  }
  const [first] = refusals;
  // Where all say the same, the reason is the step's: its report then names the permission.
  if (first && refusals.length === regions.length) throw first;
}

/** The item of a region that could not be read. */
export function gapItem(context: StepContext, kind: Kind, region: string, error: RequestFailed): EvidenceItem {
  const needs =
    error.missing.length > 0 && !(error instanceof RegionClosed) ? `, needs ${error.missing.join(", ")}` : "";
  return {
    kind,
    subject: regionSubject(region),
    data: null,
    observedAt: context.now().toISOString(),
    gap: `${error.message}${needs}`,
  };
}
