import { Mark } from "#web/design/mark.tsx";
import type { Connection } from "./connection.ts";
import { count } from "./connection.ts";

/** How the checks of an account stand: what fails and what is not known, or that all pass. */
export function OutcomeCounts({ outcomes: { pass, fail, unknown, notApplicable } }: Pick<Connection, "outcomes">) {
  if (pass + fail + unknown + notApplicable === 0) return null;
  return (
    <p className="outcome-counts">
      {fail > 0 && (
        <Mark finding="failing" size="small">
          {count(fail, "check")} failing
        </Mark>
      )}
      {unknown > 0 && (
        <Mark finding="unknown" size="small">
          {fail > 0 ? unknown.toLocaleString("en-US") : count(unknown, "check")} unknown
        </Mark>
      )}
      {pass > 0 && (
        <Mark finding="passing" size="small">
          {fail + unknown > 0 ? pass.toLocaleString("en-US") : count(pass, "check")} passing
        </Mark>
      )}
    </p>
  );
}
