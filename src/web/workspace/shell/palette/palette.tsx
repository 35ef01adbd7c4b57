import { useQuery } from "@tanstack/react-query";
import { History, Search, X } from "lucide-react";
import { useId, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { useNavigate } from "react-router";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { BareDialog } from "#web/design/dialog.tsx";
import { Icon } from "#web/design/icon.tsx";
import { readRecent, rememberRecent } from "#web/recent-commands.ts";
import { shownOfAKind } from "./command.ts";
import type { Command, CommandGroup } from "./command.ts";
import { matching } from "./matching.ts";
import { PaletteList, PaletteNotice } from "./palette-list.tsx";
import { commandsOf } from "./commands.ts";
import type { CommandContext } from "./commands.ts";
import { useConnectionEntries } from "./use-connection-entries.ts";
import { useFound } from "./use-found.ts";

interface PaletteProps extends Omit<CommandContext, "debug"> {
  personId: string;
  onClose: () => void;
}

/**
 * Every place and action by its name: a text field with a list below it (WAI-ARIA's combobox). The focus stays in the
 * field; the arrows choose, Enter goes, Esc closes.
 */
export default function Palette({ personId, onClose, ...context }: PaletteProps) {
  const navigate = useNavigate();
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const companyId = context.company.id;
  // Answered with "not found" to whoever has no such page.
  const debug = useQuery(api.debug.session.queryOptions({ input: {}, staleTime: Infinity, retry: false })).isSuccess;
  const found = useFound(companyId, text);
  const connections = useConnectionEntries(companyId, text);
  const groups = shownGroups(text, [...found.groups, connections, ...known({ ...context, debug }, personId, text)]);
  const entries = groups.flatMap((group) => group.entries);
  const at = Math.min(chosen, entries.length - 1);

  function follow({ id, label, note, leads }: Command) {
    onClose();
    if (typeof leads === "function") return leads();
    const place = { id: id.replace(/^recent-/, ""), label, to: leads, ...(note ? { note } : {}) };
    if (leads !== "/logout") rememberRecent(personId, companyId, place);
    void navigate(leads);
    // The page that was gone to is what a reader goes on with, and not the button the palette was opened by.
    requestAnimationFrame(() => document.getElementById("main")?.focus());
  }

  function choose(index: number) {
    setChosen(index);
    list.current?.querySelectorAll("[role=option]")[index]?.scrollIntoView({ block: "nearest" });
  }

  function onKeyDown(event: KeyboardEvent) {
    const count = entries.length;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 8, PageUp: at - 8 }[event.key];
    const entry = entries[at];
    if (event.key === "Enter" && !event.nativeEvent.isComposing && entry) follow(entry);
    else if (to !== undefined && count > 0)
      choose(event.key.startsWith("Page") ? Math.max(0, Math.min(count - 1, to)) : (to + count) % count);
    else return;
    event.preventDefault();
  }

  return (
    <BareDialog className="palette" label="Command palette" onClose={onClose}>
      <div className="palette-field">
        <Icon of={Search} size={18} />
        <input
          type="text"
          role="combobox"
          aria-label="Search or go to"
          aria-expanded={entries.length > 0}
          aria-controls={listId}
          aria-activedescendant={entries.length > 0 ? `${listId}-${at}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder="Search pages, controls or evidence"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            choose(0);
          }}
          onKeyDown={onKeyDown}
        />
        <kbd className="not-phone">Esc</kbd>
        <span className="only-phone">
          <Button kind="quiet" icon={X} iconOnly onClick={onClose}>
            Close
          </Button>
        </span>
      </div>
      <PaletteList ref={list} id={listId} groups={groups} chosen={at} onChoose={setChosen} onFollow={follow} />
      <PaletteNotice text={text} found={found} count={entries.length} />
    </BareDialog>
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

function shownGroups(text: string, groups: readonly CommandGroup[]): readonly CommandGroup[] {
  const fromServer = new Set(["Evidence", "Records", "Projects", "Controls"]);
  return groups
    .map(({ title, entries }) => ({
      title,
      // The server has matched its own, by more than their labels.
      entries: fromServer.has(title)
        ? entries
        : matching(entries, text).slice(0, text.trim() ? shownOfAKind : undefined),
    }))
    .filter(({ entries }) => entries.length > 0);
}
