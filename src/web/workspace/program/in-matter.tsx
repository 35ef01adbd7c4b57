import { RotateCcw } from "lucide-react";
import { Link } from "react-router";
import { Button } from "#web/design/button.tsx";
import { exactTime } from "#web/design/dates.ts";
import { Mark } from "#web/design/mark.tsx";
import { addressOfRegister } from "./registers.ts";
import type { RecordDetails, Register } from "./registers.ts";
import { useActs } from "./use-acts.ts";

/** That a record is for a matter's access list alone, and the ordinary record that it is about. */
export function InMatter({ register, record }: { register: Register; record: RecordDetails }) {
  const acts = useActs(register);
  const { about, ended } = record;
  return (
    <div className="record-standing">
      <div className="narrows">
        <Mark finding="not applicable">{ended ? "Withdrawn" : "Privileged"}</Mark>
        <p className="fine quiet">Only the matter&rsquo;s access list sees this record. It counts for nothing.</p>
        {about && (
          <p className="fine">
            About{" "}
            <Link className="link wraps" to={`${addressOfRegister(register.key)}?record=${about.id}`}>
              {about.number}, {about.title}
            </Link>
          </p>
        )}
        {ended && (
          <p className="fine quiet wraps">
            {exactTime(ended.at)}. &ldquo;{ended.reason}&rdquo;
          </p>
        )}
      </div>
      {ended && register.may.write && (
        <Button size="small" icon={RotateCcw} onClick={() => void acts.reopen(record)}>
          Reopen
        </Button>
      )}
    </div>
  );
}
