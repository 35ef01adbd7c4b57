import { useQuery } from "@tanstack/react-query";
import { History, Search, X } from "lucide-react";
import { useCallback, useEffect, useEffectEvent, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { useNavigate } from "react-router";
import { can } from "#domain/access.ts";
import { afterPaint } from "#web/after-paint.ts";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { FieldDialog } from "#web/design/dialog.tsx";
import { Icon } from "#web/design/icon.tsx";
import { readRecent, rememberRecent } from "#web/recent-commands.ts";
import { usePainted } from "#web/use-painted.ts";
import { shownOfAKind } from "./command.ts";
import type { Command, CommandGroup, Question } from "./command.ts";
import { begins, matching } from "./matching.ts";
import type { PaletteStart } from "./palette-button.tsx";
import { PaletteList, PaletteNotice } from "./palette-list.tsx";
import { commandsOf } from "./commands.ts";
import type { CommandContext } from "./commands.ts";
import { controlForFiles } from "./questions.ts";
import { typedAhead } from "./typed-ahead.ts";
import { useAnswers } from "./use-answers.ts";
import { useConnectionEntries } from "./use-connection-entries.ts";
import { useFound } from "./use-found.ts";

interface PaletteProps extends Omit<CommandContext, "debug"> {
  personId: string;
  start: PaletteStart;
  onClose: () => void;
}

/** The palette, or the one thing of it that a key stands for. What the person may not do has no command: its key does nothing. */
export default function Palette({ start, ...props }: PaletteProps) {
  // What it began with: the commands are made anew at each draw.
  const [first] = useState(() => startOf(start, props));
  const navigate = useNavigate();
  const begin = useEffectEvent(() => {
    if (start === "everything" || isQuestion(first)) return;
    // What is typed until the dialog is there belongs into its field.
    const ahead = typeof first === "string" && opensDialog.test(first) ? typedAhead.take() : undefined;
    props.onClose();
    if (ahead) typedAhead.begin("dialog", ahead);
    if (first) lead(first, navigate);
  });
  useEffect(() => begin(), []);
  if (start !== "everything" && !isQuestion(first)) return null;
  return <PaletteDialog {...props} first={isQuestion(first) ? first : undefined} />;
}

/** Addresses of dialogs, and of the page that is one. */
const opensDialog = /\?|\/new$/;

/** What the start leads to; undefined for everything, and for what the person may not do. */
function startOf(start: PaletteStart, context: Omit<CommandContext, "debug">): Command["leads"] | undefined {
  if (start === "everything") return undefined;
  if ("files" in start) return controlForFiles(context.company, start.files);
  const [actions] = commandsOf({ ...context, debug: false });
  return actions!.entries.find(({ id }) => id === start.command)?.leads;
}

const isQuestion = (leads: Command["leads"] | undefined): leads is Question => typeof leads === "object";

function lead(to: string | (() => void), navigate: ReturnType<typeof useNavigate>, state?: unknown): void {
  if (typeof to === "function") return to();
  void navigate(to, { state });
  // The page that was gone to is what a reader goes on with, and not the button the palette was opened by.
  requestAnimationFrame(() => document.getElementById("main")?.focus());
}

/**
 * Every place and action by its name: a text field with a list below it (WAI-ARIA's combobox). The focus stays in the
 * field; the arrows choose, Enter goes, Esc closes. An action that has to know more asks for it in the same field.
 */
function PaletteDialog({
  personId,
  first,
  onClose,
  ...context
}: Omit<PaletteProps, "start"> & { first: Question | undefined }) {
  const navigate = useNavigate();
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [question, setQuestion] = useState(first);
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  // Enter that was pressed before the answer to what was typed is there.
  const [entered, setEntered] = useState(false);
  const { id: companyId, role } = context.company;
  // People without that page are answered "not found".
  const debug = useQuery(api.debug.session.queryOptions({ input: {}, staleTime: Infinity, retry: false })).isSuccess;
  // The list follows its letter by a frame, and the field, too.
  const painted = usePainted(text);
  const sought = painted ?? "";
  const anything = useFound(companyId, question ? "" : sought);
  const connections = useConnectionEntries(companyId, can(role, "connections.manage"), question ? "" : sought);
  const answers = useAnswers(question, sought);
  const found = answers ?? anything;
  const foundGroups = anything.groups;
  // With the palette, whose commands stay while it is open.
  const [begun] = useState(context);
  const listed = useMemo(
    () =>
      painted === undefined
        ? []
        : shownGroups(painted, [...foundGroups, connections, ...known({ ...begun, debug }, personId, painted)]),
    [painted, foundGroups, connections, begun, debug, personId],
  );
  const groups = answers?.groups ?? listed;
  const entries = useMemo(() => groups.flatMap((group) => group.entries), [groups]);
  const at = Math.min(chosen, entries.length - 1);
  const searching = found.searching || painted !== text;

  function follow(entry: Command) {
    const { id, label, note, leads, state, before } = entry;
    if (typeof leads === "object") return ask(leads);
    onClose();
    before?.();
    const place = { id: id.replace(/^recent-/, ""), label, ...(note ? { note } : {}) };
    const isPlace = typeof leads === "string" && leads !== "/logout" && !question;
    if (isPlace) rememberRecent(personId, companyId, { ...place, to: leads });
    // First the palette is gone: whatever the next page costs comes behind the paint that shows it.
    if (typeof leads === "string") void afterPaint().then(() => lead(leads, navigate, state));
    else lead(leads, navigate, state);
  }

  const latest = useRef(follow);
  useLayoutEffect(() => void (latest.current = follow));
  const followLatest = useCallback((entry: Command) => latest.current(entry), []);

  function ask(next: Question | undefined) {
    setQuestion(next);
    type("");
  }

  function type(next: string) {
    setText(next);
    setEntered(false);
    choose(0);
  }

  function choose(index: number) {
    setChosen(index);
    list.current?.querySelectorAll("[role=option]")[index]?.scrollIntoView({ block: "nearest" });
  }

  function enter() {
    const entry = entries[at];
    // What is on screen may still answer an older text; what begins with the new one, or was chosen, is meant.
    if (searching && chosen === 0 && !(entry && !question && begins(entry, text))) setEntered(true);
    else if (entry) follow(entry);
  }

  const goOn = useEffectEvent(() => {
    setEntered(false);
    const entry = entries[at];
    if (entry) follow(entry);
  });
  useEffect(() => {
    if (entered && !searching) goOn();
  }, [entered, searching]);

  // Not while rendering, which may begin more than once.
  useLayoutEffect(() => {
    const ahead = typedAhead.take();
    setText(ahead.text);
    setEntered(ahead.entered);
  }, []);

  function onKeyDown(event: KeyboardEvent) {
    const count = entries.length;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 8, PageUp: at - 8 }[event.key];
    if (event.key === "Enter" && !event.nativeEvent.isComposing) enter();
    else if (event.key === "Backspace" && question && !first && text === "") ask(undefined);
    else if (to !== undefined && count > 0)
      choose(event.key.startsWith("Page") ? Math.max(0, Math.min(count - 1, to)) : (to + count) % count);
    else return;
    event.preventDefault();
  }

  return (
    <FieldDialog className="palette" label="Command palette" onClose={onClose}>
      <div className="palette-field">
        <Icon of={Search} size={18} />
        <input
          type="text"
          role="combobox"
          aria-label={question?.asks ?? "Search or go to"}
          aria-expanded={entries.length > 0}
          aria-controls={listId}
          aria-activedescendant={entries.length > 0 ? `${listId}-${at}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder={question?.asks ?? "Search pages, controls or evidence"}
          value={text}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <kbd className="not-phone">Esc</kbd>
        <span className="only-phone">
          <Button kind="quiet" icon={X} iconOnly onClick={onClose}>
            Close
          </Button>
        </span>
      </div>
      <PaletteList ref={list} id={listId} groups={groups} chosen={at} onChoose={setChosen} onFollow={followLatest} />
      <PaletteNotice text={text} found={found} count={entries.length} />
    </FieldDialog>
  );
}

function known(context: CommandContext, personId: string, text: string): readonly CommandGroup[] {
  const places = commandsOf(context);
  if (text.trim() !== "") return places;
  const recent = readRecent(personId, context.company.id).map(({ to, ...place }) => ({
    ...place,
    id: `recent-${place.id}`,
    icon: History,
    leads: to,
  }));
  // A beginning, not a table of contents: the rest is found by typing.
  return [{ title: "Recent", entries: recent }, ...places.filter(({ title }) => title !== "Documentation")];
}

const fromServer = new Set(["Evidence", "Records", "Projects", "Controls"]);
/** Whose name is typed in order to go there: it comes before items that only have the same word. */
const named = new Set(["Actions", "Pages", "Companies", "Connections"]);

function shownGroups(text: string, groups: readonly CommandGroup[]): readonly CommandGroup[] {
  const shown = groups
    .map(({ title, entries }) => ({
      title,
      // The server has matched its own, by more than their labels.
      entries: fromServer.has(title)
        ? entries
        : matching(entries, text).slice(0, text.trim() ? shownOfAKind : undefined),
    }))
    .filter(({ entries }) => entries.length > 0);
  const isMeant = ({ title, entries }: CommandGroup) => named.has(title) && begins(entries[0]!, text);
  return [...shown.filter(isMeant), ...shown.filter((group) => !isMeant(group))];
}
