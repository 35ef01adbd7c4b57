import { longDate } from "#web/design/dates.ts";
import { spokenNumber } from "../exhibit-numbers.ts";

interface Gone {
  readonly exhibit: string;
  readonly withdrawn: { readonly by: string; readonly at: string; readonly reason: string } | null;
}

/** An item that somebody drew or named, and that is not there any more: when, by whom and why it was withdrawn. */
export function GoneItem({ item: { exhibit, withdrawn } }: { item: Gone }) {
  return (
    <p className="quiet">
      <span className="exhibit-number">{spokenNumber(exhibit)}</span>{" "}
      {withdrawn
        ? `was withdrawn on ${longDate(withdrawn.at)} by ${withdrawn.by}: ${withdrawn.reason}`
        : "is not open to you any more."}
    </p>
  );
}
