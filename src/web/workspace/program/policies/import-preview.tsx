import type * as z from "zod";
import type { contract } from "#web/contract.ts";
import { Mark } from "#web/design/mark.tsx";
import { PolicyText } from "./policy-text.tsx";

export type ReadDocument = z.output<typeof contract.policies.readFile.output>;

/** What a document comes to: its text as people will read it, and what was left out. */
export function ImportPreview({ name, document }: { name: string; document: ReadDocument }) {
  const { text, lost } = document;
  const words = text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length;
  return (
    <div className="stack" aria-live="polite">
      <p className="apart compact">
        <span className="wraps">{name}</span>
        <Mark finding={lost.length > 0 ? "needs evidence" : "sealed"}>
          {`${words.toLocaleString("en-US")} ${words === 1 ? "word" : "words"}`}
        </Mark>
      </p>
      {lost.length > 0 && (
        <section aria-label="Not carried over">
          <p className="strong compact">Not carried over</p>
          <ul className="policy-lost compact">
            {lost.map(({ what, message }) => (
              <li key={what}>{message}</li>
            ))}
          </ul>
        </section>
      )}
      <div className="policy-preview" role="region" aria-label="Preview of the text" tabIndex={0}>
        <PolicyText text={text} />
      </div>
    </div>
  );
}
