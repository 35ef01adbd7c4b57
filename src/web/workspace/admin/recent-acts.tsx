import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { exactTime } from "#web/design/dates.ts";
import { wordsOf } from "./act-words.ts";

const atFirst = 5;

/** What platform admins did lately; the record cannot be changed. */
export function RecentActs() {
  const [whole, setWhole] = useState(false);
  const { data: acts = [] } = useQuery(api.users.acts.queryOptions({ input: {} }));
  if (acts.length === 0) return null;
  const shown = whole ? acts : acts.slice(0, atFirst);
  return (
    <section className="admin-section" aria-labelledby="recent-changes">
      <h2 className="title-card" id="recent-changes">
        Recent changes
      </h2>
      <ol className="settings-list">
        {shown.map((act) => (
          <li key={act.id}>
            <span className="narrows">
              <b className="strong">{act.actor}</b> {wordsOf(act)}
            </span>
            <time className="small faint" dateTime={act.at}>
              {exactTime(act.at)}
            </time>
          </li>
        ))}
      </ol>
      {acts.length > shown.length && (
        <Button size="small" className="above-12" onClick={() => setWhole(true)}>
          Show all {String(acts.length)}
        </Button>
      )}
    </section>
  );
}
