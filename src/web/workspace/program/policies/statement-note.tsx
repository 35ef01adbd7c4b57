import { Link } from "react-router";
import { longDate } from "#web/design/dates.ts";
import { Mark } from "#web/design/mark.tsx";
import { spokenNumber, withSpokenNumbers } from "../../exhibit-numbers.ts";
import type { BoundStatement } from "./policies.ts";

const words = {
  kept: ["passing", "Kept"],
  contradicted: ["failing", "Contradicted"],
  unknown: ["needs evidence", "Not decided"],
  "not measured": ["needs evidence", "Not measured"],
} as const;

/** The mark above says that nothing is decided; what is left of the sentence says why. */
function noted(reason: string): string {
  const why = withSpokenNumbers(reason.replace(/^not decided: /i, ""));
  return why.charAt(0).toUpperCase() + why.slice(1);
}

interface StatementNoteProps {
  /** The check that the statement is bound to; null where it is bound to none. */
  check: string | null;
  /** What checks say of a text; undefined while that is asked. */
  statements: readonly BoundStatement[] | undefined;
}

/** What the evidence says of a statement, beside it. Nothing while that is asked. */
export function StatementNote({ check, statements }: StatementNoteProps) {
  if (check === null) return <Mark finding="not applicable">Not checked</Mark>;
  const found = statements?.find((statement) => statement.check === check);
  if (!found) return null;
  const [finding, word] = words[found.state];
  return (
    <>
      <Mark finding={finding}>{word}</Mark>
      <p className="fine">
        {noted(found.reason)}{" "}
        {found.state === "contradicted" && found.observedAt !== null && `Seen ${longDate(found.observedAt)}. `}
        <Link className="link" to={`/dashboard/controls/${found.controlId}`}>
          {found.exhibit ? spokenNumber(found.exhibit) : found.title}
        </Link>
      </p>
      {found.state === "contradicted" && (
        <p className="fine">
          Approving this promise asks for an action about {found.controlId} with an owner and a due date.{" "}
          <Link className="link" to="/dashboard/program/actions?do=new">
            Add action
          </Link>
        </p>
      )}
    </>
  );
}
