import { maxSuggestedBytes } from "#contract/filing-suggestions.ts";
import { callFunction } from "../db/functions.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fairLanes } from "../reading/fair-lanes.ts";
import type { ReportReaders } from "../reading/report-readers.ts";
import { wholeBody } from "../reading/whole-body.ts";
import { openUpload } from "../uploads/uploads.ts";
import type { UploadDeps } from "../uploads/uploads.ts";

interface Deps extends UploadDeps {
  readonly readers: ReportReaders;
  /** How long a file may take to arrive, in milliseconds: others wait for its place. */
  readonly bodyMs?: number;
}

/** Files that are held in memory until a reader has a turn for them: 64 MB at most, and half of that for one company. */
const held = { atOnce: 8, perLane: 4, waitingPerLane: 50 };

/** Suggests what a file may be filed as. A reader apart from everything else reads it; nothing of it is kept. */
export function suggestFiling(deps: Deps): HandlersOf<"evidence">["suggestFiling"] {
  const { readers, now, bodyMs = 20_000 } = deps;
  const inTurn = fairLanes(held);
  return async ({ input: { name, fileName, folder, upload }, within, caller, body, request }) => {
    const isOn = await within((tx) => callFunction(tx, "app.has_feature", ["ai-evidence"]));
    if (!isOn) return { document: null, by: null, controls: [], type: null, date: null, privileged: false };
    const today = now().toISOString().slice(0, 10);
    const read = async () => {
      const sent = upload === undefined ? body : await within((tx) => openUpload(deps, tx, caller.companyId, upload));
      const bytes = await wholeBody(sent.bytes, { most: maxSuggestedBytes, failure: "file-too-large", ms: bodyMs });
      const said = await readers.suggest(caller.companyId, { name, fileName, folder, today }, bytes);
      return { ...said, controls: [...said.controls] };
    };
    return await inTurn(caller.companyId, read, request.signal);
  };
}
