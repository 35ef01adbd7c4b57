import { useQuery } from "@tanstack/react-query";
import type { Command } from "prosemirror-state";
import { promisedSentences } from "#domain/policies/statements.ts";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { useWorkspace } from "../../../company-context.tsx";
import { putPromise } from "./commands.ts";

interface OfferedPromisesProps {
  versionId: string;
  /** The Markdown as it stands in the editor. */
  text: string;
  run: (command: Command) => void;
}

/** What the library would promise beyond the text, each to be put in where it belongs. Nothing where there is none. */
export function OfferedPromises({ versionId, text, run }: OfferedPromisesProps) {
  const { company } = useWorkspace();
  const offered = useQuery(
    api.policies.promises.queryOptions({ input: { companyId: company.id, versionId }, staleTime: Infinity }),
  );
  const promised = promisedSentences(text);
  const left = offered.data?.filter((promise) => !promised.has(promise.text)) ?? [];
  if (left.length === 0) return null;
  return (
    <details className="policy-offered">
      <summary>
        {left.length === 1 ? "1 promise of the library is" : `${left.length} promises of the library are`} not in this
        text
      </summary>
      <p className="compact quiet">Put in what is so today.</p>
      <ul aria-label="Promises not in this text">
        {left.map((promise) => (
          <li key={promise.text}>
            <span>
              {promise.text}
              <span className="own-line fine faint">
                {promise.question}
                {promise.check && ` Decided by “${promise.check.title}”.`}
              </span>
            </span>
            <Button size="small" aria-label={`Put in: ${promise.text}`} onClick={() => run(putPromise(promise))}>
              Put In
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
