import { useSample } from "./sample-check.tsx";
import { sampleExhibit } from "./sample-exhibit.gen.ts";

interface Line {
  readonly text: string;
  /** Place of its first byte in the file. */
  readonly begins: number;
}

function linesOf(artifact: string): readonly Line[] {
  const texts = artifact.trimEnd().split("\n");
  return texts.map((text, index) => ({ text, begins: texts.slice(0, index).join("\n").length + (index > 0 ? 1 : 0) }));
}

/** The sample's file, line by line; a byte that was changed is marked. */
export function SampleFile() {
  const { artifact, changedAt } = useSample();
  return (
    <div className="sample-file" role="group" aria-label={`File ${sampleExhibit.item.fileName}`}>
      {linesOf(artifact).map(({ text, begins }) => {
        const at = changedAt === undefined ? -1 : changedAt - begins;
        const inside = at >= 0 && at < text.length;
        return (
          <div key={begins} data-changed={inside || undefined}>
            <code>
              {inside ? text.slice(0, at) : text}
              {inside && <mark>{text[at]}</mark>}
              {inside && text.slice(at + 1)}
            </code>
          </div>
        );
      })}
    </div>
  );
}
