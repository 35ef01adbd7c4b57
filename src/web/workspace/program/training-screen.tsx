import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type * as z from "zod";
import { api, client } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import type { contract } from "#web/contract.ts";
import { Button, ButtonLink } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { Mark } from "#web/design/mark.tsx";
import { PageHead } from "#web/design/page-head.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonRegister } from "#web/design/skeleton.tsx";
import { EmptyState } from "#web/design/states.tsx";
import { Table } from "#web/design/table.tsx";
import type { Column } from "#web/design/table.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useTitle } from "#web/design/use-title.ts";
import { useCan, useWorkspace } from "../company-context.tsx";
import { ProgramTabs, trainingAddress } from "./program-tabs.tsx";
import type { Register } from "./registers.ts";
import { StaffReminders } from "./staff-reminders.tsx";

type Training = z.output<typeof contract.training.list.output>;
type Person = Training["people"][number];

/** So many people can be mailed with one request. */
const AT_ONCE = 500;

const open = ({ courses }: Person) => courses.filter(({ state }) => state !== "passed");

/** Who passed which course, who is due, and the links that lead them to their page. */
export function TrainingScreen({ registers }: { registers: readonly Register[] }) {
  const { company } = useWorkspace();
  const mayManage = useCan("staff.manage");
  useTitle("Training");
  const training = useQuery(api.training.list.queryOptions({ input: { companyId: company.id } }));
  const queries = useQueryClient();
  const sending = useMutation({
    mutationFn: (personIds: string[]) => client.staff.send({ companyId: company.id, personIds }),
    onSuccess: async ({ sent, skipped }) => {
      await queries.invalidateQueries({ queryKey: api.training.key() });
      const left = skipped.length === 0 ? "" : ` ${skipped.length} skipped: no work email, or mailed 5 times today.`;
      toast.success(`${sent === 1 ? "1 link" : `${sent} links`} sent.${left}`);
    },
    onError: (error) => showError(error, "The links could not be sent"),
  });
  const reached = (people: readonly Person[]) =>
    people.filter((person) => person.hasEmail && open(person).length > 0).slice(0, AT_ONCE);
  return (
    <div className="page">
      <PageHead
        title="Training"
        sub="People take courses on a page of their own. They need no account: a link by email opens it."
        actions={
          mayManage &&
          training.data && (
            <Button
              kind="primary"
              disabled={reached(training.data.people).length === 0}
              busy={sending.isPending && "Sending..."}
              onClick={() => sending.mutate(reached(training.data.people).map(({ personId }) => personId))}
            >
              Send links to everyone due
            </Button>
          )
        }
      />
      <ProgramTabs registers={registers} here={trainingAddress} />
      <Screen
        data={training}
        loading={<SkeletonRegister rows={6} columns={4} />}
        empty={{
          when: ({ total }) => total === 0,
          show: (
            <EmptyState
              title="No people yet"
              action={
                <ButtonLink kind="primary" to="/dashboard/program/people?do=new">
                  Add people
                </ButtonLink>
              }
            >
              Add the people who work for you, with their work email. Then send them links to their courses.
            </EmptyState>
          ),
        }}
      >
        {(found) => (
          <>
            <Table
              label="Courses"
              marginHead="No."
              margin={({ key }) => String(found.courses.findIndex((course) => course.key === key) + 1)}
              columns={courseColumns}
              rowKey={({ key }) => key}
              sections={[{ title: "", rows: found.courses }]}
            />
            <h2 className="title-part above-24">People</h2>
            <Table
              label="People"
              marginHead="No."
              margin={({ number }) => number}
              columns={personColumns(found, mayManage ? (person) => sending.mutate([person.personId]) : undefined)}
              rowKey={({ personId }) => personId}
              sections={[{ title: "", rows: found.people }]}
            />
            {mayManage && <StaffReminders />}
            {found.people.length < found.total && (
              <p className="compact quiet">
                The first {found.people.length} of {found.total} people, those with something to do first.
              </p>
            )}
          </>
        )}
      </Screen>
    </div>
  );
}

const courseColumns: readonly Column<Training["courses"][number]>[] = [
  {
    key: "course",
    head: "Course",
    phone: "title",
    cell: ({ title, summary }) => (
      <>
        {title}
        <span className="own-line fine faint">{summary}</span>
      </>
    ),
  },
  { key: "minutes", head: "Minutes", phone: "hidden", roomy: true, cell: ({ minutes }) => minutes },
  {
    key: "passed",
    head: "Passed",
    phone: "line",
    cell: ({ needed, passed, late }) =>
      needed === 0 ? (
        <span className="faint">Nobody needs it</span>
      ) : (
        <>
          <Mark finding={passed === needed ? "passing" : late > 0 ? "failing" : "needs evidence"}>
            {passed.toLocaleString("en-US")} of {needed.toLocaleString("en-US")}
          </Mark>
          {late > 0 && <span className="own-line fine faint">{late.toLocaleString("en-US")} late</span>}
        </>
      ),
  },
];

function personColumns({ courses }: Training, send?: (person: Person) => void): readonly Column<Person>[] {
  const titleOf = (key: string) => courses.find((course) => course.key === key)?.title ?? key;
  return [
    { key: "person", head: "Person", phone: "title", written: true, cell: ({ name }) => name },
    {
      key: "to-do",
      head: "To do",
      phone: "line",
      cell: (person) => {
        const left = open(person);
        if (left.length === 0) return <Mark finding="passing">All passed</Mark>;
        return (
          <ul>
            {left.map(({ key, state, until }) => (
              <li key={key}>
                <Mark finding={state === "late" ? "failing" : "needs evidence"}>{titleOf(key)}</Mark>
                <span className="own-line fine faint">
                  {state === "late" ? "Late since" : "Due"} {longDate(until)}
                </span>
              </li>
            ))}
          </ul>
        );
      },
    },
    {
      key: "link",
      head: "Last link",
      phone: "line",
      cell: ({ sentAt, hasEmail }) =>
        sentAt ? (
          <>
            <span className="only-phone cell-label">Last link:</span> {longDate(sentAt)}
          </>
        ) : (
          <span className="faint">{hasEmail ? "No link sent" : "No work email"}</span>
        ),
    },
    ...(send
      ? [
          {
            key: "send",
            head: "Remind",
            phone: "actions",
            cell: (person) =>
              person.hasEmail && open(person).length > 0 ? (
                <Button size="small" aria-label={`Send link to ${person.name}`} onClick={() => send(person)}>
                  Send link
                </Button>
              ) : null,
          } satisfies Column<Person>,
        ]
      : []),
  ];
}
