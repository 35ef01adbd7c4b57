import { Pencil, ShieldCheck, Undo2 } from "lucide-react";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { Button } from "#web/design/button.tsx";
import { exactTime, longDate, timeOfDay } from "#web/design/dates.ts";
import { ExhibitLabel } from "#web/design/exhibit-label.tsx";
import { VisuallyHidden } from "#web/design/visually-hidden.tsx";
import { columns, sampleRow } from "./crosswalk.gen.ts";
import { useSample } from "./sample-check.tsx";
import { sampleExhibit } from "./sample-exhibit.gen.ts";
import { SampleFile } from "./sample-file.tsx";
import { SampleSteps } from "./sample-steps.tsx";

const { item, number, filedAt, index, size } = sampleExhibit;

/** The sample exhibit as a sheet with its index tabs: what it says, where it stands, and a check of both. */
export function SampleSheet() {
  return (
    <figure className="sample" aria-label={`Sample exhibit ${formatExhibitNumber(number)}`}>
      <div className="sample-behind" aria-hidden="true" />
      <ul className="sample-tabs" aria-label="Frameworks it is filed under">
        {columns.map(({ key, name }, at) => (
          <li key={key} data-front={at === 0 || undefined}>
            <span>{name}</span>
            <VisuallyHidden>, {sampleRow.leads[at]}</VisuallyHidden>
          </li>
        ))}
      </ul>
      <div className="sample-paper">
        <div className="sample-head">
          <ExhibitLabel number={String(number).padStart(3, "0")} foot={sampleRow.leads[0]} />
          <div>
            <p className="sample-title">{item.name}</p>
            <p className="quiet">
              Control {item.controls[0]}, {sampleRow.title}
            </p>
            <p className="sample-mark">Sample</p>
          </div>
        </div>
        <dl className="sample-facts">
          <dt>Collected</dt>
          <dd>{exactTime(item.collectedAt)}</dd>
          <dt>Sealed</dt>
          <dd>
            {timeOfDay(filedAt)} UTC, leaf {index} of {size}
          </dd>
          <dt>SHA-256</dt>
          <dd className="sample-hash">
            {item.sha256.match(/.{8}/g)?.map((group) => (
              <span key={group}>{group} </span>
            ))}
          </dd>
        </dl>
        <SampleFile />
        <SampleSteps />
        <SampleActions />
      </div>
    </figure>
  );
}

function SampleActions() {
  const { busy, verify, change, undo, changedAt } = useSample();
  return (
    <div className="sample-foot">
      <div className="sample-actions">
        {changedAt === undefined ? (
          <Button size="small" icon={Pencil} onClick={change}>
            Change one byte
          </Button>
        ) : (
          <Button size="small" icon={Undo2} onClick={undo}>
            Undo the change
          </Button>
        )}
        <Button kind="quiet" size="small" icon={ShieldCheck} busy={busy && "Verifying..."} onClick={verify}>
          Verify again
        </Button>
      </div>
      <SampleStamp />
    </div>
  );
}

/** Sealed on its day; after a check, what the check found. */
function SampleStamp() {
  const { verdict } = useSample();
  if (!verdict?.checked) {
    return (
      <span className="stamp" data-finding="sealed" data-still>
        <b>Sealed</b>
        <small>{longDate(filedAt)}</small>
      </span>
    );
  }
  return (
    <span key={String(verdict.holds)} className="stamp" data-finding={verdict.holds ? "sealed" : "failing"}>
      <b>{verdict.holds ? "Intact" : "Broken"}</b>
      <small>{verdict.holds ? "checked now" : "changed since filing"}</small>
    </span>
  );
}
