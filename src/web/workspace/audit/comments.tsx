import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { Link } from "react-router";
import { api } from "#web/api.ts";
import { contract } from "#web/contract.ts";
import { Button } from "#web/design/button.tsx";
import { exactTime } from "#web/design/dates.ts";
import { Field } from "#web/design/field.tsx";
import { Textarea } from "#web/design/input.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { useSchemaForm } from "#web/form.ts";
import { useCan, useWorkspace } from "../company-context.tsx";
import { spokenNumber } from "../exhibit-numbers.ts";
import type { AuditScope } from "./audit.ts";
import { ControlField, ProjectField } from "./choose-about.tsx";
import { GoneItem } from "./gone-item.tsx";

const commented = contract.audit.ask.input
  .pick({ projectId: true, text: true })
  .extend({ control: contract.controls.get.input.shape.controlId });

/** What both sides say about controls and items, for both to read. */
export function Comments({ scope }: { scope: AuditScope }) {
  const { company } = useWorkspace();
  const mayComment = useCan("audit.comment");
  const comments = useQuery(api.audit.comments.queryOptions({ input: { companyId: company.id } }));
  return (
    <>
      <Screen
        data={comments}
        loading={<SkeletonLines lines={6} />}
        empty={{ when: (all) => all.length === 0, show: <p className="padded-16 quiet">No comments yet.</p> }}
      >
        {(all) => (
          <ul aria-label="Comments">
            {all.map(({ id, by, byAuditor, at, control, item, gone, text }) => (
              <li key={id} className="audit-request">
                <p className="small quiet">
                  <b className="strong inked">{by}</b>
                  {byAuditor && ", auditor"}, {exactTime(at)}, on {control}
                  {item && (
                    <Link className="link" to={`/dashboard/evidence?item=${item.id}`}>
                      {spokenNumber(item.exhibit)}
                    </Link>
                  )}
                </p>
                {gone && <GoneItem item={gone} />}
                <p className="above-4">{text}</p>
              </li>
            ))}
          </ul>
        )}
      </Screen>
      {mayComment && <CommentForm scope={scope} />}
    </>
  );
}

function CommentForm({ scope }: { scope: AuditScope }) {
  const { company } = useWorkspace();
  const comment = useMutation(api.audit.comment.mutationOptions());
  const queries = useQueryClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const { attributes, errors, busy } = useSchemaForm(commented, async (values, refuse) => {
    try {
      await comment.mutateAsync({ companyId: company.id, ...values });
      // Only now: what could not be sent stays to be sent again.
      if (field.current) field.current.value = "";
      await queries.invalidateQueries({ queryKey: api.audit.key() });
    } catch (error) {
      refuse(error, "The comment could not be sent");
    }
  });
  return (
    <form {...attributes} className="comment-form" aria-label="New comment">
      <ProjectField scope={scope} error={errors.projectId} />
      <ControlField error={errors.control} />
      <Field label="Comment" error={errors.text}>
        <Textarea name="text" ref={field} rows={3} />
      </Field>
      <div>
        <Button type="submit" busy={busy && "Sending..."}>
          Add Comment
        </Button>
      </div>
    </form>
  );
}
