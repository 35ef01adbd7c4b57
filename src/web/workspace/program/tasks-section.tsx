import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { dueWords } from "#domain/tasks/due-words.ts";
import { api } from "#web/api.ts";
import { timeNow } from "#web/clock.ts";
import { Button } from "#web/design/button.tsx";
import { dayOfRecord } from "#web/design/dates.ts";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonRegister } from "#web/design/skeleton.tsx";
import { useCan, useWorkspace } from "../company-context.tsx";
import type { Register } from "./registers.ts";
import { TaskMenu } from "./task-menu.tsx";
import { useSaidTimeZone } from "./use-said-time-zone.ts";

export type Task = z.output<typeof contract.tasks.list.output>[number];

/** So many are shown until somebody asks for all. */
const SHOWN = 6;
/** Who left has accounts to be closed within hours, which nobody counts before this is answered. */
const NEVER_HIDDEN = "people gone";

/**
 * What is missing or due in the program, each with the place where it is done. Before anybody is in People nothing can be due, and
 * the section says where to begin.
 */
export function TasksSection({ people }: { people: Register | undefined }) {
  const { company } = useWorkspace();
  const tasks = useQuery(api.tasks.list.queryOptions({ input: { companyId: company.id } }));
  useSaidTimeZone();
  return (
    <section className="program-tasks" aria-labelledby="program-tasks">
      <h2 id="program-tasks" className="title-card">
        Tasks
      </h2>
      <Screen
        data={tasks}
        loading={<SkeletonRegister rows={3} columns={2} />}
        empty={{ when: (found) => found.length === 0, show: <NoTasks people={people} /> }}
      >
        {(found) => <Tasks found={found} />}
      </Screen>
    </section>
  );
}

function NoTasks({ people }: { people: Register | undefined }) {
  const hasPeople = people === undefined || people.counts.open + people.counts.waiting + people.counts.ended > 0;
  return (
    <p className="quiet">
      {hasPeople
        ? "Nothing is missing or due."
        : "Nothing is due yet. Tasks show here once your people are in the register."}
    </p>
  );
}

function Tasks({ found }: { found: readonly Task[] }) {
  const { person } = useWorkspace();
  const [shows, setShows] = useState({ all: false, mine: false, snoozed: false });
  const mine = found.filter(({ assignee }) => !shows.mine || assignee?.userId === person.id);
  const open = mine.filter(({ snoozed }) => snoozed === null);
  const waiting = mine.filter(({ snoozed }) => snoozed !== null);
  const hasOwn = found.some(({ assignee }) => assignee?.userId === person.id);
  const listed = [
    ...open.filter(({ key }, at) => shows.all || at < SHOWN || key === NEVER_HIDDEN),
    ...(shows.snoozed ? waiting : []),
  ];
  return (
    <>
      {listed.length > 0 ? (
        <ul>
          {listed.map((task) => (
            <TaskRow key={task.key} task={task} />
          ))}
        </ul>
      ) : (
        <p className="quiet">{waiting.length > 0 ? "Every task is snoozed." : "Nothing is missing or due."}</p>
      )}
      <p className="fine faint">
        Tasks close by themselves when what they ask for is there.{" "}
        <Link className="link" to="/dashboard/settings?tab=notifications#tasks">
          Weekly email and calendar
        </Link>
      </p>
      <div className="cluster">
        {open.length > SHOWN && (
          <Button size="small" onClick={() => setShows({ ...shows, all: !shows.all })} aria-expanded={shows.all}>
            {shows.all ? "Show Fewer" : `Show All ${open.length} Tasks`}
          </Button>
        )}
        {(hasOwn || shows.mine) && (
          <Button size="small" onClick={() => setShows({ ...shows, mine: !shows.mine })} aria-pressed={shows.mine}>
            Only Mine
          </Button>
        )}
        {waiting.length > 0 && (
          <Button
            size="small"
            onClick={() => setShows({ ...shows, snoozed: !shows.snoozed })}
            aria-expanded={shows.snoozed}
          >
            {shows.snoozed ? "Hide Snoozed" : `Show ${waiting.length} Snoozed`}
          </Button>
        )}
      </div>
    </>
  );
}

function TaskRow({ task }: { task: Task }) {
  const mayPlan = useCan("tasks.plan");
  const { title, detail, to, due, assignee, snoozed } = task;
  const now = timeNow();
  const said = due === null ? undefined : dueWords(new Date(due), now);
  const about = [
    ...(detail === "" ? [] : [detail]),
    ...(assignee ? [assignee.name] : []),
    ...(snoozed ? [`waits until ${dayOfRecord(`${snoozed.until}T12:00:00.000Z`, now)}: ${snoozed.reason}`] : []),
  ];
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
        {about.length > 0 && <p className="fine faint">{about.join(" · ")}</p>}
      </div>
      <span className="task-due fine" data-finding={said?.isLate ? "failing" : undefined}>
        {said?.words}
      </span>
      {mayPlan && <TaskMenu task={task} />}
    </li>
  );
}
