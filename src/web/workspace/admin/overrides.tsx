import { Button } from "#web/design/button.tsx";
import { useOverride } from "./flags.ts";
import type { Flag } from "./flags.ts";

/** The companies that have a flag otherwise than the installation. */
export function Overrides({ flag }: { flag: Flag }) {
  const override = useOverride();
  if (flag.overrides.length === 0) return null;
  return (
    <ul className="overrides" aria-label={`Companies with their own ${flag.key}`}>
      {flag.overrides.map(({ companyId, company, enabled }) => (
        <li key={companyId}>
          <span className="narrows">
            <b className="strong">{company}</b> has it {enabled ? "on" : "off"}
          </span>
          <Button
            size="small"
            kind="quiet"
            aria-label={`Use default: ${flag.key} for ${company}`}
            onClick={({ currentTarget }) => {
              // This line goes; the flag above it is what a keyboard goes on from.
              const above = currentTarget.closest(".flags > li")?.querySelector<HTMLElement>(".flag .button");
              void override({ key: flag.key, companyId, company, enabled: null }).then(
                (done) => done && above?.focus(),
              );
            }}
          >
            {" "}
            Use default
          </Button>
        </li>
      ))}
    </ul>
  );
}
