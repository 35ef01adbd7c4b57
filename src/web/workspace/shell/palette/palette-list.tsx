import { memo } from "react";
import type { Ref } from "react";
import { Button } from "#web/design/button.tsx";
import { Icon } from "#web/design/icon.tsx";
import type { Command, CommandGroup } from "./command.ts";

interface PaletteListProps {
  ref: Ref<HTMLDivElement>;
  id: string;
  groups: readonly CommandGroup[];
  /** Index of the chosen entry among all of them. */
  chosen: number;
  onChoose: (index: number) => void;
  onFollow: (entry: Command) => void;
}

/** The list below the field. It never takes the focus; the pointer chooses by moving over it. */
export const PaletteList = memo(function PaletteList({
  ref,
  id,
  groups,
  chosen,
  onChoose,
  onFollow,
}: PaletteListProps) {
  const before = groups.map((_, at) => groups.slice(0, at).reduce((sum, { entries }) => sum + entries.length, 0));
  return (
    <div ref={ref} id={id} className="palette-list" role="listbox" aria-label="Results">
      {groups.map(({ title, entries }, group) => (
        <div key={title} role="group" aria-label={title}>
          <div className="menu-heading" aria-hidden="true">
            {title}
          </div>
          {entries.map((entry, at) => {
            const own = before[group]! + at;
            return (
              <Entry
                key={entry.id}
                id={`${id}-${own}`}
                at={own}
                isChosen={own === chosen}
                {...{ entry, onChoose, onFollow }}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
});

interface EntryProps extends Pick<PaletteListProps, "id" | "onChoose" | "onFollow"> {
  entry: Command;
  at: number;
  isChosen: boolean;
}

/** Drawn anew only where it changes: an arrow key changes two of a hundred. */
const Entry = memo(function Entry({ id, entry, at, isChosen, onChoose, onFollow }: EntryProps) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      className="palette-entry"
      onPointerMove={() => !isChosen && onChoose(at)}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onFollow(entry)}
    >
      <Icon of={entry.icon} />
      <span>{entry.label}</span>
      {entry.note && <small>{entry.note}</small>}
    </div>
  );
});

interface PaletteNoticeProps {
  text: string;
  found: {
    readonly searching: boolean;
    readonly failed: boolean;
    readonly again: () => void;
    /** Why there is nothing to choose, whatever is typed. */
    readonly nothing?: string | undefined;
  };
  count: number;
}

/** What a list cannot say: that it is still searched, that it failed, that there is nothing. */
export function PaletteNotice({ text, found, count }: PaletteNoticeProps) {
  const sought = text.trim();
  const message = found.searching
    ? "Searching…"
    : found.failed
      ? "Projects, controls and evidence could not be searched."
      : (found.nothing ?? (sought !== "" && count === 0 ? `Nothing matches “${sought}”.` : ""));
  return (
    <div className="palette-foot">
      <p role="status">
        {message}
        {message === "" && sought !== "" && (
          <span className="visually-hidden">{count === 1 ? "1 result" : `${count} results`}</span>
        )}
      </p>
      {found.failed && !found.searching ? (
        <Button size="small" onClick={found.again}>
          Try again
        </Button>
      ) : (
        <span className="not-phone" aria-hidden="true">
          <kbd>Up</kbd> <kbd>Down</kbd> choose <kbd>Enter</kbd> go
        </span>
      )}
    </div>
  );
}
