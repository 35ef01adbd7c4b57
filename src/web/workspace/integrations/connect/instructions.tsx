import { CopyButton } from "#web/design/copy-button.tsx";
import { instructionParts } from "./instruction-text.ts";

/** What to do at the vendor, step by step; what has to be entered there can be copied. */
export function Instructions({ steps }: { steps: readonly string[] }) {
  if (steps.length === 0) return null;
  return (
    <ol className="instructions" aria-label="Before you connect">
      {steps.map((step, index) => (
        <li key={step}>
          <span aria-hidden="true">{index + 1}</span>
          <div>
            <Step step={step} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function Step({ step }: { step: string }) {
  return instructionParts(step).map(({ kind, text, path }, index) => {
    if (kind === "copy")
      return (
        <span key={index} className="copied-value">
          <code tabIndex={0}>{text}</code>
          <CopyButton text={text} name={`Copy ${text.length > 60 ? "this value" : text}`} />
        </span>
      );
    if (kind === "download")
      return (
        <a key={index} className="link" href={path} download>
          {text}
        </a>
      );
    if (kind === "link")
      return (
        <a key={index} className="link breaks" href={text} target="_blank" rel="noreferrer">
          {text}
        </a>
      );
    return <span key={index}>{text}</span>;
  });
}
