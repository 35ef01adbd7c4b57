import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { useSearchParams } from "react-router";
import { api, client } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import { Button, ButtonLink } from "#web/design/button.tsx";
import { PageHead } from "#web/design/page-head.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonRegister } from "#web/design/skeleton.tsx";
import { EmptyState } from "#web/design/states.tsx";
import { Table } from "#web/design/table.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useTitle } from "#web/design/use-title.ts";
import { useCan, useWorkspace } from "../company-context.tsx";
import { PrintMenu } from "../documents/print-menu.tsx";
import { spokenNumber } from "../exhibit-numbers.ts";
import { LinksDialog } from "./links-dialog.tsx";
import { printed } from "./printed.ts";
import { ProgramTabs, trainingAddress } from "./program-tabs.tsx";
import type { Register } from "./registers.ts";
import { StaffReminders } from "./staff-reminders.tsx";
import { courseColumns, importColumns } from "./training-columns.tsx";
import { TrainingImportDialog } from "./training-import-dialog.tsx";
import { TrainingPeople } from "./training-people.tsx";
import { usePeoplePages } from "./use-people-pages.ts";
import { useTrainingImports } from "./use-training-imports.ts";

/** Who passed which course, who is due, and the links that lead them to their page. */
export function TrainingScreen({ registers }: { registers: readonly Register[] }) {
  const { company } = useWorkspace();
  const mayManage = useCan("staff.manage");
  const mayImport = useCan("training.manage");
  const [parameters, setParameters] = useSearchParams();
  const imports = useTrainingImports();
  useTitle("Training");
  const pages = usePeoplePages();
  const { search, after } = pages;
  const training = useQuery({
    ...api.training.list.queryOptions({
      input: {
        companyId: company.id,
        ...(search !== "" && { search }),
        ...(after !== undefined && { after }),
      },
    }),
    placeholderData: keepPreviousData,
  });
  const queries = useQueryClient();
  const sending = useMutation({
    mutationFn: (personIds: string[]) => client.staff.send({ companyId: company.id, personIds }),
    onSuccess: async ({ sent, skipped, unvouched }) => {
      await queries.invalidateQueries({ queryKey: api.training.key() });
      const others = skipped.length - unvouched.length;
      const left = [
        ...(others > 0 ? [` ${others} skipped: no work email, or mailed 5 times today.`] : []),
        ...(unvouched.length > 0 ? [` ${unvouched.length} skipped: confirm their email addresses in People.`] : []),
      ].join("");
      toast.success(`${sent === 1 ? "1 link" : `${sent} links`} sent.${left}`);
    },
    onError: (error) => showError(error, "The links could not be sent"),
  });
  return (
    <div className="page">
      <PageHead
        title="Training"
        sub="People take courses on a page of their own. They need no account: a link by email opens it."
        actions={
          training.data && (
            <>
              {training.data.total > 0 && <PrintMenu documents={printed.training()} />}
              {mayImport && training.data.total > 0 && (
                <Button icon={Upload} onClick={() => setParameters({ do: "import" })}>
                  Import List
                </Button>
              )}
              {mayManage && (
                <Button
                  kind="primary"
                  aria-label="Send Links to Everyone Due"
                  disabled={training.data.total === 0}
                  onClick={() => setParameters({ do: "links" })}
                >
                  Send Links
                </Button>
              )}
            </>
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
                  Add Person
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
            <TrainingPeople
              training={found}
              pages={pages}
              turning={training.isPlaceholderData}
              send={mayManage ? (person) => sending.mutate([person.personId]) : undefined}
            />
            {mayManage && <StaffReminders />}
            {found.imports.length > 0 && (
              <>
                <h2 className="title-card above-24">Lists of other providers</h2>
                <p className="compact quiet">A list shows who passed elsewhere. It decides no check.</p>
                <Table
                  label="Lists of other providers"
                  marginHead="No."
                  margin={({ exhibit }) => spokenNumber(exhibit)}
                  columns={importColumns(found, mayImport ? (list) => imports.undo.mutate(list.batchId) : undefined)}
                  rowKey={({ batchId }) => batchId}
                  sections={[{ title: "", rows: found.imports }]}
                />
              </>
            )}
            {mayManage && parameters.get("do") === "links" && <LinksDialog onClose={() => setParameters({})} />}
            {mayImport && parameters.get("do") === "import" && (
              <TrainingImportDialog courses={found.courses} onClose={() => setParameters({})} />
            )}
          </>
        )}
      </Screen>
    </div>
  );
}
