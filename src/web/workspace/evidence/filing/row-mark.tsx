import { Lock } from "lucide-react";
import type { Finding } from "#web/design/glyph.tsx";
import { Glyph } from "#web/design/glyph.tsx";
import { Icon } from "#web/design/icon.tsx";
import { byteSize } from "#web/design/sizes.ts";
import type { FilingRow, RowState } from "./filing-row.ts";

const words: Readonly<
  Record<Exclude<RowState["kind"], "sending" | "privileged">, readonly [Finding | undefined, string]>
> = {
  ready: ["passing", "Ready"],
  reading: [undefined, "Reading"],
  broken: ["unknown", "Offline"],
  choose: ["needs evidence", "Choose"],
  duplicate: ["unknown", "Duplicate"],
  expired: ["unknown", "Expired"],
  confirm: ["unknown", "Confirm"],
  refused: ["failing", "Too large"],
  failed: ["failing", "Not added"],
};

/** How a row stands, in shape and word. Ready is no finding: nothing has been reviewed, so it wears no green. */
export function RowMark({ row, state }: { row: FilingRow; state: RowState }) {
  if (state.kind === "reading" && row.sent > 0 && row.file.size > 0)
    return (
      <span className="filing-sending">
        {byteSize(row.sent)}
        <progress className="work-bar" aria-label={`Reading ${row.file.name}`} value={row.sent} max={row.file.size} />
      </span>
    );
  if (state.kind === "sending") {
    // What the server read is here already.
    const isSealing = row.upload !== undefined || row.sent >= row.file.size;
    return (
      <span className="filing-sending">
        {isSealing ? "Sealing" : `${byteSize(row.sent)}`}
        <progress className="work-bar" aria-label={`Uploading ${row.file.name}`} value={row.sent} max={row.file.size} />
      </span>
    );
  }
  if (state.kind === "privileged")
    return (
      <span className="filing-mark">
        <Icon of={Lock} size={13} />
        Privileged?
      </span>
    );
  const [finding, word] = words[state.kind];
  return (
    <span className="filing-mark" data-mark={state.kind}>
      {finding && <Glyph of={finding} />}
      {state.kind === "refused" && row.file.size === 0 ? "Empty" : word}
    </span>
  );
}
