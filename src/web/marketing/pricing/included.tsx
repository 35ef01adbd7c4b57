import { capabilities, capabilityKeys } from "#catalog/capabilities/index.ts";
import type { CapabilityKey } from "#catalog/capabilities/index.ts";
import { conditionsOf } from "#catalog/capabilities/conditions.ts";
import { everyPlanHas } from "./every-plan.ts";

/** What comes with every plan, and below it what a larger plan adds: rows of the table that are kept. */
export function Included() {
  return <Rows keys={everyPlanHas} />;
}

/** What not every plan has, with its condition. */
export function Added() {
  return <Rows keys={capabilityKeys.filter((key) => capabilities[key].plan !== undefined)} />;
}

function Rows({ keys }: { keys: readonly CapabilityKey[] }) {
  return (
    <ol className="included" role="list">
      {keys.map((key) => (
        <li key={key}>
          <div>
            <b>{capabilities[key].name}.</b> <span>{capabilities[key].sentence}</span>{" "}
            {conditionsOf(key) && <span className="faint">{conditionsOf(key)}</span>}
          </div>
        </li>
      ))}
    </ol>
  );
}
