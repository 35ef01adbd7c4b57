import { Link } from "react-router";
import { Mark } from "#web/design/mark.tsx";
import type { Finding } from "#web/design/glyph.tsx";
import { addressOfRegister, nextOf } from "./registers.ts";
import type { RecordDetails, Register } from "./registers.ts";

type Kind = NonNullable<RecordDetails["next"]>["kind"] | "confirm";
const findings: Readonly<Record<Kind, Finding>> = {
  evidence: "failing",
  approve: "unknown",
  missing: "failing",
  late: "failing",
  soon: "needs evidence",
  due: "sealed",
  confirm: "needs evidence",
};

/** What a record waits for next: its own file, approval or day; where that is nothing, what its register waits for. */
export function RecordNext({ register, record }: { register: Register; record: RecordDetails }) {
  const ofRegister = nextOf(register);
  const isConfirmed = ofRegister.kind !== "confirm" || record.state !== "open";
  const own = record.next;
  // That it waits for approval stands above, with the button.
  if (own?.kind === "approve" || (own === null && isConfirmed)) return null;
  const isOwn = own !== null && (own.kind !== "due" || isConfirmed);
  const kind = isOwn ? own.kind : "confirm";
  return (
    <p className="record-next" role="note" aria-label="Next">
      <Mark finding={findings[kind]}>{isOwn ? own.words : `${ofRegister.words}.`}</Mark>
      {!isOwn && register.may.confirm && (
        <Link className="link" to={`${addressOfRegister(register.key)}?do=confirm`}>
          Confirm complete
        </Link>
      )}
    </p>
  );
}
