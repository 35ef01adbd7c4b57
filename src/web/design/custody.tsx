import type { ReactNode } from "react";
import { dayOfRecord, timeOfDay } from "./dates.ts";
import { Hash } from "./hash.tsx";

export interface CustodyEntry {
  /** Null for what was checked just now and is not recorded. */
  readonly at: string | null;
  readonly what: string;
  readonly who: ReactNode;
  readonly hashes?: readonly { readonly label: string; readonly value: string }[];
  readonly state: "recorded" | "checked" | "broken";
}

/** Who did what, when: time, diamond on the double rule, words. Filled is recorded, hollow is checked, red is broken. */
export function ChainOfCustody({ entries }: { entries: readonly CustodyEntry[] }) {
  return (
    <ol className="custody">
      {entries.map((entry, index) => (
        <li key={index} data-broken={entry.state === "broken" || undefined}>
          {entry.at ? (
            <time dateTime={entry.at}>
              <b>{timeOfDay(entry.at)}</b>
              {dayOfRecord(entry.at)} UTC
            </time>
          ) : (
            <time>
              <b>now</b>
            </time>
          )}
          <span className="custody-node" data-recorded={entry.state === "recorded" || undefined} />
          <div>
            <b className="strong">{entry.what}</b>
            <div className="quiet">{entry.who}</div>
            {entry.hashes?.map(({ label, value }) => (
              <div key={label}>
                <span className="hash">
                  {label} <Hash value={value} />
                </span>
              </div>
            ))}
          </div>
        </li>
      ))}
    </ol>
  );
}
