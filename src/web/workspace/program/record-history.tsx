import { memo } from "react";
import { exactTime } from "#web/design/dates.ts";
import type { RecordDetails, Register } from "./registers.ts";
import { useLinkNames } from "./use-link-names.ts";
import { valueWords } from "./values.ts";

const acts: Record<RecordDetails["history"][number]["kind"], string> = {
  added: "added it",
  changed: "changed it",
  ended: "ended it",
  reopened: "reopened it",
  approved: "approved it",
  unapproved: "withdrew the approval",
};

type Told = Pick<RecordDetails, "history" | "links">;

/** Who did what to the record and when, the newest first, with each field before and after. An edit that is shown before it is sent is none of it yet. */
export const RecordHistory = memo(function RecordHistory({ register, history, links }: Told & { register: Register }) {
  const fieldOf = (key: string) => register.fields.find((field) => field.key === key);
  const nameOf = useLinkNames(
    history.flatMap(({ changes }) =>
      changes.map(({ field, before, after }) => ({ field: fieldOf(field), values: [before, after] })),
    ),
    links,
  );
  // As the record itself has them.
  const at = (key: string) => register.fields.findIndex((field) => field.key === key);
  const inOrder = (changes: RecordDetails["history"][number]["changes"]) =>
    changes.toSorted((a, b) => at(a.field) - at(b.field));
  return (
    <ol className="record-history">
      {history.map((entry) => (
        <li key={entry.version}>
          <p className="record-history-head">
            <span>
              <b className="strong">{entry.by.name}</b> {acts[entry.kind]}
              {entry.bulk && " together with others"}
            </span>
            <time dateTime={entry.at}>{exactTime(entry.at)}</time>
          </p>
          {entry.changes.length > 0 && (
            <dl className="record-diff">
              {inOrder(entry.changes).map(({ field, label, before, after }) => (
                <div key={field}>
                  <dt>{label}</dt>
                  <dd>
                    {entry.kind !== "added" && (
                      <del>{before === null ? "None" : valueWords(fieldOf(field), before, nameOf)}</del>
                    )}
                    <ins>{after === null ? "None" : valueWords(fieldOf(field), after, nameOf)}</ins>
                  </dd>
                </div>
              ))}
            </dl>
          )}
          <p className="fine faint">
            {entry.reason !== null && <span className="wraps">“{entry.reason}” </span>}
            Ledger entry {entry.ledgerIndex.toLocaleString("en-US")}
          </p>
        </li>
      ))}
    </ol>
  );
});
