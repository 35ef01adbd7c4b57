import { useQuery } from "@tanstack/react-query";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { byteSize } from "#web/design/sizes.ts";
import { inLines, rowsOf, shownOfText } from "./preview-kind.ts";

/** More lines than this make the page slow and nobody reads them here. */
const MOST_LINES = 2_000;
const MOST_ROWS = 200;

interface TextPreviewProps {
  bytes: Blob;
  kind: "text" | "json" | "csv";
  /** Of the whole file, in bytes. */
  size: number;
}

/** The beginning of a text with numbered lines in the margin, or of a table with its rows. */
export function TextPreview({ bytes, kind, size }: TextPreviewProps) {
  const { data: text } = useQuery({
    queryKey: ["preview-text", bytes.size, size, kind],
    queryFn: () => bytes.text(),
    staleTime: 0,
    gcTime: 0,
  });
  if (text === undefined) return <SkeletonLines lines={6} />;
  return (
    <>
      {kind === "csv" ? <Table text={text} /> : <Lines text={kind === "json" ? inLines(text) : text} />}
      {size > shownOfText && (
        <p className="above-8 fine faint">
          Showing the first {byteSize(shownOfText)} of {byteSize(size)}.
        </p>
      )}
    </>
  );
}

function Lines({ text }: { text: string }) {
  const all = text.split(/\r\n|\r|\n/);
  const lines = all.slice(0, MOST_LINES);
  return (
    <>
      <div className="preview preview-lines" role="group" aria-label="Preview of the file" tabIndex={0}>
        <pre aria-hidden="true">{lines.map((_, at) => at + 1).join("\n")}</pre>
        <pre>{lines.join("\n")}</pre>
      </div>
      {all.length > MOST_LINES && (
        <p className="above-8 fine faint">Showing the first {MOST_LINES.toLocaleString("en-US")} lines.</p>
      )}
    </>
  );
}

function Table({ text }: { text: string }) {
  const [head = [], ...rows] = rowsOf(text, MOST_ROWS + 1);
  return (
    <>
      <div className="preview preview-table" role="group" aria-label="Preview of the file" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">No.</th>
              {head.map((cell, at) => (
                <th key={at} scope="col">
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, number) => (
              <tr key={number}>
                <td>{number + 1}</td>
                {row.map((cell, at) => (
                  <td key={at}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length === MOST_ROWS && <p className="above-8 fine faint">Showing the first {MOST_ROWS} rows.</p>}
    </>
  );
}
