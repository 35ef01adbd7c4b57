import { ShieldCheck } from "lucide-react";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { Button } from "#web/design/button.tsx";
import { Hash } from "#web/design/hash.tsx";
import { Mark } from "#web/design/mark.tsx";
import { RequirementTag } from "#web/design/requirement-tags.tsx";
import { columns, sampleRow } from "./crosswalk.gen.ts";
import { useSample } from "./sample-check.tsx";
import { sampleExhibit } from "./sample-exhibit.gen.ts";

const { number, item } = sampleExhibit;

/** The sample exhibit under the requirement that leads its control in each framework, and its check. */
export function ReuseArt() {
  const { verdict, busy, verify } = useSample();
  return (
    <>
      <div className="reuse-item">
        <span className="exhibit-number">{formatExhibitNumber(number)}</span>
        <span>{item.name}</span>
        <Hash value={item.sha256} />
      </div>
      <dl className="reuse">
        {columns.map(({ key, name }, at) => (
          <div key={key}>
            <dt>{name}</dt>
            <dd>
              <RequirementTag>{sampleRow.leads[at]!}</RequirementTag>
            </dd>
          </div>
        ))}
      </dl>
      <div className="reuse-check">
        <Button kind="quiet" size="small" icon={ShieldCheck} busy={busy && "Verifying..."} onClick={verify}>
          Verify this exhibit
        </Button>
        <span>
          {verdict?.checked ? (
            <Mark finding={verdict.holds ? "sealed" : "failing"} size="small">
              {verdict.holds ? "Seal intact" : "Seal broken"}
            </Mark>
          ) : (
            <Mark finding="needs evidence" size="small">
              Not checked
            </Mark>
          )}
        </span>
      </div>
    </>
  );
}
