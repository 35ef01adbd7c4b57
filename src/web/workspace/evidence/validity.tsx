import type { ReactNode } from "react";
import { longDate } from "#web/design/dates.ts";
import { PanelSection } from "#web/design/side-panel.tsx";
import type { EvidenceDetails, EvidenceItem } from "./evidence.ts";
import { timeLeft } from "./time-left.ts";
import { useControls } from "./use-library.ts";

interface ValidityProps {
  item: EvidenceItem;
  validity: EvidenceDetails["validity"];
  /** Files a newer version; nothing for a person who may not. */
  renew: ReactNode;
}

/** Until when each control may rely on the item, as time left; what is over asks to be collected again. */
export function Validity({ item, validity, renew }: ValidityProps) {
  const controls = useControls().data ?? [];
  const lines =
    validity.length > 0
      ? validity.map(({ control, until }) => ({
          key: control,
          name: controls.find(({ id }) => id === control)?.title ?? control,
          until,
        }))
      : [{ key: "item", name: "The item", until: item.validUntil }];
  const over = !item.superseded && lines.some(({ until }) => timeLeft(until).state === "over");
  return (
    <PanelSection title="Valid until" aside={renew}>
      <ul className="lines">
        {lines.map(({ key, name, until }) => {
          const left = timeLeft(until);
          return (
            <li key={key} className="validity">
              <span>{name}</span>
              <span>
                <time dateTime={until}>{longDate(until)}</time>{" "}
                {!item.superseded && (
                  <span className="standing" data-state={left.state}>
                    {left.words}
                  </span>
                )}
              </span>
            </li>
          );
        })}
      </ul>
      {over && <p className="above-8 quiet">Collect it again{renew ? " and add it as a new version." : "."}</p>}
    </PanelSection>
  );
}
