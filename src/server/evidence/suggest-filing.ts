import { maxSuggestedBytes } from "#contract/filing-suggestions.ts";
import { callFunction } from "../db/functions.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import { fairLanes } from "../reading/fair-lanes.ts";
import type { ReportReaders } from "../reading/report-readers.ts";

interface Deps {
  readonly readers: ReportReaders;
  readonly now: () => Date;
}

/** Files that are held in memory until a reader has a turn for them: 64 MB at most, and half of that for one company. */
const held = { atOnce: 8, perLane: 4, waitingPerLane: 50 };

/** Suggests what a file may be filed as. A reader apart from everything else reads it; nothing of it is kept. */
export function suggestFiling({ readers, now }: Deps): HandlersOf<"evidence">["suggestFiling"] {
  const inTurn = fairLanes(held);
  return async ({ input: { name, fileName, folder }, within, caller, body }) => {
    const isOn = await within((tx) => callFunction(tx, "app.has_feature", ["ai-evidence"]));
    if (!isOn) return { document: null, by: null, controls: [], type: null, date: null, privileged: false };
    const today = now().toISOString().slice(0, 10);
    return await inTurn(caller.companyId, async () => {
      const bytes = await wholeOf(body.bytes);
      const said = await readers.suggest(caller.companyId, { name, fileName, folder, today }, bytes);
      return { ...said, controls: [...said.controls] };
    });
  };
}

async function wholeOf(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxSuggestedBytes) fail("file-too-large");
    all.push(chunk);
  }
  return Buffer.concat(all);
}
