import { Link } from "react-router";
import { PanelSection } from "#web/design/side-panel.tsx";
import { addressOfRegister } from "./registers.ts";
import type { RecordDetails } from "./registers.ts";

/** The records that lead to this one, by their register: a vendor's assurances and contracts, a person's devices. */
export function LinkedFrom({ of: { linkedFrom } }: { of: Pick<RecordDetails, "linkedFrom"> }) {
  const { records, more } = linkedFrom;
  if (records.length === 0) return null;
  const labels = [...new Set(records.map(({ label }) => label))];
  return (
    <PanelSection title="Linked from">
      <dl className="record-fields">
        {labels.map((label) => (
          <div key={label}>
            <dt>{label}</dt>
            {records
              .filter((own) => own.label === label)
              .map(({ register, recordId, number, title, field, state }) => (
                <dd key={`${recordId} ${field}`} className="wraps">
                  <Link to={`${addressOfRegister(register)}?record=${recordId}`}>
                    <span className="mono">{number}</span> {title}
                  </Link>{" "}
                  <span className="fine quiet">
                    {field}
                    {state === "ended" ? ", ended" : state === "waiting" ? ", waiting for approval" : ""}
                  </span>
                </dd>
              ))}
          </div>
        ))}
      </dl>
      {more > 0 && <p className="fine quiet">And {more.toLocaleString("en-US")} more.</p>}
    </PanelSection>
  );
}
