import type { Promised } from "#catalog/promises.ts";
import { Mark } from "#web/design/mark.tsx";

/** One promise in the register. */
export function PromiseEntry({ promise, number }: { promise: Promised; number: number }) {
  const { sentence, does, status, tests } = promise;
  return (
    <li className="promise" id={`promise-${number}`}>
      <span className="promise-number" aria-hidden="true">
        {number}
      </span>
      <div className="promise-said">
        <h2>{sentence}</h2>
        <Mark finding={status === "kept" ? "passing" : "needs evidence"}>{status === "kept" ? "Kept" : "Coming"}</Mark>
      </div>
      <div>
        <p>{does}</p>
        {tests.length > 0 && (
          <dl className="promise-tests">
            {tests.map(({ file, title }) => (
              <div key={title}>
                <dt>{title.replace("%s", "(each)")}</dt>
                <dd>{file}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </li>
  );
}
