import { Button } from "#web/design/button.tsx";
import type { LinkMethod } from "../connection.ts";

interface WaysProps {
  methods: readonly LinkMethod[];
  chosen: LinkMethod;
  onChoose: (method: LinkMethod) => void;
}

/** The other ways to connect, folded: the preferred one is the first. */
export function OtherWays({ methods, chosen, onChoose }: WaysProps) {
  const others = methods.filter(({ id }) => id !== chosen.id);
  if (others.length === 0) return null;
  return (
    <details className="more" key={chosen.id}>
      <summary>Other ways to connect ({others.length})</summary>
      <ul className="lines">
        {others.map((method) => (
          <li key={method.id} className="way-head">
            <div className="narrows">
              <b className="strong">{method.title}</b>
              {method.id === methods[0]?.id && <span className="faint"> (recommended)</span>}
              <p className="quiet">{method.explanation}</p>
            </div>
            <Button size="small" aria-label={`Choose: ${method.title}`} onClick={() => onChoose(method)}>
              Choose
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
