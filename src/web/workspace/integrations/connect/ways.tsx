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
          <li key={method.id} className="flex items-start justify-between gap-4">
            <div className="min-w-0">
              <b className="font-semibold">{method.title}</b>
              {method.id === methods[0]?.id && <span className="text-ink-3"> (recommended)</span>}
              <p className="text-ink-2">{method.explanation}</p>
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
