import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { contract } from "#web/contract.ts";
import { api, client } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { exactTime } from "#web/design/dates.ts";
import { Field } from "#web/design/field.tsx";
import { Textarea } from "#web/design/input.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useSchemaForm } from "#web/form.ts";
import { showError } from "#web/app-error.ts";
import { useCan, useWorkspace } from "../company-context.tsx";
import type { ControlNote } from "./project.ts";

/** What people wrote about a control, newest first. Notes are only added; one can be struck out and stays readable. */
export function ControlNotes({ controlId }: { controlId: string }) {
  const { company } = useWorkspace();
  const mayWrite = useCan("controls.note");
  const notes = useInfiniteQuery(
    api.controls.notes.infiniteOptions({
      input: (after: string | undefined) => ({ companyId: company.id, controlId, ...(after ? { after } : {}) }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next ?? undefined,
    }),
  );
  return (
    <>
      {mayWrite && <NoteForm controlId={controlId} />}
      <Screen
        data={notes}
        loading={<SkeletonLines lines={2} />}
        empty={{
          when: ({ pages }) => pages[0]?.notes.length === 0,
          show: <p className="quiet">No notes yet.</p>,
        }}
      >
        {({ pages }) => (
          <ol className="lines notes" aria-label="Notes">
            {pages
              .flatMap((page) => page.notes)
              .map((note) => (
                <li key={note.id} id={`note-${note.id}`} tabIndex={-1}>
                  <Note controlId={controlId} note={note} />
                </li>
              ))}
          </ol>
        )}
      </Screen>
      {notes.hasNextPage && (
        <Button size="small" busy={notes.isFetchingNextPage && "Loading..."} onClick={() => void notes.fetchNextPage()}>
          Show older notes
        </Button>
      )}
    </>
  );
}

const noteForm = contract.controls.note.input.pick({ body: true });

function NoteForm({ controlId }: { controlId: string }) {
  const { company } = useWorkspace();
  const queries = useQueryClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const { attributes, errors, busy } = useSchemaForm(noteForm, async ({ body }, refuse) => {
    try {
      await client.controls.note({ companyId: company.id, controlId, body });
      if (field.current) field.current.value = "";
      await queries.invalidateQueries({ queryKey: api.controls.notes.key() });
    } catch (error) {
      refuse(error, "The note could not be saved");
    }
  });
  return (
    <form {...attributes} className="note-form">
      <Field label="Note" help="Visible to everyone in the company. Notes can't be edited." error={errors.body}>
        <Textarea name="body" ref={field} rows={3} />
      </Field>
      <Button type="submit" size="small" busy={busy && "Saving..."}>
        Add Note
      </Button>
    </form>
  );
}

function Note({ controlId, note }: { controlId: string; note: ControlNote }) {
  const { company, person } = useWorkspace();
  const queries = useQueryClient();
  const mayWrite = useCan("controls.note");
  const manages = useCan("projects.archive");
  const strike = useMutation(
    api.controls.strikeNote.mutationOptions({
      onSuccess: async () => {
        await queries.invalidateQueries({ queryKey: api.controls.notes.key() });
        toast.success("Note crossed out");
        // The button that was pressed is gone.
        requestAnimationFrame(() => document.getElementById(`note-${note.id}`)?.focus({ preventScroll: true }));
      },
      onError: (error) => showError(error, "The note could not be crossed out"),
    }),
  );
  const mine = note.author.userId === person.id;
  return (
    <>
      <div className="apart">
        <span className="fine faint">
          <b className="strong quiet">{note.author.name}</b>, {exactTime(note.writtenAt)}
        </span>
        {!note.struck && mayWrite && (mine || manages) && (
          <Button
            kind="quiet"
            size="small"
            busy={strike.isPending && "Crossing out..."}
            onClick={() => strike.mutate({ companyId: company.id, controlId, noteId: note.id })}
          >
            Cross out
          </Button>
        )}
      </div>
      {note.struck ? (
        <>
          <del className="note-body">{note.body}</del>
          <span className="fine faint">
            Crossed out by {note.struck.by.name}, {exactTime(note.struck.at)}
          </span>
        </>
      ) : (
        <p className="note-body">{note.body}</p>
      )}
    </>
  );
}
