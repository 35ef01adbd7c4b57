import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { dueWords } from "#domain/tasks/due-words.ts";
import { api } from "#web/api.ts";
import { timeNow } from "#web/clock.ts";
import { Button } from "#web/design/button.tsx";
import { dayOfRecord } from "#web/design/dates.ts";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonRegister } from "#web/design/skeleton.tsx";
import { useWorkspace } from "../company-context.tsx";

/** So many are shown until somebody asks for all. */
const SHOWN = 6;

/** What is missing or due in the program, each with the place where it is done. */
export function TasksSection() {
  const { company } = useWorkspace();
  const tasks = useQuery(api.tasks.list.queryOptions({ input: { companyId: company.id } }));
  const [all, setAll] = useState(false);
  return (
    <section className="program-tasks" aria-labelledby="program-tasks">
      <h2 id="program-tasks" className="title-card">
        Tasks
      </h2>
      <Screen
        data={tasks}
        loading={<SkeletonRegister rows={3} columns={2} />}
        empty={{ when: (found) => found.length === 0, show: <p className="quiet">Nothing is missing or due.</p> }}
      >
        {(found) => (
          <>
            <ul>
              {(all ? found : found.slice(0, SHOWN)).map((task) => (
                <TaskRow key={task.key} task={task} />
              ))}
            </ul>
            <p className="fine faint">Tasks close by themselves when what they ask for is there.</p>
            {found.length > SHOWN && (
              <Button size="small" onClick={() => setAll(!all)} aria-expanded={all}>
                {all ? "Show Fewer" : `Show All ${found.length} Tasks`}
              </Button>
            )}
          </>
        )}
      </Screen>
    </section>
  );
}

interface Task {
  readonly title: string;
  readonly detail: string;
  readonly to: string;
  readonly due: string | null;
}

function TaskRow({ task: { title, detail, to, due } }: { task: Task }) {
  const now = timeNow();
  const said = due === null ? undefined : dueWords(new Date(due), now);
  return (
    <li>
      {/* What is due by the end of a day ends with the first moment of the next. */}
      <span className="fine faint">
        {due !== null && <time dateTime={due}>{dayOfRecord(new Date(Date.parse(due) - 1).toISOString(), now)}</time>}
      </span>
      <div className="narrows">
        <Link className="firm underlines" to={to}>
          {title}
        </Link>
        {detail !== "" && <p className="fine faint">{detail}</p>}
      </div>
      {said && (
        <span className="fine" data-finding={said.isLate ? "failing" : undefined}>
          {said.words}
        </span>
      )}
    </li>
  );
}
